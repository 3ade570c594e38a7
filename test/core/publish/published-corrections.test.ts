import { userInfo } from 'node:os'
import { expect, test } from 'vitest'
import { transcribed } from '../calls/calls-service.ts'
import { ManualClock } from '../clocks.ts'
import { ownFolder } from '../folders.ts'
import { openedCore } from '../opened-core.ts'
import { opened as openPack, packOf } from '../packs/made-pack.ts'
import { searchSetup } from '../transcript-search/search-setup.ts'
import { filesOf, openDuck } from './duckdb.ts'
import { filledLibrary } from './filled-library.ts'
import { inodesOf, published, turnsInLibrary } from './publication.ts'

const day = 86_400_000
const corrected = 'corrected_text IS NOT NULL'

/** What is published of some turns and their corrections. */
async function turnsOf(folder: string, condition: string) {
  const duck = await openDuck()
  return duck.rows(
    `SELECT call_id, position, text, corrected_text, corrected_by, corrected_at FROM ${filesOf(folder, 'turns')}
     WHERE ${condition} ORDER BY call_id, position`,
  )
}

test('a corrected turn is published with its correction, by whom and when, next to the words that the service sent', async () => {
  const opened = await filledLibrary()
  const folder = ownFolder()
  const [turn] = turnsInLibrary(opened, 'position = 4 LIMIT 1')
  if (!turn) throw new Error('there is no such turn')
  const at = opened.clock.now()
  await opened.api.turnChecks.save({ ...turn, correction: 'We sold fifty million units.' })
  opened.clock.advance(day)
  await published(opened, folder)
  expect(await turnsOf(folder, corrected)).toEqual([
    {
      call_id: turn.callId,
      position: 4,
      text: turn.text,
      corrected_text: 'We sold fifty million units.',
      corrected_by: userInfo().username,
      corrected_at: new Date(at),
    },
  ])
  expect(turnsInLibrary(opened, 'corrected_text IS NOT NULL')).toEqual([turn])
})

test('a new, a changed and a removed correction write the file of its year again, and no other one', async () => {
  const opened = await filledLibrary()
  const folder = ownFolder()
  await published(opened, folder)
  const duck = await openDuck()
  const years = await duck.rows(
    `SELECT year, min(call_id) AS call FROM ${filesOf(folder, 'turns')} GROUP BY year ORDER BY year`,
  )
  expect(years.length).toBeGreaterThan(1)
  const [{ year, call } = {}] = years
  const [turn] = turnsInLibrary(opened, `call_id = '${String(call)}' AND position = 2`)
  if (!turn) throw new Error('there is no such turn')
  const save = (correction: string | null) => opened.api.turnChecks.save({ ...turn, correction })
  /** Which files were written, and what they say then. */
  const publishedAgain = async () => {
    const before = inodesOf(folder)
    const { written } = await published(opened, folder)
    const changed = [...inodesOf(folder)].filter(([partition, inode]) => before.get(partition) !== inode)
    expect(written.files).toBe(changed.length)
    const texts = (await turnsOf(folder, corrected)).map(({ corrected_text: text }) => text)
    return { changed: changed.map(([partition]) => partition), texts }
  }
  const changed = [`turns/year=${String(year)}`]
  const { words } = await save('One')
  expect(await publishedAgain()).toEqual({ changed, texts: ['One'] })
  expect(await publishedAgain()).toEqual({ changed: [], texts: ['One'] })
  await save('Two')
  expect(await publishedAgain()).toEqual({ changed, texts: ['Two'] })
  await opened.api.turnChecks.restore({ words, check: null })
  expect(await publishedAgain()).toEqual({ changed, texts: [] })
  // A turn whose words are right has no correction.
  await save(null)
  expect(await publishedAgain()).toEqual({ changed: [], texts: [] })
})

const misheard = 'We sold fifteen million units.'
const spoken = 'We sold fifty million units.'

test('of turns with the same words only the corrected one is, and in no other call', async () => {
  const opened = await searchSetup()
  const folder = ownFolder()
  const lines = [`Jane Doe: ${misheard}`, 'Sam Reed: Fifteen?', `Jane Doe: ${misheard}`]
  for (const id of ['a', 'b']) await opened.store(id, transcribed(...lines))
  await opened.api.turnChecks.save({ callId: 'b', turn: 2, text: misheard, correction: spoken })
  await published(opened, folder)
  expect((await turnsOf(folder, 'true')).map(({ call_id: id, corrected_text: text }) => [id, text])).toEqual([
    ...['a', 'a', 'a', 'b', 'b'].map((id) => [id, null]),
    ['b', spoken],
  ])
})

test('a correction is not published any more when the service has changed the words of its turn, though it is kept', async () => {
  const opened = await searchSetup()
  const folder = ownFolder()
  const { api, store } = opened
  await store('a', transcribed(`Jane Doe: ${misheard}`, 'Sam Reed: Fifteen?'))
  await api.turnChecks.save({ callId: 'a', turn: 0, text: misheard, correction: spoken })
  await api.turnChecks.save({ callId: 'a', turn: 1, text: 'Fifteen?', correction: 'Fifty?' })
  await published(opened, folder)
  const texts = async () =>
    (await turnsOf(folder, 'true')).map(({ text, corrected_text: correction }) => [text, correction])
  expect(await texts()).toEqual([
    [misheard, spoken],
    ['Fifteen?', 'Fifty?'],
  ])
  await store('a', transcribed('Jane Doe: We sold sixteen million units.', 'Sam Reed: Fifteen?'))
  expect((await api.turnChecks.outdated()).checks).toMatchObject([{ words: { text: misheard } }])
  await published(opened, folder)
  expect(await texts()).toEqual([
    ['We sold sixteen million units.', null],
    ['Fifteen?', 'Fifty?'],
  ])
})

test('a correction that came in a pack is published with its author and time', async () => {
  const ada = await filledLibrary()
  const [turn] = turnsInLibrary(ada, 'position = 4 LIMIT 1')
  if (!turn) throw new Error('there is no such turn')
  const at = ada.clock.now()
  await ada.api.turnChecks.save({ ...turn, correction: spoken })
  const clock = new ManualClock()
  clock.advance(30 * day)
  const ben = openedCore({ clock })
  await openPack(ben, await packOf(ada))
  const folder = ownFolder()
  await published(ben, folder)
  expect(await turnsOf(folder, corrected)).toMatchObject([
    { text: turn.text, corrected_text: spoken, corrected_by: userInfo().username, corrected_at: new Date(at) },
  ])
})
