import { describe, expect, test } from 'vitest'
import { companyCompleteness } from '#core/sync/completeness.ts'
import { coverageMatrix, fullOfflineChoice, type JobTasks } from '#core/sync/completeness-matrix.ts'
import type { OfflineChoice, SyncItem } from '#contract/api/sync.ts'
import type { SyncKind } from '#contract/api/sync-kinds.ts'
import {
  call,
  completenessOf,
  hour,
  now,
  recordingAtService,
  stored,
  twoYears,
  type StoredCompany,
} from './stored-completeness.ts'

const whole: StoredCompany = { enhanced: stored(10), list: stored(1), ratings: stored(3), news: stored(5) }
const nothingLeft: JobTasks = { unfetched: [], failed: [], running: [] }

function matrix(
  companies: Readonly<Record<string, StoredCompany>>,
  tasks: Partial<JobTasks> = {},
  { choice = twoYears, isRefresh = false }: { choice?: OfflineChoice; isRefresh?: boolean } = {},
) {
  const sources = completenessOf(companies)
  const read = new Map(
    Object.keys(companies).map((symbol) => [symbol, companyCompleteness(sources, symbol, choice, now)] as const),
  )
  return coverageMatrix(read, { ...nothingLeft, ...tasks }, isRefresh)
}

const item = (fields: Partial<SyncItem>): SyncItem => ({
  number: 1,
  kind: 'ratings',
  symbol: 'HLDN',
  callId: null,
  title: null,
  state: 'failed',
  detail: null,
  failure: null,
  at: now,
  ...fields,
})

test('a complete company has what is stored, kind by kind, and when it was requested', () => {
  expect(matrix({ HLDN: { ...whole, calls: [call('1', 'whole'), call('2', 'none')] } })).toEqual({
    kinds: ['enhanced', 'calls', 'transcript', 'ratings', 'news'],
    companies: [
      {
        symbol: 'HLDN',
        asOf: now - hour,
        isComplete: true,
        cells: [
          { stored: 10, of: null, state: 'stored' },
          { stored: 1, of: null, state: 'stored' },
          { stored: 1, of: 1, state: 'stored' },
          { stored: 3, of: null, state: 'stored' },
          { stored: 5, of: null, state: 'stored' },
        ],
      },
    ],
    missing: [],
  })
})

test('what failed, runs, waits or was not sent is said by the most pressing of it, in the cell and in a line of its own', () => {
  const calls = [call('1', 'whole'), call('2', 'absent'), call('3', 'absent')]
  const gap = '1 of 11 periods was not sent'
  const { companies, missing } = matrix(
    { HLDN: { ...whole, enhanced: stored(10, { gap }), calls }, ACME: { ...whole, calls: [call('4', 'absent')] } },
    {
      unfetched: [
        { kind: 'transcript', symbol: 'HLDN', state: 'waiting', items: 2 },
        { kind: 'transcript', symbol: 'ACME', state: 'waiting', items: 1 },
        { kind: 'ratings', symbol: 'HLDN', state: 'failed', items: 1 },
      ],
      failed: [item({ failure: { kind: 'no-response' } })],
      running: [item({ kind: 'transcript', callId: '2', title: 'Call 2', state: 'running', at: null })],
    },
  )
  expect(
    companies.map(({ symbol, isComplete, cells }) => [symbol, isComplete, cells.map(({ state }) => state)]),
  ).toEqual([
    ['HLDN', false, ['incomplete', 'stored', 'running', 'failed', 'stored']],
    ['ACME', false, ['stored', 'stored', 'waiting', 'stored', 'stored']],
  ])
  expect(companies[0]?.cells[2]).toEqual({ stored: 1, of: 3, state: 'running' })
  expect(missing.map(({ kind, state, companies: of, title, reason }) => [kind, state, of, title, reason])).toEqual([
    ['ratings', 'failed', [{ symbol: 'HLDN', items: 1 }], null, null],
    ['enhanced', 'incomplete', [{ symbol: 'HLDN', items: 1 }], null, gap],
    ['transcript', 'running', [{ symbol: 'HLDN', items: 1 }], 'Call 2', null],
    [
      'transcript',
      'waiting',
      [
        { symbol: 'HLDN', items: 1 },
        { symbol: 'ACME', items: 1 },
      ],
      null,
      null,
    ],
  ])
})

