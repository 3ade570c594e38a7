import { describe, expect, test } from 'vitest'
import { numberOf } from '#contract/api/figure-numbers.ts'
import { figureFields } from '#core/fundamentals/figure-fields.ts'
import { KnownBreaksOfCompany } from '#core/fundamentals/known-break-marks.ts'
import { checkLabel, SeriesTies } from '#core/fundamentals/series-tie-outs.ts'
import type { CompanySeries } from '#core/fundamentals/company-series.ts'
import { annualStatements } from '../annual-statements.ts'

type Figures = Readonly<Record<string, number | null>>
type Given = readonly [label: string, end: string, figures: Figures]

/** @param given oldest first: `FY 2024`, its end, its figures */
function seriesOf(edition: CompanySeries['edition'], given: readonly Given[]): CompanySeries {
  const first = edition === 'enhanced' ? 1 : 101
  const periods = given.map(([label, endPeriod, figures], at) => {
    const [quarter = '', year = ''] = label.split(' ')
    return {
      recordId: first + at,
      quarter,
      year: Number(year),
      endPeriod,
      firstSeenAt: 0,
      lastSeenAt: 0,
      recordUpdatedAt: null,
      restated: [],
      unreadable: [],
      converted: [],
      imprecise: [],
      kept: [],
      withdrawn: [],
      heldBack: null,
      figures: Float64Array.from(figureFields, (field) => numberOf(figures[field])),
    }
  })
  return { symbol: 'ACME', edition, periods }
}

/** Of the last period. */
function tied(given: readonly Given[], field: string, lite?: readonly Given[]) {
  const ties = new SeriesTies(seriesOf('enhanced', given), lite && seriesOf('lite', lite))
  const last = given.length - 1
  return { fails: ties.fails(last), ties: ties.of(last, field) }
}

const million = 1_000_000
const eps = 'BasicEarningsPerShare'
const income = 'NetIncomeLossAttributableCommonShareholders'

describe('earnings per share', () => {
  /** Apple, fiscal 2024: 93,736 million over 15,343,783 thousand basic shares is 6.1090…, over 15,408,095 diluted 6.0835…. */
  const apple = {
    [income]: 93_736 * million,
    [eps]: 6.11,
    BasicSharesOutstanding: 15_343_783_000,
    DilutedEarningsPerShare: 6.08,
    DilutedSharesOutstanding: 15_408_095_000,
  }

  test('follow from income and shares, to the cent and what the inputs are rounded to', () => {
    const { fails, ties } = tied([['FY 2024', '2024-09-28', apple]], eps)
    expect(fails).toEqual([])
    expect(ties).toMatchObject([
      {
        rule: 'Net income to common / Basic shares = Basic EPS',
        note: 'Other share classes and convertible securities may share in the income.',
        result: 'ties',
        stated: 6.11,
        terms: [{ sign: '+' }, { sign: '/' }],
      },
    ])
    expect(ties[0]?.calculated).toBeCloseTo(6.109_054, 6)
    // Half a cent; half a million of 93,736 million; half a thousand of 15.3 billion shares.
    expect(ties[0]?.tolerance).toBeCloseTo(0.005 + 6.109 * (0.5 / 93_736 + 0.5 / 15_343_783), 7)
  })

  test('that do not follow say by how much: 6.30 against 6.11', () => {
    const { fails, ties } = tied([['FY 2024', '2024-09-28', { ...apple, [eps]: 6.3 }]], eps)
    expect(fails).toEqual([eps])
    expect(ties[0]?.difference).toBeCloseTo(0.190_946, 6)
  })

  test('of few shares given in millions may differ by more: 476 million over 88 million is 5.41, and so is 5.38', () => {
    const of = (stated: number) =>
      tied(
        [['FY 2024', '2024-12-31', { [income]: 476 * million, [eps]: stated, BasicSharesOutstanding: 88 * million }]],
        eps,
      )
    expect([of(5.41).fails, of(5.38).fails, of(5.35).fails]).toEqual([[], [], [eps]])
  })

  test('cannot be checked without shares', () => {
    const { fails, ties } = tied([['FY 2024', '2024-09-28', { [income]: 5, [eps]: 1, BasicSharesOutstanding: 0 }]], eps)
    expect([fails, ties.map(({ result }) => result)]).toEqual([[], ['unknown']])
  })
})

