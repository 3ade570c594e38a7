import { describe, expect, test } from 'vitest'
import type { WeekStart } from '#contract/api/date-format.ts'
import { callOnWire, callsSetup } from './calls-service.ts'

type Setup = Awaited<ReturnType<typeof callsSetup>>

const participants = [
  { name: 'Jane Doe', role: 'Chief Executive Officer', organization: 'Acme' },
  { name: 'Ann Lee', role: 'Analyst', organization: 'North Quay' },
  { name: 'Bob Roy', role: 'Analyst', organization: 'Oakhurst' },
]

/** Remarks of 4 and 2 words, a question of 3, answers of 2 and 6. */
const scored = {
  participants,
  transcripts: [
    {
      text: 'whole',
      segments: [
        ['Operator', 'Welcome to this call', null, null],
        ['Jane Doe', 'One two three four', 0.4, 0.9],
        ['Jane Doe', 'Five six', -0.2, 0.6],
        ['Operator', 'We will now begin the question-and-answer session', null, null],
        ['Ann Lee', 'Why so low', -0.9, null],
        ['Jane Doe', 'Good question', 0.5, null],
        ['Bob Roy', 'And the price', -0.9, null],
        ['Jane Doe', 'It is what it is now', -0.3, null],
      ].map(([speaker, text, sentiment, confidence], at) => ({
        segment_id: at + 1,
        speaker,
        text,
        sentiment,
        confidence,
        start_time: String(at * 10),
        end_time: String(at * 10 + 9),
      })),
    },
  ],
}

const order = { by: 'started', descending: true } as const

async function setupOf(...calls: readonly ReturnType<typeof callOnWire>[]): Promise<Setup> {
  const setup = await callsSetup({ pageSize: 20 })
  setup.resource.calls = [...calls]
  await setup.reach('latest')
  return setup
}
const entryOf = async ({ list }: Setup, callId: string) =>
  (await list()).entries.find((entry) => entry.callId === callId)

describe('sentiment of a call in the list', () => {
  test('is the mean by words of the remarks, and of the company’s own answers without the questions', async () => {
    const setup = await setupOf(callOnWire('a', scored))
    expect(await entryOf(setup, 'a')).toMatchObject({ remarks: null, answers: null, questions: null, confidence: null })
    await setup.open('a')
    const entry = await entryOf(setup, 'a')
    // (4 × 0.4 − 2 × 0.2) / 6 and (2 × 0.5 − 6 × 0.3) / 8
    expect(entry?.remarks).toBeCloseTo(0.2, 10)
    expect(entry?.answers).toBeCloseTo(-0.1, 10)
    // (4 × 0.9 + 2 × 0.6) / 6; turns without a confidence weigh nothing.
    expect(entry?.confidence).toBeCloseTo(0.8, 10)
    expect(entry?.questions).toBe(2)
  })

  test('is the same in the opened call, where each turn counts by its words too', async () => {
    const setup = await setupOf(callOnWire('a', scored))
    const { sectionSentiment } = await setup.open('a')
    const entry = await entryOf(setup, 'a')
    expect(sectionSentiment.prepared).toBeCloseTo(0.2, 10)
    expect(sectionSentiment.qa).toBeCloseTo(-0.1, 10)
    expect([sectionSentiment.prepared, sectionSentiment.qa]).toEqual([entry?.remarks, entry?.answers])
    expect(sectionSentiment.whole).toBeNull()
  })

  test('is the same on the overview, whose questions by analysts count for the whole call alone', async () => {
    const setup = await setupOf(callOnWire('a', scored))
    await setup.open('a')
    const entry = await entryOf(setup, 'a')
    const { call } = await setup.api.overview.call({ symbol: entry?.symbol ?? '' })
    expect([call?.sentiment?.prepared, call?.sentiment?.qa]).toEqual([entry?.remarks, entry?.answers])
    expect(call?.sentiment?.call).not.toBeCloseTo(entry?.answers ?? 0, 5)
  })

  test('orders the list, calls without one last in both directions', async () => {
    const upbeat = structuredClone(scored)
    for (const segment of upbeat.transcripts[0]?.segments ?? []) segment['sentiment'] = 0.9
    const setup = await setupOf(callOnWire('a', scored), callOnWire('b', upbeat), callOnWire('c'))
    await setup.open('a')
    await setup.open('b')
    const by = async (descending: boolean) =>
      (
        await setup.api.calls.list({ filter: {}, order: { by: 'answers', descending }, offset: 0, limit: 9 })
      ).entries.map(({ callId }) => callId)
    expect([await by(true), await by(false)]).toEqual([
      ['b', 'a', 'c'],
      ['a', 'b', 'c'],
    ])
  })
})