test('a refresh lacks only what it could not fetch, and has no row of what was never fetched', () => {
  const { kinds, companies, missing } = matrix(
    { HLDN: { enhanced: stored(10, { requestedAt: now - 3 * hour }), ratings: stored(3) } },
    {
      unfetched: [{ kind: 'statements', symbol: 'HLDN', state: 'failed', items: 1 }],
      failed: [item({ kind: 'statements' })],
    },
    { choice: fullOfflineChoice, isRefresh: true },
  )
  expect(kinds).toEqual(['enhanced', 'ratings'])
  expect(companies).toMatchObject([{ asOf: now - 3 * hour, isComplete: false }])
  expect(missing).toMatchObject([{ kind: 'statements', state: 'failed' }])
})

test('recordings are counted of those that the service has, and one that it has no more is still on disk', () => {
  const calls = [
    call('1', 'whole'),
    call('2', 'whole'),
    call('3', 'none'),
    call('4', 'whole'),
    call('5', 'whole'),
    call('6', 'failed'),
    call('7', 'under-way'),
  ]
  const onDisk = { ...recordingAtService, bytes: 20, lacks: null }
  const recordings = {
    1: onDisk,
    2: onDisk,
    4: { ...recordingAtService, isNone: true },
    5: { ...onDisk, isNone: true },
  }
  const { kinds, companies, missing } = matrix(
    { HLDN: { list: stored(7), calls, recordings } },
    {},
    { choice: { ...twoYears, kinds: ['recordings'] } },
  )
  expect(kinds).toEqual(['calls', 'transcript', 'recording'])
  expect(companies[0]?.cells).toEqual([
    { stored: 7, of: null, state: 'stored' },
    { stored: 4, of: 4, state: 'stored' },
    { stored: 3, of: 4, state: 'incomplete' },
  ])
  expect(missing.map(({ kind, callId, reason, at }) => [kind, callId, reason, at])).toEqual([
    ['recording', '3', 'not downloaded', now - hour],
  ])
})

test('a company of which something was never requested has no age, and its gaps have none', () => {
  const { news, ...withoutNews } = whole
  expect(news).toBeDefined()
  const { companies, missing } = matrix({ HLDN: withoutNews })
  expect([companies[0]?.asOf, missing.map(({ kind, at }) => [kind, at])]).toEqual([null, [['news', null]]])
  const nothingChosen = matrix({ HLDN: whole }, {}, { choice: { ...twoYears, kinds: [] } })
  const neverRequested = matrix({ HLDN: {} }, {}, { choice: fullOfflineChoice, isRefresh: true })
  expect([nothingChosen.companies, neverRequested.companies]).toEqual([
    [{ symbol: 'HLDN', asOf: null, isComplete: true, cells: [] }],
    [{ symbol: 'HLDN', asOf: null, isComplete: true, cells: [] }],
  ])
})

test('a job without companies has an empty table', () => {
  expect(matrix({})).toEqual({ kinds: [], companies: [], missing: [] })
})

