import { describe, expect, test } from 'vitest'
import type { CallQuarter } from '#core/spoken-figures/periods.ts'
import { guidanceRows, type GuidingCall, type ReportedFigures } from '#core/guidance/guidance-rows.ts'
import type { StatedGuidance } from '#core/guidance/stated-guidance.ts'

const year = { quarter: 'FY', year: 2025 } as const
const third = { quarter: 'Q3', year: 2025 } as const
const nothing: ReportedFigures = { figure: () => null, splitBetween: () => null }

function stated(millions: number, over: Partial<StatedGuidance> = {}): StatedGuidance {
  return {
    turn: 0,
    from: 0,
    to: 1,
    fields: ['Revenue'],
    label: 'Revenue',
    change: null,
    qualifier: null,
    basis: '',
    period: year,
    value: { unit: 'amount', currency: null, low: millions * 1e6, high: millions * 1e6, step: 1e6, bound: 'exact' },
    coarseStep: 1e6,
    ...over,
  }
}

function call(quarter: CallQuarter, over: Partial<GuidingCall> = {}): GuidingCall {
  const nothingSaid = {
    stated: [],
    unclear: [],
    changed: [],
    withdrawn: [],
    mayWithdraw: [],
    reaffirmed: [],
    isUnclear: false,
  }
  return { quarter, ...nothingSaid, isDismissed: () => false, ...over }
}

/** The revenue of every period. */
function revenueOf(millions: number): ReportedFigures {
  return {
    figure: (field, _, period) => ({
      reported: { field, period, edition: 'enhanced', value: millions * 1e6, origin: 'stored' },
      restated: null,
    }),
    splitBetween: () => null,
  }
}

const marksOf = (calls: Parameters<typeof guidanceRows>[0], reported = nothing) =>
  guidanceRows(calls, reported).map(({ cells }) =>
    cells.map((cell) => (cell?.is === 'stated' ? cell.change : (cell?.is ?? ''))),
  )

const q1 = { quarter: 'Q1', year: 2025 } as const
const q2 = { quarter: 'Q2', year: 2025 } as const
const q3 = { quarter: 'Q3', year: 2025 } as const

/** Words about all guidance. */
const remark = { turn: 3, from: 0, to: 9, periods: [], fields: [], qualifier: null, isOfChange: false }

describe('guidance that a call withdraws', () => {
  test('is marked so, and later guidance and what is reported are not compared with it', () => {
    const calls = [call(q1, { stated: [stated(2400)] }), call(q2, { withdrawn: [remark] })]
    expect(marksOf(calls)).toEqual([['given', 'withdrawn']])
    expect(guidanceRows(calls, revenueOf(2400))[0]?.outcome).toBeNull()
    expect(marksOf([...calls, call(q3, { stated: [stated(2300)] })])).toEqual([['given', 'withdrawn', 'given']])
  })

  test('is only that of the period and the line that are named, and never what the same call states', () => {
    const marks = (over: object, said = [stated(2400)].slice(1)) =>
      marksOf([call(q1, { stated: [stated(2400)] }), call(q2, { stated: said, withdrawn: [{ ...remark, ...over }] })])
    expect(marks({ periods: [year], fields: ['Revenue'] })).toEqual([['given', 'withdrawn']])
    expect(marks({ periods: [third] })).toEqual([['given', '']])
    expect(marks({ fields: ['EBITDA'] })).toEqual([['given', '']])
    expect(marks({}, [stated(2400)])).toEqual([['given', 'repeated']])
  })
})

