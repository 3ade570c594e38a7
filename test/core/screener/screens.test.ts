import { describe, expect, test } from 'vitest'
import type { ScreenCondition, ScreenSpec } from '#contract/api/screens.ts'
import { announcements } from '../announcements.ts'
import { enhanced } from '../records.ts'
import { failureOfQuestion, openedCore } from '../opened-core.ts'
import { callOf, day, ratingOf, securityOf, watchlistSetup } from '../watchlists/watchlist-setup.ts'
import { askLibrary, changeDesk, figure, group, matchesIn, quartersTo, screen, symbolsIn } from './screen-setup.ts'

const q3 = [2025, 3] as const
/** Revenue, and operating income as a share of it, quarter by quarter. */
const earning = (...quarters: readonly (readonly [revenue: number, margin: number | null])[]) =>
  quarters.map(([Revenue, margin]) => ({ Revenue, OperatingIncome: margin === null ? null : Revenue * margin }))
const steady = (margin: number) => earning(...Array.from({ length: 8 }, () => [100, margin] as const))

/** A library of these companies' statements. */
async function stored(records: Record<string, unknown>[], more: Parameters<typeof watchlistSetup>[0] = {}) {
  const opened = await watchlistSetup({ fundamentals: records, ...more })
  for (const symbol of new Set(records.map((record) => String(record['symbol'])))) await opened.sync(symbol)
  return opened
}

const margin = (value: number, operator: 'at-least' | 'below' = 'at-least') =>
  figure('calculated.operating_margin', operator, value)