describe('the change in cash', () => {
  const cash = (CashEquivalents: number, ChangeCashEquivalents: number) => ({ CashEquivalents, ChangeCashEquivalents })

  test('is what two balance sheets differ by, and names the record of the other', () => {
    const years: Given[] = [
      ['FY 2023', '2023-12-31', cash(100, 7)],
      ['FY 2024', '2024-12-31', cash(130, 30)],
    ]
    const { fails, ties } = tied(years, 'ChangeCashEquivalents')
    expect(fails).toEqual([])
    expect(ties.at(-1)).toMatchObject({
      rule: 'Cash and equivalents − Cash and equivalents of FY2023 = Change in cash',
      result: 'ties',
      stated: 30,
      calculated: 30,
      tolerance: 1.5,
      terms: [
        { sign: '+', value: 130, from: null },
        { sign: '-', value: 100, from: { recordId: 1, quarter: 'FY', year: 2023 } },
      ],
    })
    const off = tied(
      [years[0] ?? years[1], ['FY 2024', '2024-12-31', cash(130, 32)]] as Given[],
      'ChangeCashEquivalents',
    )
    expect(off.fails).toEqual(['ChangeCashEquivalents'])
    expect(off.ties.at(-1)).toMatchObject({ difference: 2, note: expect.stringContaining('restricted cash') as string })
  })

  /** Cash and other assets of two years, in thousands, whose sums tie; the cash flow says 32 where cash grew by 30. */
  const restricted = (other: number): Given[] => {
    const balance = (CashEquivalents: number) => ({
      CashEquivalents,
      ShortTermInvestments: 0,
      Inventories: 0,
      PrepaidExpensesOtherCurrentAssets: other,
      TotalCurrentAssets: CashEquivalents + other,
      OtherAssets: 0,
    })
    const flows = {
      NetCashOperatingActivities: 52_000,
      NetCashInvestingActivities: -20_000,
      NetCashFinancingActivities: 0,
      EffectCurrencyExchangeRate: 0,
      OtherCashAdjustments: 0,
      ChangeCashEquivalents: 32_000,
    }
    return [
      ['FY 2023', '2023-12-31', balance(100_001)],
      ['FY 2024', '2024-12-31', { ...balance(130_001), ...flows }],
    ]
  }

  test('may include restricted cash where both statements tie and other assets could hold the difference: then it cannot be checked', () => {
    const held = tied(restricted(7000), 'ChangeCashEquivalents')
    expect(held.fails).toEqual([])
    expect(held.ties.at(-1)).toMatchObject({
      result: 'unknown',
      difference: 2000,
      note: expect.stringContaining('May be restricted cash') as string,
    })
    // Other assets of 1,000 hold no 2,000 of cash: that is a break.
    const small = tied(restricted(1000), 'ChangeCashEquivalents')
    expect([small.fails, small.ties.at(-1)?.result]).toEqual([['ChangeCashEquivalents'], 'fails'])
    // Nor is it explained where the cash flow itself does not add up.
    const [before, [label, end, figures]] = restricted(7000) as [Given, Given]
    const loose = [before, [label, end, { ...figures, NetCashInvestingActivities: -21_000 }]] as Given[]
    expect(tied(loose, 'ChangeCashEquivalents').fails).toEqual(['ChangeCashEquivalents'])
  })

  test('of a first quarter begins with the prior year; over a gap, or after a long time, it is not checked', () => {
    const first: Given = ['Q1 2025', '2025-03-31', cash(90, -10)]
    expect(tied([['FY 2024', '2024-12-31', cash(100, 0)], first], 'CashEquivalents').ties).toHaveLength(2)
    expect(tied([['FY 2024', '2024-12-31', cash(101, 0)], first], 'CashEquivalents').fails).toEqual([])
    expect(tied([['FY 2024', '2024-12-31', cash(102, 0)], first], 'CashEquivalents').fails).toEqual([
      'ChangeCashEquivalents',
    ])
    expect(tied([['Q4 2024', '2024-12-31', cash(102, 0)], first], 'CashEquivalents').fails).toEqual([
      'ChangeCashEquivalents',
    ])
    for (const before of [
      ['Q3 2024', '2024-09-30', cash(0, 0)],
      ['Q4 2024', '2024-06-30', cash(0, 0)],
    ] satisfies Given[])
      expect(tied([before, first], 'ChangeCashEquivalents').fails).toEqual([])
  })

  test('of a later quarter begins with the previous quarter, where that ended a quarter ago', () => {
    const second = (end: string): Given => ['Q2 2025', end, cash(90, -10)]
    const first = (balance: number): Given => ['Q1 2025', '2025-03-31', cash(balance, 0)]
    expect(tied([first(100), second('2025-06-30')], 'ChangeCashEquivalents').fails).toEqual([])
    expect(tied([first(105), second('2025-06-30')], 'ChangeCashEquivalents').fails).toEqual(['ChangeCashEquivalents'])
    // The year end was moved: what lies between them is in no cash flow that is stored.
    const others = [second('2025-05-31'), second('2025-09-30')]
    expect(others.flatMap((other) => tied([first(105), other], 'ChangeCashEquivalents').fails)).toEqual([])
  })

  test('of a half-year or of nine months is not checked: which balance sheet it begins with is not said', () => {
    const before: Given = ['FY 2024', '2024-12-31', cash(105, 0)]
    for (const label of ['H1 2025', '9M 2025']) {
      const { fails, ties } = tied([before, [label, '2025-04-15', cash(90, -10)]], 'ChangeCashEquivalents')
      expect([fails, ties.filter(({ rule }) => rule.includes('FY2024'))]).toEqual([[], []])
    }
  })

  test('is not explained by restricted cash where one of the balance sheets does not add up', () => {
    const [before, after] = restricted(7000) as [Given, Given]
    const unsound = ([label, end, figures]: Given): Given => [label, end, { ...figures, TotalCurrentAssets: 1 }]
    for (const given of [
      [unsound(before), after],
      [before, unsound(after)],
    ])
      expect(tied(given, 'ChangeCashEquivalents').fails).toContain('ChangeCashEquivalents')
    // The other assets of one of the two years are enough.
    const noneBefore: Given = [
      before[0],
      before[1],
      { ...before[2], PrepaidExpensesOtherCurrentAssets: 0, TotalCurrentAssets: 100_001 },
    ]
    expect(tied([noneBefore, after], 'ChangeCashEquivalents').fails).toEqual([])
  })
})

