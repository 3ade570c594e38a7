import { createRouterClient } from '@orpc/server'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { callResource } from '#core/calls/resources.ts'
import { openCore } from '#core/core.ts'
import { storeResponse } from '#core/ledger/store-response.ts'
import { nodeOptions } from '../../scripts/start/node-options.mjs'
import { lastStep } from '../core/storage/steps.ts'
import { median, milliseconds, type Measured } from './measure.ts'
import { newLibrary } from './new-library.ts'
import { received } from './received.ts'
import { callIdOf, endingOf } from './scale-bodies.ts'
import { benchCalls } from './transcript-library.ts'

const calls = Number(process.env['TEARSHEET_BENCH_CALLS'] ?? 500)
const rounds = 3
const phase = z.object({ milliseconds: z.number(), blocked: z.number() })
const printed = z.object({ stored: phase, indexed: phase })
const symbol = 'PACK'

/** A pack of many calls, opened through the core in an empty profile: how long, and the longest without a turn of the event loop meanwhile. */
export async function openPack(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tearsheet-bench-'))
  try {
    const path = await packIn(folder)
    const runs = Array.from({ length: rounds }, (_, round) => inCore(join(folder, `profile-${round}`), path))
    const stored = median(runs.map((run) => run.stored.milliseconds))
    const indexed = median(runs.map((run) => run.indexed.milliseconds))
    const bar = 'reported'
    return [
      {
        what: `open a pack of ${calls.toLocaleString('en-US')} calls: ${milliseconds(stored)} until it is stored, indexed after`,
        ...{ figure: milliseconds(indexed), bar, held: null },
      },
      {
        what: 'longest without a turn of the event loop while it is checked and stored',
        ...{ figure: milliseconds(median(runs.map((run) => run.stored.blocked))), bar, held: null },
      },
      {
        what: 'the same while it is indexed',
        ...{ figure: milliseconds(median(runs.map((run) => run.indexed.blocked))), bar, held: null },
      },
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function inCore(profile: string, path: string): z.infer<typeof printed> {
  mkdirSync(profile)
  const program = join(import.meta.dirname, 'open-pack-in-core.ts')
  const { stdout, stderr } = spawnSync(process.execPath, [...nodeOptions, program, profile, path], { encoding: 'utf8' })
  rmSync(profile, { recursive: true })
  if (stdout === '') throw new Error(stderr)
  return printed.parse(JSON.parse(stdout))
}

/** Of one company. Its library has no full text: a pack has none either. */
async function packIn(folder: string): Promise<string> {
  const profile = join(folder, 'profile')
  mkdirSync(profile)
  const library = await newLibrary(profile)
  const { writer } = library
  if (!writer) throw new Error('the bench folder is read-only')
  const endings = benchCalls().calls.map(({ turns }) => endingOf(turns))
  const listed: typeof callResource = {
    ...callResource,
    project: (db, recordId, { call_id: callId }) =>
      void db.run('INSERT INTO call (call_id, detail_record_id, symbol) VALUES (?, ?, ?)', [
        String(callId),
        recordId,
        symbol,
      ]),
    index: () => undefined,
  }
  for (let number = 0; number < calls; number += 1) {
    const call_id = callIdOf(number)
    const head = {
      call_id,
      symbol,
      call_title: `Call ${number}`,
      start_time: new Date(number * 86_400_000).toISOString(),
      status: 'COMPLETED',
    }
    const body = Buffer.from(`${JSON.stringify(head).slice(0, -1)},${endings[number % endings.length] ?? ''}`)
    storeResponse(writer, received('calls.one', { call_id }, body, Date.now()), listed)
  }
  library.close()
  const core = openCore({ profile, version: '0.0.0-bench' })
  try {
    const { packs } = createRouterClient(core.router)
    const made = { companies: [symbol], watchlistIds: [], author: 'Ada', name: 'bench', passphrase: null, folder }
    const done = await lastStep(packs.make({ ...made, kinds: ['calls'] }))
    if (done.kind !== 'done') throw new Error(JSON.stringify(done))
    return done.path
  } finally {
    await core.close()
  }
}
