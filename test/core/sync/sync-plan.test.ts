import { describe, expect, test } from 'vitest'
import type { OfflineChoice } from '#contract/api/sync.ts'
import type { StoredRecording } from '#core/recordings/recording-completeness.ts'
import type { Sizes } from '#core/sync/size-estimates.ts'
import { planOf } from '#core/sync/sync-plan.ts'
import { call, completenessOf, hour, now, stored, twoYears, type StoredCompany } from './stored-completeness.ts'

const sizes: Sizes = {
  enhanced: 12_000,
  lite: 8_000,
  calls: 3_600,
  transcript: 216_000,
  ratings: 3_000,
  news: 4_000,
  recordingHour: 28_800_000,
}

function plan(
  companies: Readonly<Record<string, StoredCompany>>,
  choice: Partial<OfflineChoice> = {},
  ages: Partial<Record<string, number>> = {},
) {
  const dependencies = {
    sources: completenessOf(companies),
    sizes,
    now,
    ageOf: (kind: string) => ages[kind] ?? 24 * hour,
  }
  return planOf(dependencies, Object.keys(companies), { ...twoYears, ...choice })
}

describe('the plan of an offline download', () => {
  test('of a company of which nothing is known assumes what companies usually have', async () => {
    expect(await plan({ HLDN: {} })).toEqual({
      companies: 1,
      kinds: [
        // Two years of four quarters and the year, on one page.
        { kind: 'enhanced', items: 1, stored: 0, requests: 1, bytes: 10 * 12_000 },
        // Eight calls in 24 months, whose list is a page.
        { kind: 'calls', items: 1, stored: 0, requests: 1, bytes: 8 * 3_600 },
        { kind: 'transcript', items: 8, stored: 0, requests: 8, bytes: 8 * 216_000 },
        // Three ratings and two news items a month, and a second page that shows that it was all.
        { kind: 'ratings', items: 1, stored: 0, requests: 2, bytes: 72 * 3_000 },
        { kind: 'news', items: 1, stored: 0, requests: 2, bytes: 24 * 4_000 },
      ],
      requests: 14,
      requestsKnown: false,
      bytes: 120_000 + 28_800 + 1_728_000 + 216_000 + 96_000,
      bytesStored: 0,
    })
  })

  test('of a month of calls is of one call at the least, with its recording where recordings are chosen', async () => {
    const { kinds } = await plan({ HLDN: {} }, { kinds: ['recordings'], callMonths: 1 })
    expect(kinds).toEqual([
      { kind: 'calls', items: 1, stored: 0, requests: 1, bytes: 3_600 },
      { kind: 'transcript', items: 1, stored: 0, requests: 1, bytes: 216_000 },
      { kind: 'recording', items: 1, stored: 0, requests: 1, bytes: 28_800_000 },
    ])
  })

  test('of what is stored and young costs nothing, and says what it takes on the disk', async () => {
    const company = {
      enhanced: stored(10),
      list: stored(3),
      calls: [call('1', 'whole'), call('2', 'none')],
      ratings: stored(20),
      news: stored(5),
    }
    expect(await plan({ HLDN: company })).toEqual({
      companies: 1,
      kinds: [
        { kind: 'enhanced', items: 1, stored: 1, requests: 0, bytes: 0 },
        { kind: 'calls', items: 1, stored: 1, requests: 0, bytes: 0 },
        { kind: 'transcript', items: 2, stored: 2, requests: 0, bytes: 0 },
        { kind: 'ratings', items: 1, stored: 1, requests: 0, bytes: 0 },
        { kind: 'news', items: 1, stored: 1, requests: 0, bytes: 0 },
      ],
      requests: 0,
      requestsKnown: true,
      bytes: 0,
      bytesStored: 10 * 12_000 + 3 * 3_600 + 2 * 216_000 + 20 * 3_000 + 5 * 4_000,
    })
  })

  test('of what is stored and old costs the requests, and no more room', async () => {
    const old = (items: number) => stored(items, { requestedAt: now - 30 * hour })
    const company = { enhanced: old(210), list: old(120), ratings: old(20), news: old(5) }
    const { kinds, requestsKnown, bytes } = await plan({ HLDN: company }, {}, { news: 48 * hour })
    expect(kinds).toEqual([
      { kind: 'enhanced', items: 1, stored: 0, requests: 3, bytes: 0 },
      { kind: 'calls', items: 1, stored: 0, requests: 2, bytes: 0 },
      { kind: 'ratings', items: 1, stored: 0, requests: 1, bytes: 0 },
      // Of news the user keeps two days.
      { kind: 'news', items: 1, stored: 1, requests: 0, bytes: 0 },
    ])
    expect([requestsKnown, bytes]).toEqual([true, 0])
  })

  test('of the lite edition, whose pages are not counted, requests one page more than it has', async () => {
    const old = { requestedAt: now - 30 * hour }
    const requests = async (lite: StoredCompany) => (await plan({ HLDN: lite }, { kinds: ['lite'] })).requests
    expect([
      await requests({}),
      await requests({ lite: stored(10, old) }),
      await requests({ lite: stored(150, old) }),
      await requests({ lite: stored(0, old) }),
    ]).toEqual([2, 2, 3, 1])
    expect((await plan({ HLDN: {} }, { kinds: ['lite'] })).bytes).toBe(10 * 8_000)
  })

  test.each<[string, StoredCompany]>([
    ['calls', { list: stored(1, { lacks: 'page 2 was not fetched' }) }],
    ['ratings', { ratings: stored(1, { lacks: 'page 2 was not fetched' }) }],
    ['news', { news: stored(1, { lacks: 'page 2 was not fetched' }) }],
    ['calls', { calls: [call('1', 'whole')] }],
    ['ratings', {}],
    ['news', {}],
  ])('assumes, and does not know, how many %s there are where their list is not whole: %j', async (kind, company) => {
    expect((await plan({ HLDN: company }, { kinds: [kind as 'calls'] })).requestsKnown).toBe(false)
  })

  test('knows how many transcripts there are once the list of calls is there, and leaves out calls that have none yet', async () => {
    const calls = [
      call('1', 'whole'),
      call('2', 'absent'),
      call('3', 'old'),
      call('4', 'unreadable'),
      call('5', 'under-way'),
      call('6', 'failed'),
    ]
    const { kinds, bytesStored } = await plan({ HLDN: { list: stored(6), calls } }, { kinds: ['calls'] })
    expect(kinds[1]).toEqual({ kind: 'transcript', items: 4, stored: 1, requests: 3, bytes: 3 * 216_000 })
    expect(bytesStored).toBe(6 * 3_600 + 216_000)
    const none = await plan({ HLDN: { list: stored(0) } }, { kinds: ['calls'] })
    expect(none.kinds).toEqual([{ kind: 'calls', items: 1, stored: 1, requests: 0, bytes: 0 }])
    const opened = await plan({ HLDN: { calls: [call('1', 'whole')] } }, { kinds: ['calls'] })
    expect(opened.kinds[1]).toEqual({ kind: 'transcript', items: 1, stored: 1, requests: 0, bytes: 0 })
  })

  test('adds up what several companies need', async () => {
    const { companies, kinds } = await plan({ HLDN: {}, ACME: { enhanced: stored(10) } }, { kinds: ['enhanced'] })
    expect([companies, kinds]).toEqual([2, [{ kind: 'enhanced', items: 2, stored: 1, requests: 1, bytes: 120_000 }]])
  })
})

