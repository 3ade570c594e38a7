import { describe, expect, test } from 'vitest'
import { guidanceRows, type ReportedFigures } from '#core/guidance/guidance-rows.ts'
import type { StatedGuidance } from '#core/guidance/stated-guidance.ts'

const year = { quarter: 'FY', year: 2025 } as const
const third = { quarter: 'Q3', year: 2025 } as const
const nothing: ReportedFigures = { figure: () => null }

function stated(millions: number, over: Partial<StatedGuidance> = {}): StatedGuidance {
  return {
    turn: 0,
    from: 0,
    to: 1,
    fields: ['Revenue'],
    label: 'Revenue',
    change: null,
    qualifier: null,
    period: year,
    value: { unit: 'amount', currency: null, low: millions * 1e6, high: millions * 1e6, step: 1e6, bound: 'exact' },
    coarseStep: 1e6,
    ...over,
  }
}

/** The revenue of every period. */
function revenueOf(millions: number): ReportedFigures {
  return {
    figure: (field, _, period) => ({
      field,
      period,
      edition: 'enhanced',
      value: millions * 1e6,
      origin: 'stored',
      earlier: null,
    }),
  }
}

const marksOf = (calls: Parameters<typeof guidanceRows>[0], reported = nothing) =>
  guidanceRows(calls, reported).map(({ cells }) =>
    cells.map((cell) => (cell?.is === 'stated' ? cell.change : (cell?.is ?? ''))),
  )

const [q1, q2, q3] = (['Q1', 'Q2', 'Q3'] as const).map((quarter) => ({ quarter, year: 2025 }) as const)

describe('guidance that a call withdraws', () => {
  const withdrawal = { turn: 3, from: 0, to: 9, periods: [], fields: [] }

  test('is marked so, and later guidance and what is reported are not compared with it', () => {
    if (!q1 || !q2 || !q3) throw new Error('no quarters')
    const calls = [
      { quarter: q1, stated: [stated(2400)], withdrawn: [] },
      { quarter: q2, stated: [], withdrawn: [withdrawal] },
    ]
    expect(marksOf(calls)).toEqual([['given', 'withdrawn']])
    expect(guidanceRows(calls, revenueOf(2400))[0]?.outcome).toBeNull()
    expect(marksOf([...calls, { quarter: q3, stated: [stated(2300)], withdrawn: [] }])).toEqual([
      ['given', 'withdrawn', 'given'],
    ])
  })

  test('is only that of the period and the line that are named, and never what the same call states', () => {
    if (!q1 || !q2) throw new Error('no quarters')
    const marks = (over: object, said = [stated(2400)].slice(1)) =>
      marksOf([
        { quarter: q1, stated: [stated(2400)], withdrawn: [] },
        { quarter: q2, stated: said, withdrawn: [{ ...withdrawal, ...over }] },
      ])
    expect(marks({ periods: [year], fields: ['Revenue'] })).toEqual([['given', 'withdrawn']])
    expect(marks({ periods: [third] })).toEqual([['given', '']])
    expect(marks({ fields: ['EBITDA'] })).toEqual([['given', '']])
    expect(marks({}, [stated(2400)])).toEqual([['given', 'repeated']])
  })
})

describe('a period that a call leaves out', () => {
  test('is marked as not repeated where the call guides for the same line in another period', () => {
    if (!q1 || !q2) throw new Error('no quarters')
    const calls = [
      { quarter: q1, stated: [stated(2400)], withdrawn: [] },
      { quarter: q2, stated: [stated(600, { period: third })], withdrawn: [] },
    ]
    expect(marksOf(calls)).toEqual([
      ['given', 'not-repeated'],
      ['', 'given'],
    ])
  })

  test('is left alone where the call says nothing of the line, and where the period is over', () => {
    if (!q1 || !q2 || !q3) throw new Error('no quarters')
    const next = stated(700, { period: { quarter: 'Q4', year: 2025 } })
    const calls = [
      { quarter: q1, stated: [stated(600, { period: third })], withdrawn: [] },
      { quarter: q2, stated: [], withdrawn: [] },
      { quarter: q3, stated: [next], withdrawn: [] },
    ]
    expect(marksOf(calls)).toEqual([
      ['', '', 'given'],
      ['given', '', ''],
    ])
  })
})

test('passages of one call that do not agree have no mark, and nothing is compared with them', () => {
  if (!q1 || !q2) throw new Error('no quarters')
  const calls = [
    { quarter: q1, stated: [stated(2400), stated(2600)], withdrawn: [] },
    { quarter: q2, stated: [stated(2500)], withdrawn: [] },
  ]
  expect(marksOf(calls)).toEqual([[null, null]])
})

test('a figure far from that of a year earlier is of something else', () => {
  if (!q1) throw new Error('no quarter')
  const calls = [{ quarter: q1, stated: [stated(15)], withdrawn: [] }]
  expect(guidanceRows(calls, revenueOf(2300))).toEqual([])
  expect(guidanceRows(calls, nothing)).toHaveLength(1)
})

test('adjusted guidance stands apart, without a reported figure', () => {
  if (!q1) throw new Error('no quarter')
  const calls = [{ quarter: q1, stated: [stated(2400), stated(2500, { qualifier: 'adjusted' })], withdrawn: [] }]
  expect(guidanceRows(calls, revenueOf(2400)).map(({ qualifier, outcome }) => [qualifier, outcome])).toEqual([
    [null, 'within'],
    ['adjusted', null],
  ])
})

test('another currency than the dollar is not compared, unless it agrees', () => {
  if (!q1) throw new Error('no quarter')
  const euros = (millions: number) => {
    const { value } = stated(millions)
    return stated(millions, { value: { ...value, currency: 'EUR' } })
  }
  const outcome = (millions: number) =>
    guidanceRows([{ quarter: q1, stated: [euros(millions)], withdrawn: [] }], revenueOf(2400))[0]?.outcome
  expect([outcome(2300), outcome(2400)]).toEqual([null, 'within'])
})