describe('a company lacks data only where what is missing could change its result', () => {
  test('gaps, nulls and stale quarters: what is not stored is neither zero nor a failure', async () => {
    const { api, profile } = await stored([
      ...quartersTo('HIGH', q3, steady(0.2)),
      ...quartersTo('LOW', q3, steady(0.05)),
      // Its latest quarter has no operating income.
      ...quartersTo('NULL', q3, earning([100, 0.3], [100, null])),
      // Its latest quarter is three quarters old.
      ...quartersTo('OLD', [2024, 4], steady(0.3)),
      // A year ago is missing.
      ...quartersTo('GAP', q3, earning([100, 0.2], [100, 0.2])),
      enhanced({ symbol: 'YEARLY', year: 2024 }, { Revenue: 400, OperatingIncome: 80 }),
    ])
    const result = await api.screens.run({
      spec: screen(group('all', margin(0.1), figure('Revenue', 'at-least', 0, { measure: 'change' }))),
    })
    // The same by hand: both figures are there and pass.
    const sql = `SELECT now.symbol FROM statements_wide AS now JOIN statements_wide AS ago
        ON ago.symbol = now.symbol AND ago.quarter = now.quarter AND ago.year = now.year - 1
      WHERE now.quarter = 'Q3' AND now.year = 2025 AND now.OperatingIncome / now.Revenue >= 0.1 AND now.Revenue / ago.Revenue - 1 >= 0`
    expect(symbolsIn(result)).toEqual(askLibrary<{ symbol: string }>(profile, sql).map(({ symbol }) => symbol))
    expect(symbolsIn(result)).toEqual(['HIGH'])
    expect(result.unjudged).toEqual([
      { symbol: 'GAP', name: null, reasons: ['Q3 FY2024 not stored'], remedy: 'statements' },
      {
        symbol: 'NULL',
        name: null,
        reasons: ['Operating margin n/a in Q3 FY2025', 'Q3 FY2024 not stored'],
        remedy: 'statements',
      },
      { symbol: 'OLD', name: null, reasons: ['Latest quarter is Q4 FY2024'], remedy: 'statements' },
      { symbol: 'YEARLY', name: null, reasons: ['No quarters stored, annual records only'], remedy: 'statements' },
    ])
    expect(result).toMatchObject({ companies: 6, judged: 2 })
    expect(result.conditions).toMatchObject([
      { meet: 2, judged: 3, noData: 3, lacking: ['NULL', 'OLD', 'YEARLY'] },
      { meet: 2, judged: 2, noData: 4 },
    ])
  })

  test('a quarter whose end contradicts its label is no base for a change', async () => {
    // The third quarter of 2024 ends half a year too late.
    const mislabelled = quartersTo('WRONG', q3, steady(0.2)).map((record) =>
      record['EndPeriod'] === '2024-09-30' ? { ...record, EndPeriod: '2025-03-15' } : record,
    )
    const { api } = await stored([...quartersTo('HIGH', q3, steady(0.2)), ...mislabelled])
    const changed = await api.screens.run({
      spec: screen(group('all', figure('Revenue', 'at-least', 0, { measure: 'change' }))),
    })
    expect(symbolsIn(changed)).toEqual(['HIGH'])
    expect(changed.unjudged.map(({ symbol }) => symbol)).toEqual(['WRONG'])
  })

  test('a fiscal year, a quarter or LTM of long ago is not current; as of a day they are judged by that day', async () => {
    const yearly = (symbol: string, year: number, share: number) =>
      enhanced({ symbol, year, end: `${year}-12-31` }, { Revenue: 400, OperatingIncome: 400 * share })
    const opened = await stored([yearly('OLD', 2016, 0.3)])
    const { api, clock, knows, sync } = opened
    const then = clock.now()
    clock.advance(day)
    knows.fundamentals = [
      ...knows.fundamentals,
      yearly('LAST', 2024, 0.2),
      // Ends in June: its next year ends in June 2026.
      enhanced({ symbol: 'JUNE', year: 2025, end: '2025-06-30' }, { Revenue: 400, OperatingIncome: 60 }),
      ...quartersTo('NOW', q3, steady(0.2)),
      ...quartersTo('PAST', [2016, 4], steady(0.2)),
    ]
    for (const symbol of ['LAST', 'JUNE', 'NOW', 'PAST']) await sync(symbol)
    const run = (period: 'year' | 'quarter' | 'ltm', asOf: number | null) =>
      api.screens.run({
        spec: { ...screen(group('all', figure('calculated.operating_margin', 'at-least', 0.1, { period }))), asOf },
      })
    const of = async (...asked: Parameters<typeof run>) => {
      const { unjudged, ...result } = await run(...asked)
      return [symbolsIn({ unjudged, ...result }), unjudged.map(({ symbol, reasons }) => `${symbol}: ${reasons.join()}`)]
    }
    expect(await of('year', null)).toEqual([
      ['JUNE', 'LAST'],
      ['NOW: No annual records stored', 'OLD: Latest year is FY2016', 'PAST: No annual records stored'],
    ])
    for (const period of ['quarter', 'ltm'] as const) {
      const [matches, why] = await of(period, null)
      expect([matches, why?.at(-1)]).toEqual([['NOW'], 'PAST: Latest quarter is Q4 FY2016'])
    }
    // The library of that day had nothing newer.
    expect(await of('year', then)).toEqual([['OLD'], []])
  })

  test('a company that fails another condition is judged, whatever it lacks; in any-of, one that is met settles it', async () => {
    const { api } = await stored([
      ...quartersTo('FAILS', q3, earning([100, 0.05])),
      ...quartersTo('MEETS', q3, earning([100, 0.2])),
    ])
    const growth = figure('Revenue', 'at-least', 0, { measure: 'change' })
    const run = (...groups: Parameters<typeof screen>) => api.screens.run({ spec: screen(...groups) })
    const all = await run(group('all', margin(0.1), growth))
    expect([symbolsIn(all), all.unjudged.map(({ symbol }) => symbol)]).toEqual([[], ['MEETS']])
    const any = await run(group('any', margin(0.1), growth))
    expect([symbolsIn(any), any.unjudged.map(({ symbol }) => symbol)]).toEqual([['MEETS'], ['FAILS']])
    expect(matchesIn(any)[0]?.metBy).toEqual([expect.stringMatching(/^c/)])
    const none = await run(group('none', margin(0.1), growth))
    expect([symbolsIn(none), none.unjudged.map(({ symbol }) => symbol)]).toEqual([[], ['FAILS']])
    const nested = await run(group('none', margin(0.1)), group('any', growth, margin(0, 'at-least')))
    expect([symbolsIn(nested), nested.unjudged]).toEqual([['FAILS'], []])
  })

  test('a figure without a meaning is judged and not met: nothing that could be downloaded would give it one', async () => {
    const { api } = await stored(
      quartersTo('LOSS', q3, [{ Revenue: -5 }, ...earning([10, 0], [10, 0], [10, 0], [10, 0])]),
    )
    const result = await api.screens.run({
      spec: screen(group('all', figure('Revenue', 'at-least', 0, { measure: 'change' }))),
    })
    expect(result).toMatchObject({ judged: 1, unjudged: [], conditions: [{ meet: 0, judged: 1, noData: 0 }] })
  })

  test('a watchlist’s company of which nothing is stored is named, and can be downloaded', async () => {
    const { api, list } = await stored(quartersTo('HERE', q3, steady(0.2)))
    const id = await list('HERE', 'AWAY')
    const spec: ScreenSpec = {
      ...screen(group('all', margin(0.1))),
      universe: { of: 'watchlist', id, name: 'CopyCompleteness' },
    }
    const result = await api.screens.run({ spec })
    expect(symbolsIn(result)).toEqual(['HERE'])
    expect(result.unjudged).toEqual([
      { symbol: 'AWAY', name: null, reasons: ['No statements stored'], remedy: 'statements' },
    ])
  })
})