describe('what was done with a call', () => {
  test('reading counts up to the furthest turn that was on screen, and going back does not take it away', async () => {
    const setup = await setupOf(callOnWire('a', scored))
    expect(await entryOf(setup, 'a')).toMatchObject({ read: null })
    await setup.open('a')
    expect(await entryOf(setup, 'a')).toMatchObject({ read: 0 })
    await setup.api.notes.savePosition({ callId: 'a', turn: 3, turnsRead: 6 })
    await setup.api.notes.savePosition({ callId: 'a', turn: 0, turnsRead: 2 })
    // 6 of 8 turns
    expect(await entryOf(setup, 'a')).toMatchObject({ read: 0.75 })
  })

  test('playing counts up to the furthest second, of the recording’s own length where the player knows it', async () => {
    const setup = await setupOf(callOnWire('a'))
    expect(await entryOf(setup, 'a')).toMatchObject({ played: null, resumeAt: null })
    await setup.api.notes.savePosition({ callId: 'a', seconds: 900 })
    // Of the call's hour.
    expect(await entryOf(setup, 'a')).toMatchObject({ played: 0.25, resumeAt: 900 })
    await setup.api.notes.savePosition({ callId: 'a', seconds: 0, secondsPlayed: 1000, recordingSeconds: 1000 })
    expect(await entryOf(setup, 'a')).toMatchObject({ played: 1, resumeAt: null })
    await setup.api.notes.savePosition({ callId: 'a', seconds: 10 })
    expect(await entryOf(setup, 'a')).toMatchObject({ played: 1, resumeAt: 10 })
  })

  test('its notes are counted, and those of other calls are not', async () => {
    const setup = await setupOf(callOnWire('a', scored), callOnWire('b', scored))
    const { hash } = await setup.open('a')
    const passage = {
      hash,
      firstTurn: 1,
      from: 0,
      lastTurn: 1,
      to: 3,
      segmentId: null,
      quote: 'One',
      before: '',
      after: '',
    }
    const note = { callId: 'a', passage, color: 'violet', note: 'Ask again.' } as const
    await setup.api.notes.add(note)
    await setup.api.notes.add({ ...note, passage: { ...passage, firstTurn: 2, lastTurn: 2, quote: 'Five' }, note: '' })
    expect([(await entryOf(setup, 'a'))?.notes, (await entryOf(setup, 'b'))?.notes]).toEqual([2, 0])
    const preview = await setup.api.calls.preview({ callId: 'a' })
    expect(preview?.notes.map(({ text, start, isNote }) => [text, start, isNote])).toEqual([
      ['Ask again.', 10, true],
      ['Five', 20, false],
    ])
  })
})

