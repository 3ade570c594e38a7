import Database from 'better-sqlite3'
import { createRouterClient } from '@orpc/server'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { callResource } from '#core/calls/resources.ts'
import { openCore } from '#core/core.ts'
import { storeResponse } from '#core/ledger/store-response.ts'
import { validateResponse } from '#core/service/response-validation.ts'
import { longCall } from './long-call.ts'
import { milliseconds, percentile, times, type Measured } from './measure.ts'
import { newLibrary } from './new-library.ts'

const calls = 2000
const turns = 100
const betweenPresses = 10
const form = { format: 'json', clean: false } as const

/** The figures of 2,000 stored calls, found behind the user's work: how a call opens meanwhile, and what a restart finds again. */
export async function storedFigures(): Promise<Measured[]> {
  const profile = mkdtempSync(join(tmpdir(), 'tearsheet-bench-'))
  try {
    const source = await prepare(profile)
    const library = new Database(join(profile, 'workspaces', 'sample', 'library.db'), { readonly: true })
    const read = library.prepare<[], number>('SELECT count(*) FROM transcript_figures').pluck()
    const done = () => read.get() ?? 0
    const first = await openedUntil(profile, () => done() >= calls / 2)
    const kept = done()
    const second = await openedUntil(profile, () => done() >= calls)
    const newest = library
      .prepare<[number], number>('SELECT count(*) FROM transcript_figures WHERE rowid > ?')
      .pluck()
      .get(kept)
    library.close()
    const idle = await openedUntil(profile, (opened) => opened >= 200)
    const meanwhile = percentile([...first.took, ...second.took], 0.95)
    const alone = percentile(idle.took, 0.95)
    const what = `the figures of ${calls.toLocaleString('en-US')} stored calls of ${turns} turns (${source}), in the background`
    return [
      {
        what: `${what}: to open a stored call meanwhile, p95 ${milliseconds(meanwhile)}, to the same without it, ${milliseconds(alone)}`,
        figure: times(meanwhile / alone),
        bar: '',
        held: null,
      },
      {
        what: `${what}: calls read again after a restart, of those read before`,
        figure: times(((newest ?? 0) + kept - calls) / kept),
        bar: '0.00×',
        held: (newest ?? 0) + kept === calls,
      },
      {
        what: `${what}: processor time for each call`,
        figure: milliseconds((first.cpu + second.cpu) / calls),
        bar: '',
        held: null,
      },
    ]
  } finally {
    rmSync(profile, { recursive: true })
  }
}

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

async function prepare(profile: string): Promise<string> {
  const library = await newLibrary(profile)
  const { writer } = library
  if (!writer) throw new Error('the bench folder is read-only')
  let source = ''
  for (let number = 0; number < calls; number += 1) {
    const call = longCall(turns, number)
    const callId = idOf(number)
    const detail = JSON.parse(call.body(callId).toString()) as Record<string, unknown>
    const start_time = new Date(Date.UTC(2021, 0, 1 + (number % 1800))).toISOString()
    const body = Buffer.from(JSON.stringify({ ...detail, symbol: `B${number % 400}`, start_time }))
    const asked = { operation: 'One conference call', host: 'bench' }
    const received = { body, contentType: 'application/json', hadKey: true }
    const request = { path: '/', parameters: {} }
    storeResponse(
      writer,
      validateResponse('calls.one', { call_id: callId }, request, received, Date.now(), asked),
      callResource,
    )
    source = call.source
  }
  library.close()
  return source
}

/** Opens one stored call after another until it is enough: how long each took, and the processor time of all, milliseconds. */
async function openedUntil(
  profile: string,
  isEnough: (opened: number) => boolean,
): Promise<{ took: number[]; cpu: number }> {
  const core = openCore({ profile, version: '0.0.0-bench' })
  const api = createRouterClient(core.router)
  const began = process.cpuUsage()
  const took: number[] = []
  for (let number = 0; !isEnough(number); number += 1) {
    // The user does not wait for a moment at which the program is idle: what it does then counts as well.
    const pressed = performance.now() + betweenPresses
    await setTimeout(betweenPresses)
    for await (const piece of await api.calls.open({ callId: idOf((number * 37) % calls), form, freshness: 'library' }))
      if (piece.call === null) continue
    took.push(performance.now() - pressed)
  }
  const { user, system } = process.cpuUsage(began)
  await core.close()
  return { took, cpu: (user + system) / 1000 }
}