describe('a year', () => {
  /** Apple, fiscal 2024, in millions: 119,575 + 90,753 + 85,777 + 94,930 = 391,035. */
  const quarters = (fourth: number): Given[] => [
    ['Q1 2024', '2023-12-30', { Revenue: 119_575, TotalAssets: 1 }],
    ['Q2 2024', '2024-03-30', { Revenue: 90_753, TotalAssets: 2 }],
    ['Q3 2024', '2024-06-29', { Revenue: 85_777, TotalAssets: 3 }],
    ['Q4 2024', '2024-09-28', { Revenue: fourth, TotalAssets: 364_980 }],
  ]
  const year = (figures: Figures): Given => ['FY 2024', '2024-09-28', figures]

  test('is the sum of its quarters, and has the last one’s balance', () => {
    const given = [...quarters(94_930), year({ Revenue: 391_035, TotalAssets: 364_980 })]
    const { fails, ties } = tied(given, 'Revenue')
    expect(fails).toEqual([])
    expect(ties.at(-1)).toMatchObject({
      rule: 'Q1 + Q2 + Q3 + Q4 = FY2024',
      note: 'The year may have been restated without its quarters.',
      result: 'ties',
      calculated: 391_035,
      tolerance: 2.5,
      terms: [119_575, 90_753, 85_777, 94_930].map((value, at) => ({ sign: '+', value, from: { recordId: at + 1 } })),
    })
    expect(tied(given, 'TotalAssets').ties.at(-1)).toMatchObject({ rule: 'Q4 = FY2024', calculated: 364_980 })
  })

  test('of a filer in millions is no break where quarters that round to nothing make one million in the year', () => {
    const filed = { Revenue: 9 * million, GrossProfit: 8 * million, TotalAssets: 7 * million, TotalEquity: 6 * million }
    const line = (EffectCurrencyExchangeRate: number) => ({
      ...filed,
      Goodwill: 5 * million,
      EffectCurrencyExchangeRate,
    })
    const given = (whole: number): Given[] => [
      ...quarters(0).map(([label, end]): Given => [label, end, line(0)]),
      year({ ...line(whole), Revenue: 36 * million, GrossProfit: 32 * million }),
    ]
    const field = 'EffectCurrencyExchangeRate'
    const { fails, ties } = tied(given(1 * million), field)
    // Half a million of each of five figures.
    expect([fails, ties.at(-1)?.tolerance]).toEqual([[], 2.5 * million])
    expect(tied(given(3 * million), field).fails).toContain(field)
    // Of a filer in whole units zero is zero.
    const inUnits = ([label, end, figures]: Given): Given => [label, end, { ...figures, Goodwill: 5_000_001 }]
    const exact = given(1 * million).map(inUnits)
    expect(tied(exact, field).fails).toContain(field)
  })

  test('that is not, is marked with its last quarter, by how much in all five', () => {
    const given = [...quarters(94_900), year({ Revenue: 391_035, TotalAssets: 364_980 })]
    const ties = new SeriesTies(seriesOf('enhanced', given), undefined)
    expect(given.map((_, at) => ties.fails(at))).toEqual([[], [], [], ['Revenue'], ['Revenue']])
    expect(given.map((_, at) => ties.of(at, 'Revenue').at(-1)?.difference)).toEqual([30, 30, 30, 30, 30])
  })

  test('is not compared with quarters that are missing, are twice, or end with another year', () => {
    const whole = year({ Revenue: 1 })
    const lone = [...quarters(94_930).slice(1), whole]
    const twice = [...quarters(94_930), ['Q4 2024', '2024-09-30', { Revenue: 5 }], whole] as Given[]
    const moved: Given[] = [...quarters(94_930), ['FY 2024', '2024-12-31', { Revenue: 1 }]]
    expect([lone, twice, moved].map((given) => tied(given, 'Revenue').fails)).toEqual([[], [], []])
  })

  test('is not reported for earnings per share, which do not add up', () => {
    const given = quarters(94_930).map(([label, end]): Given => [label, end, { [eps]: 1 }])
    expect(tied([...given, year({ [eps]: 5 })], eps).fails).toEqual([])
  })
})

