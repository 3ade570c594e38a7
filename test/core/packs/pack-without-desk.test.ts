import Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ManualClock } from '../clocks.ts'
import { openedCore } from '../opened-core.ts'
import { filledLibrary } from '../publish/filled-library.ts'
import { lastStep } from '../storage/steps.ts'
import { opened, packOf } from './made-pack.ts'

test('a pack whose records were stored before your own data could not be is listed and searched, and adds the rest when it is opened again', async () => {
  const first = await filledLibrary()
  await first.api.search.save({ name: 'Pricing', query: 'pricing', chosen: {} })
  const path = await packOf(first, { companies: ['HLDN'] })
  const second = openedCore({ clock: new ManualClock(first.clock.now()) })
  // What SQLite checks only when it commits: the desk is written after the library.
  const desk = new Database(join(second.profile, 'workspaces', 'sample', 'desk.db'))
  desk.exec(`CREATE TABLE other (id INTEGER PRIMARY KEY, missing INTEGER REFERENCES other (id) DEFERRABLE INITIALLY DEFERRED);
    CREATE TRIGGER fault AFTER INSERT ON saved_search BEGIN INSERT INTO other (missing) VALUES (999); END`)

  expect(await lastStep(second.api.packs.open({ path, passphrase: null }))).toMatchObject({ kind: 'failed' })
  desk.exec('DROP TRIGGER fault')
  desk.close()
  expect((await second.api.search.saved()).searches).toEqual([])
  // A pack is chosen from what is indexed, once it is.
  const kinds: ['statements', 'calls'] = ['statements', 'calls']
  const made = { companies: ['HLDN'], watchlistIds: [], kinds, author: 'Bob', name: 'b', passphrase: null }
  const step = await lastStep(second.api.packs.make({ ...made, folder: second.profile }))
  expect(step).toMatchObject({ kind: 'done', counts: { transcripts: 6 } })
  expect(await opened(second, path)).toMatchObject({ added: { searches: 1, periods: 0 }, failure: null })
})
