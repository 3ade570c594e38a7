import Database from 'better-sqlite3'
import { spawn } from 'node:child_process'
import { readdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ManualClock } from '../core/clocks.ts'
import { ownFolder } from '../core/folders.ts'
import { openedCore } from '../core/opened-core.ts'
import { filledLibrary } from '../core/publish/filled-library.ts'
import { lastStep } from '../core/storage/steps.ts'

/** Opens a pack in another process, and kills it as soon as something of such a name is made or changed in the folder. */
async function killedAt(folder: string, name: RegExp, profile: string, path: string): Promise<void> {
  const watcher = watch(folder)
  const program = join(import.meta.dirname, 'storage-until-killed.ts')
  const arguments_ = [program, profile, 'open pack', path]
  const child = spawn(process.execPath, arguments_, { stdio: ['ignore', 'pipe', 'inherit'] })
  watcher.on('change', (_, file) => {
    if (name.test(String(file))) child.kill('SIGKILL')
  })
  await text(child.stdout)
  watcher.close()
}

/** How many records and highlights are stored. */
function storedIn(profile: string): { records: number; notes: number } {
  const count = (name: string, table: string) => {
    const database = new Database(join(profile, 'workspaces', 'sample', name), { readonly: true })
    const { rows } = database.prepare<[], { rows: number }>(`SELECT count(*) AS rows FROM ${table}`).get() ?? {
      rows: 0,
    }
    database.close()
    return rows
  }
  return { records: count('library.db', 'ledger_record'), notes: count('desk.db', 'highlight') }
}

test('a program that is killed while it opens a pack has stored nothing of it or all, and leaves no files', async () => {
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
  await killedAt(profile, /^pack\..*\.part$/, profile, path)
  await openedCore({ profile }).close()
  expect(storedIn(profile)).toEqual(nothing)
  expect(readdirSync(profile).toSorted()).toEqual(before)

  await killedAt(join(profile, 'workspaces', 'sample'), /^library\.db-wal$/, profile, path)
  await openedCore({ profile }).close()
  expect([nothing.records, all.records]).toContain(storedIn(profile).records)
  expect(readdirSync(profile).toSorted()).toEqual(before)

  // Opened again, it adds what is missing.
  const again = openedCore({ profile, clock: new ManualClock(first.clock.now()) })
  expect(await lastStep(again.api.packs.open({ path, passphrase: null }))).toMatchObject({ kind: 'done' })
  await again.close()
  expect(storedIn(profile)).toEqual(all)
})