describe('guidance that a call may withdraw', () => {
  const given = call(q1, { stated: [stated(2400)] })
  const third = stated(600, { period: q3 })
  const doubted = (over: Partial<GuidingCall> = {}) => call(q2, { stated: [third], mayWithdraw: [remark], ...over })
  const judged = (...calls: readonly GuidingCall[]) => {
    const [{ outcome, notCompared } = { outcome: null, notCompared: null }] = guidanceRows(calls, revenueOf(2300))
    return [outcome, notCompared]
  }

  test('is not "not repeated", and what is reported is not compared with it, which the row says', () => {
    expect(marksOf([given, doubted()])[0]).toEqual(['given', ''])
    expect(judged(given, doubted())).toEqual([null, { is: 'withdrawal-unclear', call: q2 }])
    expect(judged(given, doubted({ mayWithdraw: [{ ...remark, periods: [q3] }] }))).toEqual(['below', null])
  })

  test('is in doubt as well where a call both withdraws and reaffirms it', () => {
    expect(judged(given, call(q2, { withdrawn: [remark], reaffirmed: [remark] }))[0]).toBeNull()
    expect(judged(given, doubted({ reaffirmed: [remark] }))[0]).toBeNull()
  })

  test('counts again once the company repeats it, by its line or in a later call, and where the user calls the match wrong', () => {
    const ofRevenue = { ...remark, fields: ['Revenue'] }
    expect(marksOf([given, doubted({ reaffirmed: [ofRevenue] })])[0]).toEqual(['given', 'reaffirmed'])
    expect(judged(given, doubted({ reaffirmed: [ofRevenue] }))[0]).toBe('below')
    expect(judged(given, doubted(), call(q3, { reaffirmed: [remark] }))[0]).toBe('below')
    expect(judged(given, doubted(), call(q3, { stated: [stated(2300)] }))[0]).toBe('within')
    const wrong = doubted({ isDismissed: (words) => words === remark })
    expect([marksOf([given, wrong])[0], judged(given, wrong)[0]]).toEqual([['given', ''], 'below'])
  })

  test('is withdrawn where its line is named', () => {
    const calls = [given, doubted({ withdrawn: [{ ...remark, fields: ['Revenue'] }] })]
    expect(marksOf(calls)[0]).toEqual(['given', 'withdrawn'])
    expect(judged(...calls)).toEqual([null, null])
  })
})

test('guidance for earnings per share is judged by the diluted ones, though the basic ones would be what was expected', () => {
  const perShare = { unit: 'per-share', currency: null, low: 0.61, high: 0.61, step: 0.01, bound: 'exact' } as const
  const given = stated(0, {
    fields: ['DilutedEarningsPerShare', 'BasicEarningsPerShare'],
    value: perShare,
    coarseStep: 0.01,
  })
  const figures: ReportedFigures = {
    figure: (field, _, period) => ({
      reported: {
        field,
        period,
        edition: 'enhanced',
        value: field.startsWith('Diluted') ? 0.58 : 0.61,
        origin: 'stored',
      },
      restated: null,
    }),
    splitBetween: () => null,
  }
  const [row] = guidanceRows([call(q1, { stated: [given] })], figures)
  expect([row?.reported?.value, row?.outcome]).toEqual([0.58, 'below'])
})

describe('a figure for the line of which it is not clear that it is guidance', () => {
  const given = call(q1, { stated: [stated(2400)] })
  const unclear = (millions: number, period: CallQuarter | null = null) =>
    call(q2, { unclear: [{ fields: ['Revenue'], period, change: null, value: stated(millions).value }] })
  const judged = (...calls: readonly GuidingCall[]) => {
    const [row] = guidanceRows(calls, revenueOf(2300))
    return [row?.outcome, row?.notCompared]
  }
  const doubt = { is: 'later-unclear', call: q2 }

  test('may be newer: what is reported and later guidance are compared with nothing, and the row names the call', () => {
    expect(judged(given, unclear(2500))).toEqual([null, doubt])
    expect(judged(given, unclear(2500), call(q3, { reaffirmed: [remark] }))).toEqual([null, doubt])
    const calls = [given, unclear(2500), call(q3, { stated: [stated(2300)] })]
    expect(guidanceRows(calls, nothing)[0]?.cells[2]).toMatchObject({ change: null, notCompared: doubt })
    expect(judged(...calls)).toEqual(['within', null])
  })

  test('is one as well where a call says that the guidance for the line changes, until it is stated again', () => {
    const changed = call(q2, { changed: [{ ...remark, fields: ['Revenue'], periods: [year] }] })
    expect(judged(given, changed)).toEqual([null, doubt])
    expect(judged(given, { ...changed, isDismissed: () => true })).toEqual(['below', null])
    expect(judged(given, call(q2, { changed: [{ ...remark, fields: ['EBITDA'] }] }))).toEqual(['below', null])
    expect(judged(given, changed, call(q3, { stated: [stated(2300)] }))).toEqual(['within', null])
  })

  test('may be newer for a loss as well', () => {
    const loss = call(q1, { stated: [stated(-100)] })
    const reported = revenueOf(-82)
    const [smaller] = guidanceRows([loss, unclear(-80)], reported)
    expect([smaller?.outcome, smaller?.notCompared]).toEqual([null, doubt])
    expect(guidanceRows([loss, unclear(-15)], reported)[0]?.outcome).toBe('above')
  })

  test('stays in doubt where a later call may withdraw guidance, and another reaffirms it', () => {
    const fourth = call({ quarter: 'Q4', year: 2024 }, { stated: [stated(2400)] })
    const first = { ...unclear(2500), quarter: q1 }
    const withdrawing = call(q2, { mayWithdraw: [remark] })
    expect(judged(fourth, first, withdrawing, call(q3, { reaffirmed: [remark] }))).toEqual([
      null,
      { is: 'later-unclear', call: q1 },
    ])
    expect(judged(fourth, { ...first, mayWithdraw: [remark] }, call(q3, { reaffirmed: [remark] }))).toEqual([
      null,
      { is: 'later-unclear', call: q1 },
    ])
  })

  test('leaves the guidance as it is where it is the same, an effect on the line, or of another period', () => {
    for (const call of [unclear(2400), unclear(15), unclear(2500, third)])
      expect(judged(given, call)).toEqual(['below', null])
  })
})