describe('amounts of money', () => {
  test('are refused with the reason where no currency is stated, and the other conditions still count', async () => {
    const { api } = await stored([
      ...quartersTo('BIG', q3, earning([500, 0.2])),
      ...quartersTo('SMALL', q3, earning([5, 0.2])),
      ...quartersTo('POOR', q3, earning([500, 0.01])),
    ])
    const money = figure('Revenue', 'at-least', 100)
    const spec = screen(group('all', money, margin(0.1)))
    const refused = await api.screens.run({ spec })
    expect(refused.conditions[0]).toMatchObject({
      refusal: 'Currency not stated, so amounts cannot be compared',
      isOfMoney: true,
    })
    expect(symbolsIn(refused)).toEqual(['BIG', 'SMALL'])
    const treated = await api.screens.run({ spec: { ...spec, oneCurrency: true } })
    expect(treated.conditions[0]?.refusal).toBeNull()
    expect(symbolsIn(treated)).toEqual(['BIG'])
  })

  test('are distinguished from ratios in formulas and metrics of one’s own by their lines, whatever unit was chosen', async () => {
    const { api } = await stored(quartersTo('ONE', q3, steady(0.2)))
    const { id } = await api.metrics.save({ name: 'Costs', formula: 'Revenue - OperatingIncome', unit: 'percent' })
    const { id: nested } = await api.metrics.save({ name: 'Twice', formula: '2 * [Costs]', unit: 'ratio' })
    const resultOf = async (field: string, more: Parameters<typeof figure>[3] = {}) => {
      const { conditions } = await api.screens.run({ spec: screen(group('all', figure(field, 'at-least', 5, more))) })
      return conditions.map(({ isOfMoney, unit, refusal }) => [isOfMoney, unit, refusal === null])[0]
    }
    for (const field of ['=[Revenue] - [Operating income]', '=max(Revenue, 2 * EBITDA)', `own.${id}`, `own.${nested}`])
      expect([field, await resultOf(field)]).toEqual([field, [true, 'money', false]])
    expect(await resultOf('=Revenue / DilutedSharesOutstanding')).toEqual([true, 'per-share', false])
    expect(await resultOf('=[Inventories] / [Revenue] * 365')).toEqual([false, 'ratio', true])
    expect(await resultOf('=growth(Revenue)')).toEqual([false, 'percent', true])
    expect(await resultOf('=[Gross margin] - [Operating margin]')).toEqual([false, 'percent', true])
    expect(await resultOf(`own.${id}`, { measure: 'change' })).toEqual([false, 'money', true])
  })

  test('may be compared with zero, and their growth with anything', async () => {
    const { api } = await stored(quartersTo('ONE', q3, earning([90, 0.1], [90, 0.1], [90, 0.1], [90, 0.1], [100, 0.1])))
    const run = (condition: ScreenCondition) => api.screens.run({ spec: screen(group('all', condition)) })
    expect(await run(figure('OperatingIncome', 'above', 0))).toMatchObject({ conditions: [{ refusal: null, meet: 1 }] })
    expect(symbolsIn(await run(figure('OperatingIncome', 'below', 0)))).toEqual([])
    expect(symbolsIn(await run(figure('Revenue', 'at-least', 0.1, { measure: 'change' })))).toEqual(['ONE'])
    expect((await run(figure('Revenue', 'at-least', 1, { measure: 'rank' }))).conditions[0]?.isOfMoney).toBe(true)
  })
})