describe('the plan of recordings', () => {
  const at = (more: Partial<StoredRecording>): StoredRecording => ({
    bytes: 0,
    stated: { highest: 40_000_000, smallest: 9_000_000 },
    isNone: false,
    lacks: 'not downloaded',
    ...more,
  })
  const recordings = async (
    recording: StoredRecording,
    { seconds = 5400, quality = 'highest' }: { seconds?: number | null; quality?: OfflineChoice['quality'] } = {},
  ) => {
    const company = { list: stored(1), calls: [call('1', 'whole', seconds)], recordings: { 1: recording } }
    const { kinds, bytesStored } = await plan({ HLDN: company }, { kinds: ['recordings'], quality })
    return [kinds[2], bytesStored - 3_600 - 216_000]
  }
  const needed = (bytes: number) => ({ kind: 'recording', items: 1, stored: 0, requests: 1, bytes })

  test('takes the size that the service states, of the quality that is chosen', async () => {
    expect(await recordings(at({}))).toEqual([needed(40_000_000), 0])
    expect(await recordings(at({}), { quality: 'smallest' })).toEqual([needed(9_000_000), 0])
  })

  test('takes the length of the call where no size is stated, and an hour where that is unknown too', async () => {
    const unstated = at({ stated: { highest: null, smallest: null } })
    expect(await recordings(unstated)).toEqual([needed(43_200_000), 0])
    expect(await recordings(unstated, { seconds: null })).toEqual([needed(28_800_000), 0])
  })

  test('leaves out the bytes that are there already, of which there may be more than stated', async () => {
    expect(await recordings(at({ bytes: 30_000_000 }))).toEqual([needed(10_000_000), 30_000_000])
    expect(await recordings(at({ bytes: 41_000_000 }))).toEqual([needed(0), 41_000_000])
  })

  test('costs nothing where it is whole, and does not count where the service has none', async () => {
    expect(await recordings(at({ bytes: 40_000_000, lacks: null }))).toEqual([
      { kind: 'recording', items: 1, stored: 1, requests: 0, bytes: 0 },
      40_000_000,
    ])
    expect(await recordings(at({ isNone: true }))).toEqual([undefined, 0])
  })
})
