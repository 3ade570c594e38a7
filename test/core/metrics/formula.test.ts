import { describe, expect, test } from 'vitest'
import { figuresOf, numberOf } from '#contract/api/figure-numbers.ts'
import type { Figure } from '#contract/api/financials.ts'
import { evaluate, isOfShares, sharesIn, type FormulaContext } from '#core/metrics/evaluate-formula.ts'
import type { Formula } from '#core/metrics/formula.ts'
import { formulaReader } from '#core/metrics/read-formula.ts'
import { toSpreadsheet, type SpreadsheetAddresses } from '#core/metrics/spreadsheet-formula.ts'

const lines = [
  { field: 'Revenue', label: 'Revenue' },
  { field: 'GrossProfit', label: 'Gross profit' },
  { field: 'EBITDA', label: 'EBITDA' },
  { field: 'DilutedEarningsPerShare', label: 'Diluted EPS' },
  { field: 'own.1', label: 'My (own) line' },
  { field: 'own.2', label: 'Another' },
]
const read = formulaReader()

function formulaOf(text: string): Formula {
  const { formula, error } = read(text, lines)
  if (!formula) throw new Error(error.message)
  return formula
}

const data: Readonly<Record<string, readonly Figure[]>> = {
  Revenue: [100, 110, null, 0, 'n.m.'],
  GrossProfit: [40, 55, 30, 10, 5],
  EBITDA: [-8, 2, 4, 6, 8],
  DilutedEarningsPerShare: [4, 8, 2, 3, 6],
}
const columns = 5
const around: FormulaContext = {
  columns,
  line: (field) => Float64Array.from(data[field] ?? [], numberOf),
  prior: Int32Array.of(-1, 0, 1, 2, 3),
  yearAgo: Int32Array.of(-1, -1, 0, 1, 2),
}
const calculated = (text: string, context: Partial<FormulaContext> = {}) =>
  figuresOf(evaluate(formulaOf(text), { ...around, ...context }))
const number = (text: string) => calculated(text)[0]

describe('a formula', () => {
  test.each([
    ['1 + 2 * 3', 7],
    ['8 - 4 - 2', 2],
    ['16 / 4 / 2', 2],
    ['8 / 4 * 2', 4],
    ['2 ^ 3 ^ 2', 512],
    ['-2 ^ 2', -4],
    ['2 ^ -1', 0.5],
    ['--3', 3],
    ['-+3', -3],
    ['---3', -3],
    ['(1 + 2) * 3', 9],
    ['6 ÷ 3 × 2 − 1', 3],
    ['25% + .5', 0.75],
    ['1.125 + .25', 1.375],
    ['1\n  + 2', 3],
    ['1.5e3 + 2E-1 + 1e+1', 1510.2],
    ['min(3; 1, 2)', 1],
    ['max(3, 1, 2)', 3],
    ['sum(1, 2, 3)', 6],
    ['average(1, 2, 6)', 3],
    ['ABS(-5)', 5],
    ['abs(5)', 5],
    ['share(1, 4)', 0.25],
    ['0 ^ 1', 0],
    ['2 ^ 0', 1],
  ])('%s is %s, as in a spreadsheet', (text, value) => {
    expect(number(text)).toBeCloseTo(value, 12)
  })

  test('names lines by field or by label in brackets, in any case', () => {
    const names = ['GrossProfit', 'grossprofit', '[Gross profit]', '[ gross PROFIT ]', '[GrossProfit]']
    expect(names.map((name) => formulaOf(name))).toEqual(names.map(() => ({ kind: 'line', field: 'GrossProfit' })))
    expect(formulaOf('own.1 + [My (own) line]')).toEqual({
      kind: 'operation',
      sign: '+',
      left: { kind: 'line', field: 'own.1' },
      right: { kind: 'line', field: 'own.1' },
    })
  })

  test('keeps its parts apart', () => {
    expect(formulaOf('share(Revenue - 1, 2)')).toEqual({
      kind: 'call',
      name: 'share',
      of: [
        { kind: 'operation', sign: '-', left: { kind: 'line', field: 'Revenue' }, right: { kind: 'number', value: 1 } },
        { kind: 'number', value: 2 },
      ],
    })
  })
})