test('a rank counts within the sector, whatever the universe is; equal figures share it', async () => {
  // Sub-industries of two sectors.
  const sectors = { A: '45203010', B: '45301020', C: '45202030', D: '10102010' }
  const { api, search, list } = await stored(
    [0.1, 0.3, 0.3, 0.05].flatMap((share, at) => quartersTo('ABCD'[at] ?? '', q3, steady(share))),
    {
      securities: Object.entries(sectors).map(([symbol, code]) =>
        securityOf(symbol, { 'classification.gics_code': code }),
      ),
    },
  )
  for (const symbol of Object.keys(sectors)) await search(symbol)
  const id = await list('A', 'B', 'D')
  const first = figure('calculated.operating_margin', 'at-most', 1, { measure: 'rank' })
  expect(symbolsIn(await api.screens.run({ spec: screen(group('all', first)) }))).toEqual(['B', 'C', 'D'])
  const spec: ScreenSpec = { ...screen(group('all', first)), universe: { of: 'watchlist', id, name: '' } }
  const rows = matchesIn(await api.screens.run({ spec: { ...spec, groups: [group('all', { ...first, value: 3 })] } }))
  expect(rows.map(({ symbol, cells }) => [symbol, cells[0]])).toEqual([
    ['A', 3],
    ['B', 1],
    ['D', 1],
  ])
})

test('columns that are no condition have figures of their own, of every company that matches', async () => {
  const { api } = await stored([...quartersTo('A', q3, steady(0.2)), ...quartersTo('B', q3, steady(0.15))])
  const { id } = await api.metrics.save({ name: 'Half', formula: 'OperatingIncome / 2', unit: 'money' })
  const spec: ScreenSpec = {
    ...screen(group('all', margin(0.1))),
    columns: [
      { kind: 'plain', key: 'sector' },
      { kind: 'figure', field: 'Revenue', period: 'ltm', measure: 'value' },
      { kind: 'figure', field: 'Revenue', period: 'quarter', measure: 'change' },
      { kind: 'figure', field: `own.${id}`, period: 'quarter', measure: 'value' },
      { kind: 'figure', field: 'Revenue', period: 'year', measure: 'value' },
    ],
  }
  const result = await api.screens.run({ spec })
  expect(matchesIn(result).map(({ symbol, figures }) => [symbol, figures])).toEqual([
    ['A', [null, 400, 0, 10, null]],
    ['B', [null, 400, 0, 7.5, null]],
  ])
  expect(result.columns).toEqual(spec.columns)
  const saved = await api.screens.save({ name: 'With columns', spec })
  expect(saved.spec).toEqual(spec)
})

test('as of a day a rank counts within the sectors of that day, and listings are those of that day', async () => {
  const listed = (symbol: string, code: string) => securityOf(symbol, { 'classification.gics_code': code })
  const opened = await stored(
    [0.3, 0.2, 0.1].flatMap((share, at) => quartersTo('ABC'[at] ?? '', q3, steady(share))),
    { securities: [listed('A', '45203010'), listed('B', '45203010')] },
  )
  const { api, search, knows, clock } = opened
  await search('A')
  await search('B')
  const then = clock.now()
  clock.advance(30 * day)
  knows.securities = [listed('A', '10102010'), listed('B', '45203010'), listed('C', '45203010')]
  for (const symbol of ['A', 'B', 'C']) await search(symbol)
  const first = figure('calculated.operating_margin', 'at-most', 1, { measure: 'rank' })
  const spec = screen(group('all', first))
  expect(symbolsIn(await api.screens.run({ spec }))).toEqual(['A', 'B'])
  const past = await api.screens.run({ spec: { ...spec, asOf: then } })
  expect(matchesIn(past).map(({ symbol, listing, name }) => [symbol, listing.sector, name])).toEqual([
    ['A', 'Information Technology', 'A Corporation'],
  ])
  expect(past.unjudged).toMatchObject([{ symbol: 'C', reasons: ['No sector stored on that date'], remedy: null }])
  const energy: ScreenCondition = { kind: 'security', id: 's', field: 'sector', values: ['Energy'] }
  const energetic = async (asOf: number | null) =>
    symbolsIn(await api.screens.run({ spec: { ...screen(group('all', energy)), asOf } }))
  expect([await energetic(then), await energetic(null)]).toEqual([[], ['A']])
})

