import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Figure } from '#contract/api/financials.ts'
import type { Sentence } from '#contract/api/sentences.ts'
import type { FigurePair } from '#core/overview/growth-clauses.ts'
import { periodSentences, type PeriodFigures } from '#core/tear-sheet/sentences.ts'

const none: FigurePair = { now: null, yearAgo: null }
/** In millions, as they are printed. */
const million = 1e6
const pair = (now: Figure, yearAgo: Figure): FigurePair => ({ now: inUnits(now), yearAgo: inUnits(yearAgo) })
const inUnits = (figure: Figure) => (typeof figure === 'number' ? figure * million : figure)
const nothing: PeriodFigures = {
  revenue: none,
  grossProfit: none,
  operatingIncome: none,
  freeCashFlow: none,
  capitalExpenditure: none,
  netDebt: none,
  netDebtToEbitda: null,
  isYear: false,
}

/** As it is read, with amounts in millions to one decimal; basis points and percents as they are printed. */
function text(sentence: Sentence): string {
  return sentence
    .map((part) => {
      if (typeof part === 'string') return part
      const { figure, as } = part
      if (as === 'percent') return `${(figure * 100).toFixed(1)}%`
      if (as === 'bps') return `${Math.round(figure * 1e4)} bps`
      return as === 'ratio' ? `${figure.toFixed(2)}x` : (figure / million).toFixed(1)
    })
    .join('')
}

const said = (figures: Partial<PeriodFigures>) => periodSentences({ ...nothing, ...figures }).map((each) => text(each))