describe('views', () => {
  const viewed = async ({ api }: Setup, filter: Parameters<Setup['list']>[0] = {}) => {
    const { entries, total, views } = await api.calls.list({ filter, order, offset: 0, limit: 9 })
    expect(total).toBe(entries.length)
    return { ids: entries.map(({ callId }) => callId), views }
  }

  test('unread are those with a transcript that were never opened', async () => {
    const setup = await setupOf(callOnWire('a', scored), callOnWire('b', scored), callOnWire('c'))
    await setup.open('a')
    await setup.open('b')
    expect(await viewed(setup, { view: 'unread' })).toEqual({
      ids: ['a', 'b'],
      views: { all: 3, unread: 2, new: 0, hits: null },
    })
    await setup.api.notes.savePosition({ callId: 'a', turn: 0 })
    expect((await viewed(setup, { view: 'unread' })).ids).toEqual(['b'])
    const located = { filter: { view: 'unread' as const }, order, offset: 0, limit: 9, locate: ['a', 'b'] }
    const { positions, groups } = await setup.api.calls.list(located)
    expect(positions).toEqual([null, 0])
    expect(groups?.map(({ calls }) => calls)).toEqual([1])
    await setup.api.notes.savePosition({ callId: 'b', seconds: 4 })
    expect((await viewed(setup, { view: 'unread' })).ids).toEqual([])
    expect((await viewed(setup, { view: 'unread', download: 'missing' })).ids).toEqual([])
  })

  test('hits are those of the chosen saved search, by call; counts are of the rest of the filter', async () => {
    const setup = await setupOf(
      callOnWire('a', scored),
      callOnWire('b', { ...scored, symbol: 'OTHER' }),
      callOnWire('c'),
    )
    await setup.open('a')
    await setup.open('b')
    const { id: search } = await setup.api.search.save({ name: 'Price', query: 'price OR low OR five', chosen: {} })
    const all = await setup.api.calls.list({ filter: { search }, order, offset: 0, limit: 9 })
    expect(all.entries.map(({ callId, hits }) => [callId, hits])).toEqual([
      ['a', 3],
      ['b', 3],
      ['c', 0],
    ])
    expect(await viewed(setup, { search, view: 'hits', symbols: ['OTHER'] })).toEqual({
      ids: ['b'],
      views: { all: 1, unread: 1, new: 0, hits: 1 },
    })
    expect((await viewed(setup, { search: 'removed', view: 'hits' })).ids).toEqual([])
  })

  test('a watched company’s call from since then is new until it is opened', async () => {
    const setup = await setupOf(callOnWire('old', { start_time: '2025-10-28T09:00:00Z' }))
    const { id: listId } = await setup.api.watchlists.create({ name: 'CopyCompleteness' })
    await setup.api.watchlists.addCompanies({ listId, securities: [{ symbol: 'ACME', securityId: null, note: '' }] })
    setup.clock.advance(2 * 86_400_000)
    setup.resource.calls = [
      callOnWire('came', { start_time: '2026-01-06T14:00:00Z', end_time: '2026-01-06T15:00:00Z' }),
      ...setup.resource.calls,
    ]
    await setup.reach('latest')
    expect(await viewed(setup, { view: 'new' })).toEqual({
      ids: ['came'],
      views: { all: 2, unread: 0, new: 1, hits: null },
    })
    expect(await entryOf(setup, 'came')).toMatchObject({ isNew: true })
    setup.clock.advance(1)
    await setup.api.notes.savePosition({ callId: 'came', turn: 0 })
    expect((await viewed(setup, { view: 'new' })).ids).toEqual([])
    expect(await entryOf(setup, 'came')).toMatchObject({ isNew: false })
  })

  test('what is downloaded narrows the list', async () => {
    const setup = await setupOf(callOnWire('a', scored), callOnWire('b'))
    await setup.open('a')
    expect((await viewed(setup, { download: 'transcript' })).ids).toEqual(['a'])
    expect((await viewed(setup, { download: 'missing' })).ids).toEqual(['b'])
    expect((await viewed(setup, { download: 'recording' })).ids).toEqual([])
    setup.resource.refuses = 404
    await setup.open('b').catch(() => null)
    expect((await viewed(setup, { download: 'failed' })).ids).toEqual(['b'])
    expect((await entryOf(setup, 'b'))?.failure).toMatchObject({ kind: 'not-found' })
  })
})

