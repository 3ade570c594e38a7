import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { announcements } from '../announcements.ts'
import { segmentsOf, transcribed } from '../calls/calls-service.ts'
import { openedCore } from '../opened-core.ts'
import { searchSetup } from '../transcript-search/search-setup.ts'

const misheard = 'We sold fifteen million units.'
const spoken = 'We sold fifty million fixtures.'
const lines = [`Jane Doe: ${misheard}`, 'Sam Reed: Fifteen?', `Jane Doe: ${misheard}`]

async function setup() {
  const setUp = await searchSetup()
  await setUp.store('a', transcribed(...lines))
  const correct = (correction: string, turn = 0) =>
    setUp.api.turnChecks.save({ callId: 'a', turn, text: turn === 1 ? 'Fifteen?' : misheard, correction })
  return { ...setUp, correct }
}

test('a corrected turn is found by the words that were spoken, is shown with them and says so, and is no longer found by those misheard', async () => {
  const { correct, found, snippets, answer } = await setup()
  await correct(spoken)
  expect(await found('fifteen')).toEqual(['a:1', 'a:2'])
  expect(await found('fifty')).toEqual(['a:0'])
  // A word that no text had before, by another form of it.
  expect(await found('fixture')).toEqual(['a:0'])
  expect(await found('"fifty million" NEAR/2 fixtur*')).toEqual(['a:0'])
  expect(await snippets('fifty')).toEqual(['We sold [fifty] million fixtures.'])
  const corrected = async (query: string) =>
    (await answer(query)).groups.flatMap(({ hits }) => hits.map((hit) => hit.corrected))
  expect(await corrected('fifty')).toEqual([true])
  expect(await corrected('million')).toEqual([true, false])
})

test('a correction in a script without spaces is found by its words', async () => {
  const { correct, found } = await setup()
  await correct('我们卖了五千万件产品。', 1)
  expect(await found('产品')).toEqual(['a:1'])
})

test('a correction that is replaced or taken back is forgotten by the search, and what was counted with it', async () => {
  const { correct, found, api } = await setup()
  const mentions = async (term: string) => {
    const { terms } = await api.search.termGrid({ terms: [term], symbols: ['ACME'], quarters: 4 })
    return terms[0]?.rows[0]?.cells.map((cell) => cell?.mentions ?? 0).reduce((sum, each) => sum + each, 0)
  }
  expect(await mentions('fifteen')).toBe(3)
  const { words } = await correct(spoken)
  expect(await mentions('fifteen')).toBe(2)
  await correct('We sold fifteen or fifteen million units.')
  expect([await found('fifty'), await mentions('fifteen')]).toEqual([[], 4])
  await api.turnChecks.restore({ words, check: null })
  expect([await mentions('fifteen'), await found('"fifteen million"')]).toEqual([3, ['a:0', 'a:2']])
})

test('a call that is sent again is found by the corrections of the words that it still has', async () => {
  const { correct, store, found } = await setup()
  await correct(spoken)
  const asBefore = segmentsOf('Jane Doe: Welcome.', 'Sam Reed: Good morning.', ...lines)
  await store('a', { transcripts: [{ text: 'as before', language: 'en-US', segments: asBefore }] })
  expect([await found('fifty'), await found('fifteen')]).toEqual([['a:2'], ['a:3', 'a:4']])
  await store('a', transcribed('Jane Doe: We sold sixteen million units.'))
  expect([await found('fifty'), await found('sixteen')]).toEqual([[], ['a:0']])
})

test('after a desk was put back from a copy, the search has the corrections of that desk', async () => {
  const setUp = await setup()
  const { correct, profile, api } = setUp
  const { active } = await api.workspaces.list()
  const desk = join(profile, 'workspaces', active, 'desk.db')
  await correct(spoken)
  await setUp.close()
  copyFileSync(desk, `${desk}.corrected`)
  const reopened = async () => {
    const later = openedCore({ profile })
    const hits = async (query: string) => {
      const response = await later.api.search.run({ query, chosen: {}, order: 'best', offset: 0, limit: 50 })
      return response.understood ? response.result.hits : -1
    }
    return { ...later, ...(await announcements(later.api)), hits }
  }

  const second = await reopened()
  expect(await second.hits('fifty')).toBe(1)
  await second.api.turnChecks.save({ callId: 'a', turn: 0, text: misheard, correction: null })
  expect(await second.hits('fifty')).toBe(0)
  await second.close()

  copyFileSync(`${desk}.corrected`, desk)
  const third = await reopened()
  while (!third.heard.some(({ kind }) => kind === 'searches')) await third.until(third.heard.length + 1)
  expect([await third.hits('fifty'), await third.hits('fifteen')]).toEqual([1, 2])
})
