import { createRouterClient } from '@orpc/server'
import { spawnSync } from 'node:child_process'
import { hash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCore } from '#core/core.ts'
import { libraryDatabase } from '#core/database/library-schema.ts'
import { openDatabase } from '#core/database/open-database.ts'
import { lastStep } from '../core/storage/steps.ts'
import { median, times, type Measured } from './measure.ts'

const contents = 10_000
const contentBytes = 60_000
const recordings = 8
const recordingBytes = 50_000_000
const rounds = 3

/**
 * A library of 1 GB, of which 600 MB are records and 400 MB recordings: backed up into one file that is on the disk, and restored from
 * it into another profile with every check. Each against `cp` of the same files followed by `sync` of each, right before it and with
 * the same things lying on the disk.
 */
export async function backUp(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tearsheet-bench-'))
  const profile = join(folder, 'profile')
  const other = join(folder, 'other')
  const copy = join(folder, 'copy')
  const backedUp: Pair[] = []
  const restored: Pair[] = []
  try {
    build(profile)
    for (let round = 0; round <= rounds; round += 1) {
      warmMemory()
      const before = copied(profile, copy)
      warmMemory()
      const made = await inCore(profile, (api) => lastStep(api.storage.createBackup({ folder })))
      if (made.done.kind !== 'done') throw new Error(JSON.stringify(made.done))
      const { path } = made.done
      warmMemory()
      const between = copied(profile, copy)
      warmMemory()
      const back = await inCore(other, (api) => lastStep(api.storage.restore({ path })))
      if (back.done.kind !== 'done') throw new Error(JSON.stringify(back.done))
      rmSync(path)
      rmSync(other, { recursive: true })
      if (round === 0) continue
      backedUp.push({ ours: made.milliseconds, copy: before })
      restored.push({ ours: back.milliseconds, copy: between })
    }
    return [
      compared('back-up of a 1 GB library into one file', backedUp),
      compared('restore of it, every byte and page checked', restored),
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Milliseconds. */
interface Pair {
  readonly ours: number
  readonly copy: number
}

function compared(what: string, pairs: readonly Pair[]): Measured {
  const [ours, copy] = [median(pairs.map((pair) => pair.ours)), median(pairs.map((pair) => pair.copy))]
  return {
    what: `${what}, ${Math.round(ours)} ms against ${Math.round(copy)} ms for cp and sync`,
    figure: times(ours / copy),
    bar: '≤ 2×',
    held: ours / copy <= 2,
  }
}

/**
 * A virtual machine is given memory by its host as it first touches it, which makes any writing of files up to ten times slower: what
 * was touched before it begins is there for all of them alike.
 */
function warmMemory(): void {
  spawnSync(process.execPath, ['-e', 'Buffer.alloc(3_000_000_000, 1)'])
}

function build(profile: string): void {
  const workspace = join(profile, 'workspaces', 'sample')
  mkdirSync(join(workspace, 'recordings'), { recursive: true })
  const library = openDatabase(join(workspace, 'library.db'), libraryDatabase)
  const text = randomBytes(contentBytes * 2).toString('base64')
  const { writer } = library
  writer?.transaction(() => {
    for (let number = 0; number < contents; number += 1) {
      const body = `${number} ${text.slice(number % contentBytes, (number % contentBytes) + contentBytes)}`
      const row = [hash('sha256', body, 'buffer'), body]
      writer.run('INSERT INTO ledger_content (hash, body) VALUES (?, ?)', row)
    }
  })
  library.close()
  for (let number = 0; number < recordings; number += 1) {
    const name = `0b7f6a51-1c2d-4e3f-8a9b-0c1d2e3f4a${(0x10 + number).toString(16)}.mp3`
    writeFileSync(join(workspace, 'recordings', name), randomBytes(recordingBytes))
  }
}

type OpenedApi = ReturnType<typeof openedApi>
const openedApi = (profile: string) => {
  const core = openCore({ profile, version: '0.0.0-bench' })
  return { core, api: createRouterClient(core.router) }
}

async function inCore<Done>(
  profile: string,
  work: (api: OpenedApi['api']) => Promise<Done>,
): Promise<{ done: Done; milliseconds: number }> {
  const { core, api } = openedApi(profile)
  const began = performance.now()
  const done = await work(api)
  const milliseconds = performance.now() - began
  await core.close()
  return { done, milliseconds }
}

function copied(from: string, to: string): number {
  const began = performance.now()
  spawnSync('sh', ['-c', 'cp -r "$0" "$1" && find "$1" -type f -exec sync {} +', from, to])
  const milliseconds = performance.now() - began
  rmSync(to, { recursive: true })
  return milliseconds
}
