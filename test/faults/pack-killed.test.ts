import Database from 'better-sqlite3'
import { spawn } from 'node:child_process'
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
  const arguments_ = [program, profile, 'open pack', path]
  const child = spawn(process.execPath, arguments_, { stdio: ['ignore', 'pipe', 'inherit'] })
  let watcher: FSWatcher | null = null
  for await (const line of createInterface(child.stdout)) {
    if (line !== 'open') continue
    watcher = watch(folder, (_, file) => {
      if (name.test(file ?? '') && (statSync(join(folder, file ?? ''), { throwIfNoEntry: false })?.size ?? 0) >= bytes)
        child.kill('SIGKILL')
    })
  }
  watcher?.close()
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')
}

/** How many requests, records and highlights are stored. */
function storedIn(profile: string): { requests: number; records: number; notes: number } {
  const count = (name: string, table: string) => {
    const database = new Database(join(profile, 'workspaces', 'sample', name), { readonly: true })
    const { rows } = database.prepare<[], { rows: number }>(`SELECT count(*) AS rows FROM ${table}`).get() ?? {
      rows: 0,
    }
    database.close()
    return rows
  }
  return {
    requests: count('library.db', 'ledger_response'),
    records: count('library.db', 'ledger_record'),
    notes: count('desk.db', 'highlight'),
  }
}

test('a program that is killed while it opens a pack has stored nothing of it or all, and leaves no files (K3)', async () => {
  const first = await filledLibrary()
  const place = { firstTurn: 0, from: 0, lastTurn: 0, to: 4, segmentId: null }
  const passage = { ...place, hash: 'a', quote: 'said', before: '', after: '' }
  const { records } = await first.api.fetch.calls({ parameters: { symbol: 'HLDN' }, freshness: 'library' })
  await first.api.notes.add({ callId: String(records[0]?.call_id), passage, color: 'red', note: 'hers' })
  const making = { companies: ['HLDN'], watchlistId: null, author: 'Ada', name: 'a', passphrase: null }
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

  // Some of what is stored is in the log by then, and most is not.
  const log = { folder: join(profile, 'workspaces', 'sample'), name: /^library\.db-wal$/, bytes: 100_000 }
  await killedAt(log, profile, path)
  await openedCore({ profile }).close()
  const { notes: _, ...received } = storedIn(profile)
  expect([nothing, all].map(({ records, requests }) => ({ requests, records }))).toContainEqual(received)
  expect(readdirSync(profile).toSorted()).toEqual(before)

  // Opened again, it adds what is missing.
  const again = openedCore({ profile, clock: new ManualClock(first.clock.now()) })
  expect(await lastStep(again.api.packs.open({ path, passphrase: null }))).toMatchObject({ kind: 'done' })
  await again.close()
  expect(storedIn(profile)).toEqual(all)
})