describe('one edition', () => {
  const at = ['FY 2024', '2024-12-31'] as const

  test('says the same as the other, or by how much not; what one lacks is no difference', () => {
    const { fails, ties } = tied([[...at, { Revenue: 100, Goodwill: 5, Inventories: 7, roic: 0.1 }]], 'Goodwill', [
      [...at, { Revenue: 100, Goodwill: 4, Inventories: null }],
    ])
    expect(fails).toEqual(['Goodwill'])
    expect(ties.at(-1)).toMatchObject({
      rule: 'Lite record = Enhanced record',
      note: '',
      result: 'fails',
      difference: 1,
      tolerance: 0.01,
      terms: [{ sign: '+', value: 4, from: { recordId: 101, edition: 'lite' } }],
    })
  })

  test('that was restated is not marked for it, since the other may be from before the restatement; its source says so', () => {
    const [enhanced, lite] = [{ Revenue: 101 }, { Revenue: 99 }].map((figures) =>
      seriesOf('enhanced', [[...at, figures]]),
    )
    const periods = enhanced?.periods.map((period) => ({ ...period, restated: ['Revenue'] })) ?? []
    const ties = new SeriesTies({ symbol: 'ACME', edition: 'enhanced', periods }, lite)
    expect(ties.fails(0)).toEqual([])
    expect(ties.of(0, 'Revenue').at(-1)).toMatchObject({ result: 'fails', difference: 2 })
    expect(ties.of(0, 'Revenue').at(-1)?.note).toContain('restated')
  })

  test('is only compared with the other’s record of the same period', () => {
    expect(tied([[...at, { Revenue: 100 }]], 'Revenue', [['FY 2024', '2024-12-30', { Revenue: 5 }]]).fails).toEqual([])
  })
})

