import Database from 'better-sqlite3'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync, watch, type FSWatcher } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { ManualClock } from '../core/clocks.ts'
import { ownFolder } from '../core/folders.ts'
import { openedCore } from '../core/opened-core.ts'
import { filledLibrary } from '../core/publish/filled-library.ts'
import { lastStep } from '../core/storage/steps.ts'

/**
 * Opens a pack in another process, and kills it as soon as something of such a name in the folder has so many bytes. The start of the
 * program itself does not count: what it changes is the pack's.
 */
async function killedAt(
  { folder, name, bytes }: { readonly folder: string; readonly name: RegExp; readonly bytes: number },
  profile: string,
  path: string,
): Promise<void> {
  const program = join(import.meta.dirname, 'storage-until-killed.ts')
  const child = spawn(process.execPath, [program, profile, 'open pack', path], { stdio: ['ignore', 'pipe', 'inherit'] })
  let watcher: FSWatcher | null = null
  for await (const line of createInterface(child.stdout)) {
    if (line !== 'open') continue
    watcher = watch(folder, (_, file) => {
      if (name.test(file ?? '') && (statSync(join(folder, file ?? ''), { throwIfNoEntry: false })?.size ?? 0) >= bytes)
        child.kill('SIGKILL')
    })
  }
  watcher?.close()
  await hasBeenKilled(child)
}

/**
 * Opens a pack in another process, which is killed `between` two of the transactions that store its contents, `before` the last one, which
 * shows them, or as soon as that one has written something.
 */
async function killedWhileStoring(moment: 'between' | 'before' | 'within', profile: string, path: string) {
  const program = join(import.meta.dirname, 'pack-until-killed.ts')
  const child = spawn(process.execPath, [program, profile, path, moment], { stdio: ['ignore', 'pipe', 'inherit'] })
  const folder = join(profile, 'workspaces', 'sample')
  let written = Infinity
  const killOnceWritten = () => {
    if ((statSync(join(folder, 'library.db-wal'), { throwIfNoEntry: false })?.size ?? 0) > written)
      child.kill('SIGKILL')
  }
  const watcher = watch(folder, killOnceWritten)
  for await (const line of createInterface(child.stdout)) {
    written = Number(line)
    killOnceWritten()
  }
  watcher.close()
  await hasBeenKilled(child)
}

async function hasBeenKilled(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')
}

interface Stored {
  readonly requests: number
  readonly records: number
  readonly contents: number
  readonly notes: number
}

/** How many requests, records, contents and highlights are stored. */
function storedIn(profile: string): Stored {
  return {
    requests: countIn(profile, 'library.db', 'ledger_response'),
    records: countIn(profile, 'library.db', 'ledger_record'),
    contents: countIn(profile, 'library.db', 'ledger_content'),
    notes: countIn(profile, 'desk.db', 'highlight'),
  }
}

function countIn(profile: string, name: 'library.db' | 'desk.db', table: string): number {
  const database = new Database(join(profile, 'workspaces', 'sample', name), { readonly: true })
  const rows = database.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0
  database.close()
  return rows
}

/** What is stored after the next start of the program, which removes in the background what was left. */
async function storedAfterStart(profile: string): Promise<Stored> {
  const next = openedCore({ profile })
  await expect.poll(() => countIn(profile, 'library.db', 'content_ahead'), { timeout: 60_000 }).toBe(0)
  await next.close()
  return storedIn(profile)
}

test('a program that is killed while it opens a pack has stored nothing of it or all, and leaves no files (K3)', async () => {
  const first = await filledLibrary()
  const place = { firstTurn: 0, from: 0, lastTurn: 0, to: 4, segmentId: null }
  const passage = { ...place, hash: 'a', quote: 'said', before: '', after: '' }
  const { records } = await first.api.fetch.calls({ parameters: { symbol: 'HLDN' }, freshness: 'library' })
  await first.api.notes.add({ callId: String(records[0]?.call_id), passage, color: 'red', note: 'hers' })
  const making = { companies: ['HLDN'], watchlistIds: [], author: 'Ada', name: 'a', passphrase: null }
  const kinds: ['statements', 'calls', 'notes'] = ['statements', 'calls', 'notes']
  const done = await lastStep(first.api.packs.make({ ...making, kinds, folder: ownFolder() }))
  const path = done.kind === 'done' ? done.path : ''
  const whole = openedCore({ clock: new ManualClock(first.clock.now()) })
  await lastStep(whole.api.packs.open({ path, passphrase: null }))
  await whole.close()
  const all = storedIn(whole.profile)
  expect(all).toMatchObject({ notes: 1 })

  const profile = ownFolder()
  await openedCore({ profile }).close()
  const nothing = storedIn(profile)
  const before = readdirSync(profile).toSorted()
  await killedAt({ folder: profile, name: /^pack\..*\.part$/, bytes: 0 }, profile, path)
  await openedCore({ profile }).close()
  expect(storedIn(profile)).toEqual(nothing)
  expect(readdirSync(profile).toSorted()).toEqual(before)

  for (const moment of ['between', 'before'] as const) {
    await killedWhileStoring(moment, profile, path)
    const { contents, ...others } = storedIn(profile)
    expect(others).toEqual({ requests: nothing.requests, records: nothing.records, notes: 0 })
    expect(contents).toBeGreaterThan(nothing.contents)
    if (moment === 'between') expect(contents).toBeLessThan(all.contents)
    else expect(contents).toBe(all.contents)
    expect(await storedAfterStart(profile)).toEqual(nothing)
  }

  // The last transaction has the rest, which is in the log then or is not.
  await killedWhileStoring('within', profile, path)
  const { notes: _, ...received } = await storedAfterStart(profile)
  expect([nothing, all].map(({ notes: __, ...each }) => each)).toContainEqual(received)
  expect(readdirSync(profile).toSorted()).toEqual(before)

  // Opened again, it adds what is missing.
  const again = openedCore({ profile, clock: new ManualClock(first.clock.now()) })
  expect(await lastStep(again.api.packs.open({ path, passphrase: null }))).toMatchObject({ kind: 'done' })
  await again.close()
  expect(storedIn(profile)).toEqual(all)
})