describe('groups of the list', () => {
  const at = (id: string, start: string | null, symbol = 'ACME') =>
    callOnWire(id, { start_time: start, end_time: null, symbol })

  test('are weeks from Monday to Sunday, also over the end of a year; calls without a date come last', async () => {
    const setup = await setupOf(
      at('a', '2026-01-05T12:00:00Z'),
      at('b', '2026-01-04T12:00:00Z'),
      at('c', '2026-01-02T12:00:00Z'),
      at('d', '2025-12-29T12:00:00Z'),
      at('e', '2025-12-26T12:00:00Z'),
      at('f', null),
    )
    const { groups } = await setup.list()
    expect(groups?.map(({ week, weekend, calls }) => [week, weekend, calls])).toEqual([
      ['2026-01-05', false, 1],
      ['2025-12-29', true, 3],
      ['2025-12-22', false, 1],
      [null, false, 1],
    ])
    const upward = await setup.api.calls.list({
      filter: {},
      order: { by: 'started', descending: false },
      offset: 0,
      limit: 1,
    })
    expect(upward.groups?.map(({ week }) => week)).toEqual(['2025-12-22', '2025-12-29', '2026-01-05', null])
  })

  test('are weeks from another day, by the clocks of the zone in which the window shows calls', async () => {
    const setup = await setupOf(
      at('a', '2026-01-05T02:00:00Z'),
      at('b', '2026-01-04T23:00:00Z'),
      at('c', '2026-01-04T03:00:00Z'),
      at('d', '2026-01-02T12:00:00Z'),
    )
    const order = { by: 'started', descending: true } as const
    const weeksIn = async (start: WeekStart, timeZone: string) => {
      const request = { filter: {}, order, offset: 0, limit: 1, weeks: { start, timeZone } }
      const { groups } = await setup.api.calls.list(request)
      return groups?.map(({ week, weekend, calls }) => [week, weekend, calls])
    }
    expect(await weeksIn('sunday', 'UTC')).toEqual([
      ['2026-01-04', true, 3],
      ['2025-12-28', false, 1],
    ])
    // In New York the first two are on Sunday evening, and the third on Saturday.
    expect(await weeksIn('sunday', 'America/New_York')).toEqual([
      ['2026-01-04', true, 2],
      ['2025-12-28', true, 2],
    ])
    expect(await weeksIn('monday', 'Asia/Tokyo')).toEqual([
      ['2026-01-05', false, 2],
      ['2025-12-29', true, 2],
    ])
    await expect(weeksIn('monday', 'Europe/Nowhere')).rejects.toThrow()
  })

  test('are companies in the order of their symbols, of the whole list however few rows are requested', async () => {
    const setup = await setupOf(
      at('a', '2026-01-05T12:00:00Z', 'ZETA'),
      at('b', '2026-01-04T12:00:00Z'),
      at('c', '2025-12-29T12:00:00Z', 'ZETA'),
    )
    const list = (by: 'symbol' | 'length') =>
      setup.api.calls.list({ filter: {}, order: { by, descending: false }, offset: 0, limit: 1 })
    expect((await list('symbol')).groups?.map(({ symbol, company, calls }) => [symbol, company, calls])).toEqual([
      ['ACME', 'Acme Inc', 1],
      ['ZETA', 'Acme Inc', 2],
    ])
    expect((await list('length')).groups).toBeNull()
  })
})

test('a preview has chapters with their sentiment, how many questions each analyst has, and where one stopped', async () => {
  const setup = await setupOf(callOnWire('a', { ...scored, summary: { summary: 'Prices rose.', sentiment: 0.1 } }))
  expect(await setup.api.calls.preview({ callId: 'a' })).toMatchObject({ chapters: [], summary: null })
  await setup.open('a')
  await setup.api.notes.savePosition({ callId: 'a', seconds: 45 })
  const heard = setup.heard.length
  const preview = await setup.api.calls.preview({ callId: 'a' })
  expect(setup.heard).toHaveLength(heard)
  expect(preview?.summary).toEqual({ text: 'Prices rose.', language: null })
  const current = preview?.chapters[preview.currentChapter ?? -1]
  expect(current?.title).toContain('Ann Lee')
  // A question of 3 words at −0.9 and its answer of 2 at 0.5
  expect(current?.sentiment).toBeCloseTo((3 * -0.9 + 2 * 0.5) / 5, 10)
  expect(preview?.questioners).toMatchObject([
    { name: 'Ann Lee', organization: 'North Quay', questions: 1, sentiment: -0.9 },
    { name: 'Bob Roy', organization: 'Oakhurst', questions: 1, sentiment: -0.9 },
  ])
  expect(await setup.api.calls.preview({ callId: 'gone' })).toBeNull()
})