describe('a formula in trouble is refused at its place', () => {
  test.each([
    ['  ', 0, 2, 'Enter a formula.'],
    ['Revenue +', 8, 9, 'Enter a value after +.'],
    ['Revenue ^', 8, 9, 'Enter a value after ^.'],
    ['Revenue * * 2', 8, 9, 'Enter a value after *.'],
    ['* Revenue', 0, 1, 'Enter a value before *.'],
    ['^ 2', 0, 1, 'Enter a value before ^.'],
    ['(/ 2)', 1, 2, 'Enter a value before /.'],
    ['Revenue GrossProfit', 8, 19, 'Missing operator between two values.'],
    ['(Revenue', 0, 1, 'Missing closing parenthesis.'],
    ['((Revenue)', 0, 1, 'Missing closing parenthesis.'],
    ['Revenue)', 7, 8, 'Missing opening parenthesis.'],
    ['Revenue + ()', 11, 12, 'Empty parentheses.'],
    ['Turnover', 0, 8, 'Unknown line “Turnover”.'],
    ['profit', 0, 6, 'Unknown line “profit”. Did you mean [Gross profit]?'],
    ['rofit', 0, 5, 'Unknown line “rofit”.'],
    ['[]', 0, 2, 'Enter a line name between [ and ].'],
    ['[ ]', 0, 3, 'Enter a line name between [ and ].'],
    ['abs', 0, 3, 'abs is a function: write abs(…).'],
    ['Sum', 0, 3, 'Sum is a function: write Sum(…).'],
    ['abs(1, 2)', 0, 9, 'abs takes one value, not 2.'],
    ['share(1)', 0, 8, 'share takes 2 to 2 values, not 1.'],
    ['sum()', 0, 5, 'sum takes 1 to 20 values, not 0.'],
    ['1 + max()', 4, 9, 'max takes 1 to 20 values, not 0.'],
    [
      'eval(Revenue)',
      0,
      4,
      'Unknown function eval. Functions: abs, min, max, sum, average, prior, yearago, growth, share.',
    ],
    ['Revenue = 5', 8, 9, 'Unknown character =.'],
    ['[Revenue', 0, 1, 'Put a line name between [ and ].'],
    ['Revenue]', 7, 8, 'Put a line name between [ and ].'],
    ['1, 2', 1, 2, 'Use commas only between the values of a function.'],
    ['1 + 1/0', 4, 7, 'This always divides by zero.'],
    ['Revenue / (2 - 2)', 0, 17, 'This always divides by zero.'],
    ['share(Revenue, 0)', 0, 17, 'This always divides by zero.'],
    ['share(Revenue, -1)', 0, 18, 'This never has a value.'],
    ['Revenue * (-1)^0.5', 10, 18, 'This never has a value.'],
    ['Revenue + growth(0)', 10, 19, 'This never has a value.'],
    ['prior(5) + prior(0)^0', 11, 21, 'This never has a value.'],
    ['1e999', 0, 5, 'This never has a value.'],
    ['-1e999', 1, 6, 'This never has a value.'],
  ])('%j: %d to %d', (text, from, to, message) => {
    expect(read(text, lines)).toEqual({ error: { from, to, message } })
  })

  test.each([
    ['division by something', 'Revenue / EBITDA'],
    ['a share of a positive number', 'share(Revenue, 2)'],
    ['a division by a negative number', 'Revenue / -2'],
    ['a part of zero', 'share(0, Revenue)'],
  ])('but not for %s', (_, text) => {
    expect(read(text, lines).error).toBeUndefined()
  })

  test('when it is nested deeper than anybody writes', () => {
    const nested = (depth: number) => '('.repeat(depth) + '1' + ')'.repeat(depth)
    const powers = (count: number) => `1${'^1'.repeat(count)}`
    const message = 'Parentheses and powers can be nested at most 40 levels deep.'
    expect([nested(40), powers(40)].map((text) => read(text, lines).error)).toEqual([undefined, undefined])
    expect(read(nested(41), lines).error).toEqual({ from: 40, to: 41, message })
    expect(read(powers(41), lines).error).toEqual({ from: 81, to: 82, message })
  })

  test('and the next one is read as if nothing had been', () => {
    expect([read('1 +', lines).formula, number('1 + 1')]).toEqual([undefined, 2])
  })
})