test('security fields, calls, ratings, restatements and saved searches are conditions as well', async () => {
  const opened = await stored(
    ['A', 'B'].flatMap((symbol) => quartersTo(symbol, q3, steady(0.2))),
    {
      securities: [
        securityOf('A', { 'exchange_info.exchange_country': 'US' }),
        securityOf('B', { 'exchange_info.exchange_country': 'CA' }),
      ],
      calls: [callOf('A', 'call-a', -10)],
      ratings: [
        ratingOf('A', 1, '2025-12-20 10:00:00', { action: 'Downgrades' }),
        ratingOf('B', 2, '2024-01-01 10:00:00'),
      ],
    },
  )
  const { api, knows, sync, search } = opened
  await search('A')
  await search('B')
  await api.fetch.call({ parameters: { call_id: 'call-a' }, freshness: 'service' })
  const { id: searchId } = await api.search.save({ name: 'Margins', query: 'widened', chosen: {} })
  knows.fundamentals = knows.fundamentals.map((record) =>
    record['symbol'] === 'B' && record['Quarter'] === 'Q3' ? { ...record, Revenue: 90 } : record,
  )
  opened.clock.advance(day)
  await sync('B')
  const run = async (condition: ScreenCondition) => {
    const result = await api.screens.run({ spec: screen(group('all', condition)) })
    return { matches: symbolsIn(result), unjudged: result.unjudged.map(({ symbol, remedy }) => [symbol, remedy]) }
  }
  expect(await run({ kind: 'security', id: 's', field: 'country', values: ['CA'] })).toEqual({
    matches: ['B'],
    unjudged: [],
  })
  expect(await run({ kind: 'call', id: 'd', attribute: 'days-since', operator: 'at-most', value: 20 })).toEqual({
    matches: ['A'],
    unjudged: [['B', 'calls']],
  })
  expect(await run({ kind: 'rating', id: 'r', action: 'down', days: 90, value: 1 })).toEqual({
    matches: ['A'],
    unjudged: [],
  })
  expect(await run({ kind: 'restatement', id: 'x', field: 'Revenue', days: 30, value: 0.05 })).toEqual({
    matches: ['B'],
    unjudged: [],
  })
  expect(await run({ kind: 'restatement', id: 'x', field: 'Revenue', days: 30, value: 0.1 })).toMatchObject({
    matches: [],
  })
  expect(await run({ kind: 'search', id: 't', searchId, name: 'Margins', days: 90, value: 1 })).toEqual({
    matches: ['A'],
    unjudged: [['B', 'calls']],
  })
})

test('hits of a saved search are counted by the date of the call, the rating or the news, not by when they were downloaded', async () => {
  const { api } = await stored(quartersTo('A', q3, steady(0.2)), {
    calls: [callOf('A', 'old', -400), callOf('A', 'recent', -10)],
    ratings: [
      ratingOf('A', 1, '2023-01-01 10:00:00.000000', { story: 'Margins widened.' }),
      ratingOf('A', 2, '2026-01-02 10:00:00.000000', { story: 'Margins widened.' }),
    ],
  })
  for (const call_id of ['old', 'recent']) await api.fetch.call({ parameters: { call_id }, freshness: 'service' })
  const { id: searchId } = await api.search.save({ name: 'Margins', query: 'widened', chosen: {} })
  const hitsWithin = async (days: number) => {
    const condition: ScreenCondition = { kind: 'search', id: 't', searchId, name: 'Margins', days, value: 1 }
    return matchesIn(await api.screens.run({ spec: screen(group('all', condition)) })).map(({ cells }) => cells[0])
  }
  // A turn of each call and the story of each rating.
  expect(await hitsWithin(3650)).toEqual([4])
  expect(await hitsWithin(90)).toEqual([2])
  expect(await hitsWithin(1)).toEqual([])
})