test('of 148 real years no other lines differ than per-share figures and cash, and most of them tie', () => {
  const bySymbol = Map.groupBy(annualStatements(), ({ symbol }) => symbol)
  const counts: Record<string, number> = {}
  for (const records of bySymbol.values()) {
    const given = records
      .toSorted((one, other) => one.end.localeCompare(other.end))
      .map(({ quarter, year, end, figures }): Given => [`${quarter} ${year}`, end, figures])
    const ties = new SeriesTies(seriesOf('enhanced', given), undefined)
    for (const at of given.keys()) for (const field of ties.fails(at)) counts[field] = (counts[field] ?? 0) + 1
  }
  // Companies with several classes of shares, and changes in cash that no other asset explains.
  expect(counts).toEqual({ ChangeCashEquivalents: 9, BasicEarningsPerShare: 20, DilutedEarningsPerShare: 20 })
})

describe('a period of which something could be checked', () => {
  const checked = (figures: Given[2], lite?: readonly Given[]) => {
    const given: readonly Given[] = [['FY 2024', '2024-09-28', figures]]
    return new SeriesTies(seriesOf('enhanced', given), lite && seriesOf('lite', lite)).isChecked(0)
  }

  test('is one with a total and its parts, earnings and shares, or another edition to compare with', () => {
    expect(checked({ Revenue: 100, CostOfRevenue: 60, GrossProfit: 40 })).toBe(true)
    expect(checked({ [income]: 100, [eps]: 1, BasicSharesOutstanding: 100 })).toBe(true)
    expect(checked({ Revenue: 100 }, [['FY 2024', '2024-09-28', { Revenue: 100 }]])).toBe(true)
  })

  test('is not one without figures, or with figures that nothing else speaks of: it may not be counted as one that ties', () => {
    expect(checked({})).toBe(false)
    expect(checked({ Revenue: 100 })).toBe(false)
  })
})