describe('the results of a formula, column by column', () => {
  test('is n/a without one of its figures, and n.m. where one is that or where it has no value', () => {
    expect(calculated('Revenue + 1')).toEqual([101, 111, null, 1, 'n.m.'])
    expect(calculated('sum(Revenue, GrossProfit)')).toEqual([140, 165, null, 10, 'n.m.'])
    expect(calculated('GrossProfit / Revenue')).toEqual([0.4, 0.5, null, 'n.m.', 'n.m.'])
    expect(calculated('-Revenue')).toEqual([-100, -110, null, expect.closeTo(0, 12), 'n.m.'])
    expect(calculated('EBITDA ^ 0.5')).toEqual(['n.m.', 2 ** 0.5, 2, 6 ** 0.5, 8 ** 0.5])
    expect(calculated('max(EBITDA, 5)')).toEqual([5, 5, 5, 6, 8])
    expect(calculated('(EBITDA - EBITDA) ^ (EBITDA - EBITDA)')).toEqual(Array.from({ length: 5 }, () => 'n.m.'))
  })

  test('looks back by a period and by a year', () => {
    expect(calculated('prior(EBITDA)')).toEqual([null, -8, 2, 4, 6])
    expect(calculated('yearago(EBITDA)')).toEqual([null, null, -8, 2, 4])
    expect(calculated('growth(GrossProfit)')).toEqual([
      null,
      null,
      -0.25,
      expect.closeTo(-0.81818, 4),
      expect.closeTo(-0.8333, 4),
    ])
    expect(calculated('growth(EBITDA)')).toEqual([null, null, 'n.m.', 2, 1])
    expect(calculated('share(GrossProfit, EBITDA)')).toEqual(['n.m.', 27.5, 7.5, expect.closeTo(1.6667, 4), 0.625])
  })

  test('has no meaning where it looks across a share split, and only there', () => {
    const shares = { bases: Float64Array.of(4, 4, 1, 1, 1), isOf: sharesIn(new Map()) }
    expect(calculated('prior(DilutedEarningsPerShare)', { shares })).toEqual([null, 4, 'n.m.', 2, 3])
    expect(calculated('growth(DilutedEarningsPerShare * 2)', { shares })).toEqual([null, null, 'n.m.', 'n.m.', 2])
    expect(calculated('prior(EBITDA)', { shares })).toEqual([null, -8, 2, 4, 6])
    expect(calculated('prior(Revenue)', { shares })).toEqual([null, 100, 110, null, 0])
    expect(calculated('DilutedEarningsPerShare', { shares })).toEqual([4, 8, 2, 3, 6])
    const unknown = { bases: Float64Array.of(), isOf: () => true }
    expect(calculated('prior(EBITDA)', { shares: unknown })).toEqual([null, 'n.m.', 'n.m.', 'n.m.', 'n.m.'])
  })

  test('moves with a share split when it uses EPS or shares, directly or not', () => {
    const own = new Map([
      ['own.1', formulaOf('DilutedEarningsPerShare / 2')],
      ['own.2', formulaOf('-abs(own.1)')],
      ['own.3', formulaOf('Revenue + GrossProfit')],
    ])
    const itself = new Map([['own.1', formulaOf('own.1 + 1')]])
    const isOf = sharesIn(own)
    const fields = ['own.1', 'own.2', 'own.3', 'own.2', 'DilutedEarningsPerShare', 'Revenue']
    expect(fields.map(isOf)).toEqual([true, true, false, true, true, false])
    expect(sharesIn(itself)('own.1')).toBe(false)
    expect(isOfShares(formulaOf('Revenue + own.2'), { isOf })).toBe(true)
    expect(isOfShares(formulaOf('1 + 2'), { isOf })).toBe(false)
  })
})