test('what is written between two runs counts in the second: statements and listings', async () => {
  const opened = await stored([...quartersTo('A', q3, steady(0.2)), ...quartersTo('B', q3, steady(0.1))], {
    securities: [securityOf('A', { 'classification.gics_code': '45203010' })],
  })
  const { api, knows, sync, search, clock } = opened
  const rank = figure('calculated.operating_margin', 'at-most', 1, { measure: 'rank' })
  const ranked = async () => symbolsIn(await api.screens.run({ spec: screen(group('all', rank)) }))
  expect(await ranked()).toEqual([])
  await search('A')
  expect(await ranked()).toEqual(['A'])
  const rich = async () => symbolsIn(await api.screens.run({ spec: screen(group('all', margin(0.15))) }))
  expect(await rich()).toEqual(['A'])
  clock.advance(day)
  knows.fundamentals = knows.fundamentals.map((record) =>
    record['symbol'] === 'B' ? { ...record, OperatingIncome: 30 } : record,
  )
  await sync('B')
  expect(await rich()).toEqual(['A', 'B'])
})

test('as of a date the screen is judged by what the library knew then', async () => {
  const opened = await stored(quartersTo('ONE', q3, steady(0.2)))
  const { api, knows, clock, sync } = opened
  const then = clock.now()
  clock.advance(30 * day)
  knows.fundamentals = [...quartersTo('ONE', q3, steady(0.05)), ...quartersTo('TWO', q3, steady(0.2))]
  await sync('ONE')
  await sync('TWO')
  const spec = screen(group('all', margin(0.1)))
  expect(symbolsIn(await api.screens.run({ spec }))).toEqual(['TWO'])
  const past = await api.screens.run({ spec: { ...spec, asOf: then } })
  expect([symbolsIn(past), past.companies]).toEqual([['ONE'], 1])
  const toned: ScreenCondition = { kind: 'call', id: 's', attribute: 'sentiment', operator: 'at-least', value: 0 }
  const refused = await api.screens.run({ spec: { ...screen(group('all', toned)), asOf: then } })
  expect(refused.conditions[0]?.refusal).toBe('Only current sentiment is stored, no history')
})

test('the next steps of a value are counted, and a screen without a match names what excludes most', async () => {
  const { api } = await stored([0.1, 0.12, 0.13, 0.2].flatMap((share, at) => quartersTo(`S${at}`, q3, steady(share))))
  const condition = margin(0.12)
  const spec = screen(group('all', condition))
  const result = await api.screens.run({ spec, steps: { conditionId: condition.id, values: [0.11, 0.13, 0.3] } })
  expect([symbolsIn(result).length, result.steps]).toEqual([3, [3, 2, 0]])
  const none = await api.screens.run({
    spec: screen(group('all', { ...condition, value: 0.5 }), group('any', margin(0))),
  })
  expect(none.relaxation).toEqual({ conditionId: condition.id, value: 0.2 })
})

test('a condition that is not finished takes no part, and neither does a bypassed group', async () => {
  const { api } = await stored([...quartersTo('HIGH', q3, steady(0.2)), ...quartersTo('LOW', q3, steady(0.05))])
  const unfinished = figure('Revenue', 'at-least', null, { measure: 'change' })
  const result = await api.screens.run({ spec: screen(group('all', margin(0.1), unfinished)) })
  expect(symbolsIn(result)).toEqual(['HIGH'])
  expect(result.conditions[1]).toMatchObject({ judged: 2, ticks: [0, 0] })
  const bypassed = { ...group('all', margin(0.1)), bypassed: true }
  expect(symbolsIn(await api.screens.run({ spec: screen(bypassed) }))).toEqual(['HIGH', 'LOW'])
})