test('guidance is not compared with guidance that is adjusted in another way', () => {
  const adjusted = (basis: string) => stated(2400, { qualifier: 'adjusted', basis })
  const calls = [call(q1, { stated: [adjusted('organic')] }), call(q2, { stated: [adjusted('excluding divestiture')] })]
  expect(guidanceRows(calls, nothing)[0]?.cells[1]).toMatchObject({ change: null, notCompared: { is: 'bases' } })
  const both = [call(q1, { stated: [adjusted('organic'), adjusted('excluding divestiture')] })]
  expect(guidanceRows(both, nothing)[0]?.cells[0]).toMatchObject({ change: null, notCompared: { is: 'passages' } })
})

test('guidance of which one passage says more of how it is adjusted is the same, and stays what it said', () => {
  const adjusted = (millions: number, basis: string) => stated(millions, { qualifier: 'adjusted', basis })
  const calls = [
    call(q1, { stated: [adjusted(2400, 'excluding restructuring'), adjusted(2400, '')] }),
    call(q2, { stated: [adjusted(2500, '')] }),
    call(q3, { stated: [adjusted(2600, 'organic')] }),
  ]
  expect(marksOf(calls)).toEqual([['given', 'raised', null]])
})

describe('a period that a call leaves out', () => {
  test('is marked as not repeated where the call guides for the same line in another period', () => {
    const calls = [call(q1, { stated: [stated(2400)] }), call(q2, { stated: [stated(600, { period: third })] })]
    expect(marksOf(calls)).toEqual([
      ['given', 'not-repeated'],
      ['', 'given'],
    ])
  })

  test('is left alone where the call says nothing of the line, and where the period is over', () => {
    const next = stated(700, { period: { quarter: 'Q4', year: 2025 } })
    const calls = [call(q1, { stated: [stated(600, { period: third })] }), call(q2), call(q3, { stated: [next] })]
    expect(marksOf(calls)).toEqual([
      ['', '', 'given'],
      ['given', '', ''],
    ])
  })
})

describe('guidance that a call reaffirms without a figure', () => {
  const given = call(q1, { stated: [stated(2400)] })
  const third = stated(600, { period: { quarter: 'Q3', year: 2025 } })
  const marks = (over: Partial<GuidingCall>) => marksOf([given, call(q2, { stated: [third], ...over })])[0]

  test('is repeated, where the period and the line are meant, also in a call that guides for another period', () => {
    expect(marks({ reaffirmed: [remark] })).toEqual(['given', 'reaffirmed'])
    expect(marks({ reaffirmed: [{ ...remark, periods: [year], fields: ['Revenue'] }] })).toEqual([
      'given',
      'reaffirmed',
    ])
    expect(marks({ reaffirmed: [{ ...remark, fields: ['EBITDA'] }] })).toEqual(['given', 'not-repeated'])
    expect(marks({ reaffirmed: [{ ...remark, fields: ['Revenue'], isOfChange: true }] })).toEqual([
      'given',
      'not-repeated',
    ])
  })

  test('stays what later guidance and the reported figure are compared with', () => {
    const calls = [given, call(q2, { reaffirmed: [remark] })]
    expect(guidanceRows(calls, revenueOf(2400))[0]).toMatchObject({ outcome: 'within', cells: [{}, { previous: 0 }] })
    expect(marksOf([...calls, call(q3, { stated: [stated(2300)] })])).toEqual([['given', 'reaffirmed', 'lowered']])
  })

  test('is not "not repeated" where words of the call leave a doubt', () => {
    expect(marks({ isUnclear: true })).toEqual(['given', ''])
    const { change, value } = stated(2400)
    expect(marks({ unclear: [{ fields: ['Revenue'], period: null, change, value }] })).toEqual(['given', ''])
    expect(marks({ unclear: [{ fields: ['EBITDA'], period: year, change, value }] })).toEqual(['given', 'not-repeated'])
  })

  test('is neither that nor withdrawn where the call says both of it; the line that is named counts first', () => {
    expect(marks({ reaffirmed: [remark], withdrawn: [remark] })).toEqual(['given', ''])
    expect(marks({ reaffirmed: [{ ...remark, fields: ['Revenue'] }], withdrawn: [remark] })).toEqual([
      'given',
      'reaffirmed',
    ])
  })
})