describe('a formula in a workbook', () => {
  const cells: Readonly<Record<string, string>> = { Revenue: 'R', GrossProfit: 'G', DilutedEarningsPerShare: 'D' }
  const addresses: SpreadsheetAddresses = {
    cell: (field, column) => (cells[field] === undefined ? undefined : `${cells[field]}${column}`),
    prior: (column) => (column > 0 ? column - 1 : undefined),
    yearAgo: (column) => (column > 3 ? column - 4 : undefined),
  }
  const written = (text: string, column = 5, more: Partial<SpreadsheetAddresses> = {}) =>
    toSpreadsheet(formulaOf(text), column, { ...addresses, ...more })
  /** The expression alone: what is n/a stands around it. */
  const expression = (text: string, column = 5, more: Partial<SpreadsheetAddresses> = {}) =>
    /IFERROR\((.*?),"n\.m\."\)/.exec(written(text, column, more) ?? '')?.[1]

  test('says n/a where a cell has no figure, and n.m. where there is no value', () => {
    expect(written('Revenue / GrossProfit + Revenue')).toBe(
      'IF(COUNT(R5,G5)=2,IFERROR(((R5/G5)+R5),"n.m."),IF(OR(R5="",R5="n/a",G5="",G5="n/a"),"n/a","n.m."))',
    )
    expect(written('1 + 2')).toBe('IFERROR((1+2),"n.m.")')
  })

  test.each([
    ['-Revenue ^ 2', '(-(R5^2))'],
    ['abs(Revenue)', 'ABS(R5)'],
    ['average(Revenue, 2, GrossProfit)', 'AVERAGE(R5,2,G5)'],
    ['min(Revenue, 1) + max(Revenue, 1) + sum(Revenue, 1)', '((MIN(R5,1)+MAX(R5,1))+SUM(R5,1))'],
    ['prior(Revenue) - yearago(GrossProfit)', '(R4-G1)'],
    ['growth(Revenue)', 'IF(OR(R1<=0,R5<0),NA(),R5/R1-1)'],
    ['share(GrossProfit, Revenue)', 'IF(R5<=0,NA(),G5/R5)'],
  ])('%s is written %s', (text, expected) => {
    expect(expression(text)).toBe(expected)
  })

  test.each([
    'EBITDA',
    '-EBITDA',
    'EBITDA + Revenue',
    'Revenue + EBITDA',
    'sum(Revenue, EBITDA)',
    'share(EBITDA, Revenue)',
    'share(Revenue, EBITDA)',
    'growth(EBITDA)',
    'prior(EBITDA)',
  ])('%s has a line that the workbook lacks: it is n/a for good', (text) => {
    expect(written(text)).toBeNull()
  })

  test('that looks back to where there is no column is n/a for good', () => {
    expect([written('prior(Revenue)', 0), written('yearago(Revenue)', 3), written('growth(Revenue)', 3)]).toEqual([
      null,
      null,
      null,
    ])
    expect([written('prior(Revenue)', 1), written('growth(Revenue)', 4)]).not.toContain(null)
  })

  test('looks across a share split as n.m., with its cells named, so that n/a stays n/a', () => {
    const shares = { bases: Float64Array.of(4, 4, 1, 1, 1, 1), isOf: sharesIn(new Map()) }
    expect(written('prior(DilutedEarningsPerShare)', 2, { shares })).toBe(
      'IF(COUNT(D1)=1,IFERROR(NA(),"n.m."),IF(OR(D1="",D1="n/a"),"n/a","n.m."))',
    )
    expect(expression('prior(DilutedEarningsPerShare)', 1, { shares })).toBe('D0')
    expect(expression('yearago(DilutedEarningsPerShare)', 5, { shares })).toBe('NA()')
    expect(expression('growth(DilutedEarningsPerShare)', 5, { shares })).toBe('NA()')
    expect(expression('growth(Revenue)', 5, { shares })).toBe('IF(OR(R1<=0,R5<0),NA(),R5/R1-1)')
    const unknown = { bases: Float64Array.of(), isOf: () => true }
    expect(expression('prior(Revenue)', 5, { shares: unknown })).toBe('NA()')
  })
})