describe('a saved screen', () => {
  const spec = screen(group('all', margin(0.1)))

  test('runs again after a sync: what entered and left since it was seen is named, with the figure that changed', async () => {
    const opened = await stored([
      ...quartersTo('STAYS', q3, steady(0.2)),
      ...quartersTo('LEAVES', q3, steady(0.15)),
      ...quartersTo('ENTERS', q3, steady(0.05)),
    ])
    const { api, knows, clock } = opened
    const { id } = await api.screens.save({ name: 'Profitable', spec })
    knows.fundamentals = [
      ...quartersTo('STAYS', q3, steady(0.2)),
      ...quartersTo('LEAVES', [2025, 4], steady(0.02)),
      ...quartersTo('ENTERS', [2025, 4], steady(0.3)),
    ]
    clock.advance(2 * day)
    const heard = await announcements(api)
    await api.sync.refresh({ scope: { of: 'symbols', symbols: ['STAYS', 'LEAVES', 'ENTERS'] }, due: false })
    for (let count = 1; !heard.heard.some(({ kind }) => kind === 'screens'); count += 1) await heard.until(count)
    const { screens } = await api.screens.saved()
    expect(screens).toMatchObject([{ id, matches: 2, entered: ['ENTERS'], left: ['LEAVES'], runs: 2 }])
    const { runs } = await api.screens.history({ id })
    expect(runs).toMatchObject([
      { at: clock.now(), matches: ['ENTERS', 'STAYS'], entered: ['ENTERS'], left: ['LEAVES'] },
      { matches: ['LEAVES', 'STAYS'], entered: [], left: [] },
    ])
    const { droppedCompanies } = await api.screens.droppedCompanies({ id })
    expect(droppedCompanies).toMatchObject([{ symbol: 'LEAVES', period: 'Q4 FY2025', fetchedAt: clock.now() }])
    expect(droppedCompanies[0]?.current).toBeCloseTo(0.02, 10)
    expect(droppedCompanies[0]?.previous).toBeCloseTo(0.15, 10)
    expect(await api.screens.markSeen({ id })).toMatchObject({ matches: 2, entered: [], left: [] })
  })

  test('is there after a restart; it can be renamed, removed and brought back with its history', async () => {
    const opened = await stored(quartersTo('ONE', q3, steady(0.2)))
    const { id } = await opened.api.screens.save({ name: 'First', spec })
    await opened.close()
    const { api } = openedCore({ profile: opened.profile })
    await api.screens.rename({ id, name: 'Second' })
    expect((await api.screens.saved()).screens).toMatchObject([{ id, name: 'Second', matches: 1, runs: 1, spec }])
    const { removed } = await api.screens.remove({ id })
    expect((await api.screens.saved()).screens).toEqual([])
    await api.screens.restore({ removed })
    expect((await api.screens.saved()).screens).toMatchObject([{ id, name: 'Second', runs: 1 }])
  })

  test('that was saved before columns could be chosen has its conditions, and the usual columns', async () => {
    const opened = await stored(quartersTo('ONE', q3, steady(0.2)))
    const { id } = await opened.api.screens.save({ name: 'Earlier', spec })
    await opened.close()
    const { columns: _, ...earlier } = spec
    changeDesk(opened.profile, 'UPDATE saved_screen SET spec = ?', JSON.stringify(earlier))
    const { api } = openedCore({ profile: opened.profile })
    expect((await api.screens.saved()).screens).toMatchObject([{ id, matches: 1, spec }])
  })

  test('of which a condition is refused says so, and is not a screen of the conditions that are left', async () => {
    const { api } = await stored(quartersTo('A', q3, steady(0.2)))
    const money = screen(group('all', margin(0.1), figure('Revenue', 'at-least', 5)))
    await api.screens.save({ name: 'In money', spec: money })
    await api.screens.save({ name: 'One currency', spec: { ...money, oneCurrency: true } })
    expect((await api.screens.saved()).screens).toMatchObject([
      { name: 'In money', isRefused: true, matches: 0, entered: [], left: [] },
      { name: 'One currency', isRefused: false, matches: 1 },
    ])
  })

  test('narrows another one, and one that needs its own results is refused', async () => {
    const { api } = await stored([...quartersTo('A', q3, steady(0.2)), ...quartersTo('B', q3, steady(0.12))])
    const { id } = await api.screens.save({ name: 'Profitable', spec })
    const narrower: ScreenSpec = {
      ...screen(group('all', margin(0.15, 'below'))),
      universe: { of: 'screen', id, name: '' },
    }
    expect(symbolsIn(await api.screens.run({ spec: narrower }))).toEqual(['B'])
    const itself = api.screens.save({ id, name: 'Profitable', spec: narrower })
    expect(await failureOfQuestion(itself)).toMatchObject({
      kind: 'bad-request',
      detail: 'This screen refers to its own results',
    })
  })

  test('whose watchlist is gone is still listed', async () => {
    const { api, list } = await stored(quartersTo('A', q3, steady(0.2)))
    const listId = await list('A')
    await api.screens.save({
      name: 'On a list',
      spec: { ...spec, universe: { of: 'watchlist', id: listId, name: 'CopyCompleteness' } },
    })
    await api.watchlists.remove({ listId })
    expect((await api.screens.saved()).screens).toMatchObject([
      { name: 'On a list', isRefused: true, matches: 0, companies: 0 },
    ])
  })
})