test('passages of one call that do not agree have no mark, and nothing is compared with them', () => {
  const calls = [call(q1, { stated: [stated(2400), stated(2600)] }), call(q2, { stated: [stated(2500)] })]
  expect(marksOf(calls)).toEqual([[null, null]])
})

describe('a figure far from that of a year earlier', () => {
  const far = call(q2, { stated: [stated(15)] })

  test('is of something else, where nothing was expected before', () => {
    expect(guidanceRows([far], revenueOf(2300))).toEqual([])
    expect(guidanceRows([far], nothing)).toHaveLength(1)
  })

  test('may be newer guidance where there is some: what is reported is not compared with that', () => {
    const given = call(q1, { stated: [stated(2400)] })
    const rows = (later: GuidingCall) => guidanceRows([given, later], revenueOf(2300))
    expect(rows(far)).toMatchObject([{ outcome: null, notCompared: { is: 'later-unclear', call: q2 } }])
    expect(rows({ ...far, isDismissed: () => true })).toMatchObject([{ outcome: 'below', notCompared: null }])
    const also = call(q2, { stated: [stated(15), stated(2350)] })
    expect(rows(also)).toMatchObject([{ outcome: 'below', cells: [{}, { change: 'lowered' }] }])
  })
})

test('guidance for a loss after a profit takes the place of guidance for a profit', () => {
  const profit = { ...stated(90).value, low: 80e6, high: 100e6, bound: 'range' } as const
  const loss = { ...profit, low: -30e6, high: -20e6 }
  const calls = [
    call(q1, { stated: [stated(90, { value: profit })] }),
    call(q2, { stated: [stated(-25, { value: loss })] }),
  ]
  const figures: ReportedFigures = {
    figure: (field, _, period) => ({
      reported: {
        field,
        period,
        edition: 'enhanced',
        value: period.year === 2024 ? 90e6 : -25e6,
        origin: 'stored',
      },
      restated: null,
    }),
    splitBetween: () => null,
  }
  expect(marksOf(calls, figures)).toEqual([['given', 'lowered']])
  expect(guidanceRows(calls, figures)[0]?.outcome).toBe('within')
})

test('adjusted guidance stands apart, without a reported figure', () => {
  const calls = [call(q1, { stated: [stated(2400), stated(2500, { qualifier: 'adjusted' })] })]
  expect(guidanceRows(calls, revenueOf(2400)).map(({ qualifier, outcome }) => [qualifier, outcome])).toEqual([
    [null, 'within'],
    ['adjusted', null],
  ])
})

describe('guidance in another currency', () => {
  const inCurrency = (millions: number, currency: string) => {
    const { value } = stated(millions)
    return stated(millions, { value: { ...value, currency } })
  }

  test('is not compared with what is reported, unless it agrees, and says why', () => {
    const row = (millions: number) =>
      guidanceRows([call(q1, { stated: [inCurrency(millions, 'EUR')] })], revenueOf(2400))[0]
    expect([row(2300)?.outcome, row(2300)?.notCompared]).toEqual([null, { is: 'currency' }])
    expect([row(2400)?.outcome, row(2400)?.notCompared]).toEqual(['within', null])
  })

  test('is not compared with earlier guidance, also where the call between names none', () => {
    const euros = call(q1, { stated: [inCurrency(500, 'EUR')] })
    const dollars = { stated: [inCurrency(540, 'USD')] }
    expect(guidanceRows([euros, call(q2, dollars)], nothing)[0]?.cells[1]).toMatchObject({
      change: null,
      notCompared: { is: 'currency' },
    })
    expect(marksOf([euros, call(q2, { stated: [stated(520)] }), call(q3, dollars)])).toEqual([
      ['given', 'raised', null],
    ])
  })
})