describe('the latest period in sentences', () => {
  test('says income, margin, cash and debt with their changes on a year ago', () => {
    expect(
      said({
        revenue: pair(1100, 1000),
        grossProfit: pair(473, 400),
        operatingIncome: pair(132, 100),
        freeCashFlow: pair(80, 60),
        capitalExpenditure: pair(-30, -25),
        netDebt: pair(150, 200),
        netDebtToEbitda: 0.75,
      }),
    ).toEqual([
      'Revenue rose 10.0% to 1100.0 and operating income 32.0% to 132.0.',
      // 43.0% - 40.0% of gross margin; 12.0% - 10.0% of operating margin; the rest is expenses.
      'Operating margin was 12.0%, up 200 bps from a year ago: gross margin contributed 300 bps, operating expenses cost 100 bps.',
      'Free cash flow was 80.0, up 20.0 from a year ago, after capital expenditure of 30.0.',
      'Net debt fell 50.0 over the year to 150.0, or 0.75x LTM EBITDA.',
    ])
  })

  test('says nothing of what is not stored', () => {
    expect(said({})).toEqual([])
    expect(said({ revenue: pair(1100, null), operatingIncome: pair(null, 100), netDebt: pair(1, null) })).toEqual([])
  })

  test.each<readonly [string, Partial<PeriodFigures>, readonly string[]]>([
    ['one line alone', { revenue: pair(90, 100) }, ['Revenue fell 10.0% to 90.0.']],
    ['the other line alone', { operatingIncome: pair(11, 10) }, ['Operating income rose 10.0% to 11.0.']],
    [
      'opposite directions',
      { revenue: pair(110, 100), operatingIncome: pair(9, 10) },
      [
        'Revenue rose 10.0% to 110.0 and operating income fell 10.0% to 9.0.',
        'Operating margin was 8.2%, down 182 bps from a year ago.',
      ],
    ],
    ['no change', { revenue: pair(100, 100) }, ['Revenue was unchanged at 100.0.']],
    [
      'no change of both',
      { revenue: pair(100, 100), operatingIncome: pair(10, 10) },
      [
        'Revenue was unchanged at 100.0 and operating income was unchanged at 10.0.',
        'Operating margin was 10.0%, flat year over year.',
      ],
    ],
    ['a base of zero', { revenue: pair(100, 0) }, []],
    ['a base below zero', { revenue: pair(100, -5) }, []],
    ['a change that has no meaning', { revenue: pair('n.m.', 100) }, []],
    [
      'a profit that became a loss',
      { operatingIncome: pair(-3, 8) },
      ['Operating loss was 3.0, compared with operating income of 8.0 a year ago.'],
    ],
    [
      'a loss that became a profit',
      { operatingIncome: pair(8, -3) },
      ['Operating income was 8.0, compared with an operating loss of 3.0 a year ago.'],
    ],
    ['two losses', { operatingIncome: pair(-3, -11) }, ['Operating loss was 3.0, compared with 11.0 a year ago.']],
    ['a loss after nothing', { operatingIncome: pair(-3, 0) }, []],
    [
      'a margin below zero',
      { revenue: pair(100, 100), grossProfit: pair(40, 40), operatingIncome: pair(-5, -2) },
      [
        'Revenue was unchanged at 100.0.',
        'Operating loss was 5.0, compared with 2.0 a year ago.',
        'Operating margin was -5.0%, down 300 bps from a year ago: gross margin was flat, operating expenses cost 300 bps.',
      ],
    ],
    [
      'a margin that expenses left as it was',
      { revenue: pair(100, 100), grossProfit: pair(41, 40), operatingIncome: pair(11, 10) },
      [
        'Revenue was unchanged at 100.0 and operating income rose 10.0% to 11.0.',
        'Operating margin was 11.0%, up 100 bps from a year ago: gross margin contributed 100 bps, operating expenses were flat.',
      ],
    ],
    [
      'changes of which nothing is printed',
      { freeCashFlow: pair(80.01, 80), capitalExpenditure: pair(-0.04, -3), netDebt: pair(20.03, 20) },
      ['Free cash flow was 80.0, flat year over year.', 'Net debt was little changed over the year at 20.0.'],
    ],
    ['a loss of which nothing is printed', { operatingIncome: pair(-0.04, -2) }, []],
    [
      'a margin whose parts would not add up once each is rounded',
      // 2.4 bps, of which gross margin is 3.6 and expenses are (1.2): 2 is 4 less 2.
      { revenue: pair(1e5, 1e5), grossProfit: pair(40_036, 40_000), operatingIncome: pair(10_024, 10_000) },
      [
        'Revenue was unchanged at 100000.0 and operating income rose 0.2% to 10024.0.',
        'Operating margin was 10.0%, up 2 bps from a year ago: gross margin contributed 4 bps, operating expenses cost 2 bps.',
      ],
    ],
    ['cash flow of which no year ago is stored', { freeCashFlow: pair(80, null) }, ['Free cash flow was 80.0.']],
    [
      'cash flow with its expenditure alone',
      { freeCashFlow: pair(80, null), capitalExpenditure: pair(-30, null) },
      ['Free cash flow was 80.0 after capital expenditure of 30.0.'],
    ],
    [
      'an inflow where expenditure stands',
      { freeCashFlow: pair(80, null), capitalExpenditure: pair(30, null) },
      ['Free cash flow was 80.0.'],
    ],
    ['cash that flowed out', { freeCashFlow: pair(-10, 5) }, ['Free cash flow was -10.0, down 15.0 from a year ago.']],
    ['net cash that grew', { netDebt: pair(-50, -20) }, ['Net cash rose 30.0 over the year to 50.0.']],
    [
      'debt that was paid off',
      { netDebt: pair(-50, 20) },
      ['Net cash was 50.0, compared with net debt of 20.0 a year ago.'],
    ],
    [
      'cash that was spent',
      { netDebt: pair(20, -50), netDebtToEbitda: 1 },
      ['Net debt was 20.0, compared with net cash of 50.0 a year ago, or 1.00x LTM EBITDA.'],
    ],
    ['debt as it was', { netDebt: pair(20, 20) }, ['Net debt was unchanged over the year at 20.0.']],
    ['debt over losses', { netDebt: pair(20, 30), netDebtToEbitda: -4 }, ['Net debt fell 10.0 over the year to 20.0.']],
    [
      'debt over an EBITDA without a meaning',
      { netDebt: pair(20, 30), netDebtToEbitda: 'n.m.' },
      ['Net debt fell 10.0 over the year to 20.0.'],
    ],
    [
      'debt of a fiscal year',
      { netDebt: pair(20, 30), netDebtToEbitda: 2, isYear: true },
      ['Net debt fell 10.0 over the year to 20.0, or 2.00x EBITDA.'],
    ],
  ])('of %s', (_, figures, sentences) => {
    expect(said(figures)).toEqual(sentences)
  })

  test('never prints a figure that is not one, and ends each sentence, whatever is stored', () => {
    const figure = fc.oneof(
      fc.constant(null),
      fc.constant('n.m.' as const),
      fc.constantFrom(0, 1, -1),
      fc.double({ min: -1e12, max: 1e12, noNaN: true }),
    )
    const pairs = fc.record({ now: figure, yearAgo: figure })
    fc.assert(
      fc.property(pairs, pairs, pairs, pairs, pairs, pairs, figure, fc.boolean(), (...given) => {
        const [revenue, grossProfit, operatingIncome, freeCashFlow, capitalExpenditure, netDebt, ratio, isYear] = given
        const sentences = periodSentences({
          revenue,
          grossProfit,
          operatingIncome,
          freeCashFlow,
          capitalExpenditure,
          netDebt,
          netDebtToEbitda: ratio,
          isYear,
        })
        for (const sentence of sentences) {
          expect(sentence.at(-1)).toMatch(/\.$/)
          for (const part of sentence) if (typeof part !== 'string') expect(Number.isFinite(part.figure)).toBe(true)
        }
      }),
    )
  })
})