describe('the checks of a period', () => {
  /** Two years and the quarters of the second, which break wherever they can. */
  const figures: Figures = {
    Revenue: 430,
    CostOfRevenue: 100,
    GrossProfit: 320,
    CashEquivalents: 10,
    ChangeCashEquivalents: 25,
    [income]: 100,
    [eps]: 3,
    BasicSharesOutstanding: 50,
    TotalAssets: 60,
  }
  const ends = ['2024-03-31', '2024-06-30', '2024-09-30', '2024-12-31']
  const given: readonly Given[] = [
    ['FY 2023', '2023-12-31', { CashEquivalents: 10, TotalAssets: 50 }],
    ...ends.map((end, at): Given => [`Q${at + 1} 2024`, end, { Revenue: 100, CashEquivalents: 10, TotalAssets: 60 }]),
    ['FY 2024', '2024-12-31', figures],
  ]
  const lite: readonly Given[] = [['FY 2024', '2024-12-31', { Revenue: 430, TotalAssets: 61 }]]
  const [fourth, last] = [4, 5]
  const ties = new SeriesTies(seriesOf('enhanced', given), seriesOf('lite', lite))
  const resultsOf = (checks: readonly { readonly name: string; readonly tie: { readonly result: string } }[]) =>
    Object.fromEntries(checks.flatMap(({ name, tie }) => (tie.result === 'unknown' ? [] : [[name, tie.result]])))

  test('are its totals, its earnings, its cash, its quarters and the other edition, each by a name of its own', () => {
    expect(resultsOf(ties.checks(last))).toEqual({
      'check.GrossProfit': 'fails',
      'cross.earnings.BasicEarningsPerShare': 'fails',
      'cross.cash.ChangeCashEquivalents': 'fails',
      'cross.year.Revenue': 'fails',
      'cross.year.CashEquivalents': 'ties',
      'cross.year.TotalAssets': 'ties',
      'cross.edition.Revenue': 'ties',
      'cross.edition.TotalAssets': 'fails',
    })
    const names = ties.checks(last).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(ties.checks(last).find(({ kind }) => kind === 'total')?.rule?.field).toBe('GrossProfit')
  })

  test('are those of the lines that are wanted; of a period that is not there, none', () => {
    const wanted = ties.checks(last, (field) => field === 'Revenue' || field === 'GrossProfit')
    expect(resultsOf(wanted)).toEqual({
      'check.GrossProfit': 'fails',
      'cross.year.Revenue': 'fails',
      'cross.edition.Revenue': 'ties',
    })
    expect([ties.checks(9), ties.of(9, 'Revenue'), ties.fails(9), ties.named(9, 'check.GrossProfit')]).toEqual([
      [],
      [],
      [],
      undefined,
    ])
    expect(ties.isChecked(9)).toBe(false)
  })

  test('state the year’s figure where the last quarter is compared with it; earlier quarters are not counted', () => {
    const ofYear = (at: number) => ties.checks(at).filter(({ name }) => name === 'cross.year.Revenue')
    expect(ofYear(fourth).map(({ stated, period }) => [stated.quarter, period.quarter])).toEqual([['FY', 'Q4']])
    expect(ofYear(3)).toEqual([])
    expect(ties.named(3, 'cross.year.Revenue')?.isCounted).toBe(false)
  })

  test('are listed where they always matter, or break in some period', () => {
    const listed = ties.listed().map((checks) => checks.map(({ name }) => name))
    expect(listed[last]).toEqual(expect.arrayContaining(['cross.year.Revenue', 'cross.edition.TotalAssets']))
    expect(listed[last]).toContain('cross.cash.ChangeCashEquivalents')
    expect(listed[last]?.filter((name) => /cross\.(year|edition)/.test(name))).toHaveLength(2)
    expect(listed[fourth]).toContain('cross.year.Revenue')
    expect(listed[fourth]?.some((name) => name.startsWith('cross.edition'))).toBe(false)
    expect(ties.listed((field) => field === 'TotalAssets')[last]?.map(({ field }) => field)).not.toContain('Revenue')
  })

  test('are listed as totals, earnings and cash where all of them tie, and then as nothing else', () => {
    const sound: readonly Given[] = [
      ['FY 2023', '2023-12-31', { Revenue: 90, CashEquivalents: 5 }],
      ['FY 2024', '2024-12-31', { ...figures, GrossProfit: 330, CashEquivalents: 30, [eps]: 2 }],
    ]
    const names = new SeriesTies(seriesOf('enhanced', sound), seriesOf('lite', sound)).listed()[1]
    expect(names?.filter(({ tie }) => tie.result === 'ties').map(({ name }) => name)).toEqual([
      'check.GrossProfit',
      'cross.earnings.BasicEarningsPerShare',
      'cross.cash.ChangeCashEquivalents',
    ])
  })

  test('say what they compare, in the words of the table', () => {
    const label = (name: string, edition: 'enhanced' | 'lite' = 'enhanced') => {
      const check = ties.named(last, name)
      return check && checkLabel(check, edition)
    }
    expect([
      label('check.GrossProfit'),
      label('cross.earnings.BasicEarningsPerShare'),
      label('cross.cash.ChangeCashEquivalents'),
      label('cross.year.Revenue'),
      label('cross.edition.Revenue'),
      label('cross.edition.Revenue', 'lite'),
      label('cross.year.BasicEarningsPerShare'),
    ]).toEqual([
      'Revenue − Cost of revenue = Gross profit',
      'Net income to common / Basic shares = Basic EPS',
      'Change in cash = cash at the end − cash at the end of the previous period',
      'Revenue: fiscal year = its quarters',
      'Revenue: enhanced record = lite record',
      'Revenue: lite record = enhanced record',
      undefined,
    ])
  })

  test('of the other edition are reported from its side', () => {
    const fromLite = new SeriesTies(seriesOf('lite', lite), seriesOf('enhanced', given))
    expect(fromLite.fails(0)).toEqual(['TotalAssets'])
    expect(fromLite.of(0, 'TotalAssets').at(-1)).toMatchObject({ rule: 'Enhanced record = Lite record', difference: 1 })
  })

  describe('that the user knows of', () => {
    const markOf = (name: string, of = ties, at = last) => {
      const check = of.named(at, name)
      if (!check) throw new Error(`no check ${name}`)
      return { ...of.breakName(check), symbol: 'ACME', note: 'restated in the 10-K/A', markedAt: 7 }
    }
    const knowing = (names: readonly string[], changed: Figures = {}) =>
      new SeriesTies(
        seriesOf('enhanced', [...given.slice(0, last), ['FY 2024', '2024-12-31', { ...figures, ...changed }]]),
        seriesOf('lite', lite),
        new KnownBreaksOfCompany(names.map((name) => markOf(name))),
      )

    test('are counted separately: a field with one that is not known still breaks', () => {
      const all = ['GrossProfit', eps, 'ChangeCashEquivalents', 'Revenue', 'TotalAssets']
      expect(ties.breaksOf(last)).toEqual({ breaks: all, knownBreaks: [] })
      expect(knowing(['check.GrossProfit', 'cross.year.Revenue']).breaksOf(last)).toEqual({
        breaks: [eps, 'ChangeCashEquivalents', 'TotalAssets'],
        knownBreaks: ['GrossProfit', 'Revenue'],
      })
      expect(knowing(['check.GrossProfit']).breaksOf(0)).toEqual({ breaks: [], knownBreaks: [] })
    })

    test('are named by their figures, in whatever order, and by the record whose figure is stated', () => {
      expect(markOf('check.GrossProfit')).toMatchObject({
        edition: 'enhanced',
        quarter: 'FY',
        year: 2024,
        endPeriod: '2024-12-31',
        check: 'check.GrossProfit',
        figures: JSON.stringify([
          'enhanced FY 2024 2024-12-31 CostOfRevenue 100',
          'enhanced FY 2024 2024-12-31 GrossProfit 320',
          'enhanced FY 2024 2024-12-31 Revenue 430',
        ]),
      })
      expect(markOf('cross.year.Revenue', ties, fourth)).toMatchObject({ quarter: 'FY' })
      // A total of the lite record is a break of its own.
      const ofLite = new SeriesTies(seriesOf('lite', [['FY 2024', '2024-12-31', figures]]), undefined)
      expect(markOf('check.GrossProfit', ofLite, 0)).toMatchObject({ edition: 'lite' })
      const fromLite = new SeriesTies(seriesOf('lite', lite), seriesOf('enhanced', given))
      expect(markOf('cross.edition.TotalAssets', fromLite, 0)).toEqual(markOf('cross.edition.TotalAssets'))
    })

    test('are shown with their note, and lapse when a figure becomes another', () => {
      const told = (of: SeriesTies) => of.of(last, 'GrossProfit').map(({ check, known }) => [check, known])
      const mark = { note: 'restated in the 10-K/A', markedAt: 7 }
      expect(told(ties)[0]).toEqual(['check.GrossProfit', null])
      expect(told(knowing(['check.GrossProfit']))[0]).toEqual(['check.GrossProfit', { ...mark, lapsed: false }])
      expect(told(knowing(['check.GrossProfit'], { GrossProfit: 321 }))[0]).toEqual([
        'check.GrossProfit',
        { ...mark, lapsed: true },
      ])
      expect(told(knowing(['check.GrossProfit'], { GrossProfit: 330 }))[0]).toEqual([null, null])
      expect(knowing(['check.GrossProfit'], { GrossProfit: 321 }).breaksOf(last).breaks).toContain('GrossProfit')
    })
  })
})

describe('a period could be checked', () => {
  const checked = (given: readonly Given[]) =>
    new SeriesTies(seriesOf('enhanced', given), undefined).isChecked(given.length - 1)
  const ends = ['2024-03-31', '2024-06-30', '2024-09-30', '2024-12-31']

  test('by its change in cash or by its quarters alone', () => {
    const before: Given = ['FY 2023', '2023-12-31', { CashEquivalents: 5 }]
    expect(checked([before, ['FY 2024', '2024-12-31', { CashEquivalents: 7, ChangeCashEquivalents: 2 }]])).toBe(true)
    expect(checked([before, ['FY 2024', '2024-12-31', { CashEquivalents: 7 }]])).toBe(false)
    const quarters = ends.map((end, at): Given => [`Q${at + 1} 2024`, end, { Goodwill: 1, Revenue: null }])
    expect(checked([...quarters, ['FY 2024', '2024-12-31', { Goodwill: 1 }]])).toBe(true)
    expect(checked([...quarters, ['FY 2024', '2024-12-31', { Revenue: 1 }]])).toBe(false)
  })
})