describe('a refresh', () => {
  const refreshed = (companies: Readonly<Record<string, StoredCompany>>, tasks: Partial<JobTasks> = {}) =>
    matrix(companies, tasks, { choice: fullOfflineChoice, isRefresh: true })

  test('covers every kind that a company has, and is complete with gaps that it does not fetch', () => {
    const gap = '1 of 3 was not sent'
    const all = {
      ...whole,
      lite: stored(2),
      calls: [call('1', 'whole'), call('2', 'absent')],
      ratings: stored(3, { gap }),
    }
    const { kinds, companies, missing } = refreshed({ HLDN: all })
    expect([kinds, companies[0]?.isComplete, missing]).toEqual([
      ['enhanced', 'lite', 'calls', 'transcript', 'ratings', 'news'],
      true,
      [],
    ])
  })

  test('has a column for what one company has, also where another has nothing or failed before it had anything', () => {
    const { kinds, companies } = refreshed(
      { HLDN: { enhanced: stored(8) }, ACME: { news: stored(2) } },
      { unfetched: [{ kind: 'ratings', symbol: 'ACME', state: 'failed', items: 1 }] },
    )
    expect(kinds).toEqual(['enhanced', 'ratings', 'news'])
    expect(companies.map(({ cells }) => cells.map(({ stored: items, state }) => [items, state]))).toEqual([
      [
        [8, 'stored'],
        [0, 'stored'],
        [0, 'stored'],
      ],
      [
        [0, 'stored'],
        [0, 'failed'],
        [2, 'stored'],
      ],
    ])
  })

  test.each([
    ['the enhanced statements, where both are stored', { enhanced: stored(8), lite: stored(2) }, 'enhanced'],
    ['the lite statements, where only they are stored', { lite: stored(2) }, 'lite'],
    ['the enhanced statements, where none is stored', {}, 'enhanced'],
  ])('shows a task for statements with %s', (_, company, edition) => {
    const columnsIn = (state: string, tasks: Partial<JobTasks>) => {
      const { kinds, companies } = refreshed({ HLDN: { ...company, news: stored(1) } }, tasks)
      return kinds.filter((__, at) => companies[0]?.cells[at]?.state === state)
    }
    const task = { kind: 'statements', symbol: 'HLDN', items: 1 } as const
    expect([
      columnsIn('failed', { unfetched: [{ ...task, state: 'failed' }] }),
      columnsIn('running', { running: [item({ kind: 'statements', state: 'running' })] }),
    ]).toEqual([[edition], [edition]])
  })
})

test('failures are in the order of the list, and those of a company that left it at the end', () => {
  const failed = ['GONE', 'ACME', 'LRKA', 'HLDN'].map((symbol, at) => item({ symbol, number: at }))
  const { missing } = matrix({ HLDN: whole, ACME: whole, LRKA: whole }, { failed })
  expect(missing.map(({ companies }) => companies[0]?.symbol)).toEqual(['HLDN', 'ACME', 'LRKA', 'GONE'])
})

test('only what waits for a company is in the line of what waits, and there is no line when all of it runs', () => {
  const waiting = (kind: SyncKind, symbol: string) => ({ kind, symbol, state: 'waiting', items: 1 }) as const
  const { missing } = matrix(
    { HLDN: whole, ACME: whole },
    {
      unfetched: [waiting('ratings', 'HLDN'), waiting('ratings', 'ACME'), waiting('news', 'HLDN')],
      running: [
        item({ kind: 'ratings', symbol: 'HLDN', state: 'running' }),
        item({ kind: 'news', symbol: 'HLDN', state: 'running' }),
      ],
    },
  )
  expect(missing.map(({ kind, state, companies }) => [kind, state, companies])).toEqual([
    ['ratings', 'running', [{ symbol: 'HLDN', items: 1 }]],
    ['news', 'running', [{ symbol: 'HLDN', items: 1 }]],
    ['ratings', 'waiting', [{ symbol: 'ACME', items: 1 }]],
  ])
})

test('what runs of one kind is not taken from what waits of another', () => {
  const { missing } = matrix(
    { HLDN: whole },
    {
      unfetched: [{ kind: 'news', symbol: 'HLDN', state: 'waiting', items: 1 }],
      running: [item({ kind: 'ratings', state: 'running' })],
    },
  )
  expect(missing.map(({ kind, state }) => [kind, state])).toEqual([
    ['ratings', 'running'],
    ['news', 'waiting'],
  ])
})
