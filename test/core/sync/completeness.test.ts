import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { OfflineChoice } from '#contract/api/sync.ts'
import { checkCompleteness } from '#core/sync/companies-completeness.ts'
import { call, completenessOf, hour, now, stored, twoYears, type StoredCompany } from './stored-completeness.ts'

const whole: StoredCompany = { enhanced: stored(10), list: stored(1), ratings: stored(3), news: stored(5) }

function check(companies: Readonly<Record<string, StoredCompany>>, choice: Partial<OfflineChoice> = {}) {
  return checkCompleteness(completenessOf(companies), Object.keys(companies), { ...twoYears, ...choice }, now)
}

test('a list is as old as what was fetched longest ago', async () => {
  const old = { ...whole, news: stored(5, { requestedAt: now - 5 * hour }) }
  const middle = { ...whole, enhanced: stored(10, { requestedAt: now - 3 * hour }) }
  expect(await check({ HLDN: whole, ACME: old, LRKA: middle })).toEqual({
    asOf: now - 5 * hour,
    missing: [],
    absent: [],
  })
})

test('a list of which something was never fetched has no age, and neither has one without companies', async () => {
  const { news, ...withoutNews } = whole
  expect(news).toBeDefined()
  expect(await check({ HLDN: whole, ACME: withoutNews })).toEqual({
    asOf: null,
    missing: [{ symbol: 'ACME', kind: 'news', callId: null, title: null, reason: 'not downloaded' }],
    absent: [],
  })
  expect((await check({ ACME: withoutNews, HLDN: whole })).asOf).toBeNull()
  expect(await check({})).toEqual({ asOf: null, missing: [], absent: [] })
})

test('other requests have a turn after twenty companies at most, and not after each', async () => {
  const symbols = Array.from({ length: 50 }, (_, at) => `C${at}`)
  const sources = completenessOf({})
  let read = 0
  const counting = {
    ...sources,
    news: {
      completeness: (...of: Parameters<typeof sources.news.completeness>) => {
        read += 1
        return sources.news.completeness(...of)
      },
    },
  }
  const turns: number[] = []
  let isReading = true
  const others = async () => {
    while (isReading) {
      await setImmediate()
      turns.push(read)
    }
  }
  const waiting = others()
  await checkCompleteness(counting, symbols, twoYears, now)
  isReading = false
  await waiting
  const between = turns.map((count, at) => count - (turns[at - 1] ?? 0))
  expect([read, Math.max(...between) <= 20, turns.length < 10]).toEqual([50, true, true])
})

test('what the library lacks is named with its reason, before what the service did not send', async () => {
  const gap = '2 of 12 were not sent'
  const lacks = '1 of 10 are no longer in the library'
  const { missing } = await check({
    HLDN: { ...whole, enhanced: stored(10, { gap }), ratings: stored(3, { lacks, gap }) },
  })
  expect(missing.map(({ symbol, kind, reason }) => [symbol, kind, reason])).toEqual([
    ['HLDN', 'enhanced', gap],
    ['HLDN', 'ratings', lacks],
  ])
})

test('what a company does not have is counted, and nothing is missing for it', async () => {
  const without = { ...whole, list: stored(0), ratings: stored(0), news: stored(0) }
  expect(await check({ HLDN: without, ACME: { ...without, news: stored(1) } })).toEqual({
    asOf: now - hour,
    missing: [],
    absent: [
      { kind: 'calls', items: 2 },
      { kind: 'ratings', items: 2 },
      { kind: 'news', items: 1 },
    ],
  })
})

test('only what was chosen is looked for', async () => {
  const { missing } = await check({ HLDN: {} }, { kinds: ['lite'] })
  expect(missing.map(({ kind }) => kind)).toEqual(['lite'])
  const none = await check({ HLDN: {} }, { kinds: [] })
  expect(none.missing).toEqual([])
})

test('each transcript that is not there as the service has it is missing, by the title of its call', async () => {
  const calls = [
    call('1', 'whole'),
    call('2', 'unreadable'),
    call('3', 'absent'),
    call('4', 'old'),
    call('5', 'none'),
    call('6', 'failed'),
    call('7', 'under-way'),
  ]
  const { missing, absent } = await check({ HLDN: { ...whole, list: stored(7), calls } })
  expect(missing).toEqual([
    {
      symbol: 'HLDN',
      kind: 'transcript',
      callId: '2',
      title: 'Call 2',
      reason: 'the transcript cannot be read',
    },
    { symbol: 'HLDN', kind: 'transcript', callId: '3', title: 'Call 3', reason: 'not downloaded' },
    {
      symbol: 'HLDN',
      kind: 'transcript',
      callId: '4',
      title: 'Call 4',
      reason: 'the service has a newer version',
    },
  ])
  expect(absent).toEqual([{ kind: 'transcript', items: 3 }])
})

test('recordings are looked for where they were chosen, of calls that have ended', async () => {
  const calls = [call('1', 'whole'), call('2', 'whole'), call('3', 'whole'), call('4', 'under-way')]
  const lacks = 'the file has 10 of 20 bytes'
  const nothing = { stated: { highest: null, smallest: null }, isNone: false }
  const recordings = {
    1: { ...nothing, bytes: 20, lacks: null },
    2: { ...nothing, bytes: 10, lacks },
    3: { ...nothing, bytes: 0, lacks: 'not downloaded', isNone: true },
  }
  const company = { ...whole, list: stored(4), calls, recordings }
  const { missing, absent } = await check({ HLDN: company }, { kinds: ['recordings'] })
  expect(missing).toEqual([{ symbol: 'HLDN', kind: 'recording', callId: '2', title: 'Call 2', reason: lacks }])
  expect(absent).toEqual([
    { kind: 'recording', items: 1 },
    { kind: 'transcript', items: 1 },
  ])
  expect((await check({ HLDN: company }, { kinds: ['calls'] })).missing).toEqual([])
})
