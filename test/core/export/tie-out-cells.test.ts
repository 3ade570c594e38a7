import { describe, expect, test } from 'vitest'
import type { Tie } from '#contract/api/financials.ts'
import { numberFormat } from '#core/export/number-formats.ts'
import {
  crossCell,
  crossStatedCell,
  crossTermsCell,
  crossToleranceCell,
  failingCell,
  knownCell,
  partsCell,
  statusCell,
  statusOf,
  tieCell,
  toleranceCell,
  totalCell,
  type CrossOperand,
} from '#core/export/tie-out-cells.ts'
import type { Cell } from '#core/export/workbook/cells.ts'
import { tieRules } from '#core/fundamentals/tie-outs.ts'
import type { Check } from '#core/fundamentals/series-tie-outs.ts'
import { tiesWithin } from '../fundamentals/ties-within.ts'

const rule = tieRules.find(({ field }) => field === 'GrossProfit')!
const gross = (stated: number | null, revenue: number | null = 300) =>
  tiesWithin({ Revenue: revenue, CostOfRevenue: 100, GrossProfit: stated }).find(({ field }) => field === 'GrossProfit')
const cells: Readonly<Record<string, string>> = { Revenue: 'C4', CostOfRevenue: 'C5', GrossProfit: 'C6' }
const at = (field: string) => cells[field]
const nowhere = () => undefined

function read(cell: Cell) {
  if (typeof cell !== 'object' || cell?.kind !== 'styled') throw new Error('not a styled cell')
  const { value, style, isTelling } = cell
  const isFormula = typeof value === 'object' && value?.kind === 'formula'
  return {
    formula: isFormula ? value.formula : null,
    value: isFormula ? value.value : value,
    ink: style.ink ?? null,
    fill: style.fill ?? null,
    bold: style.bold ?? false,
    align: style.align ?? null,
    format: style.format,
    isTelling: isTelling ?? false,
  }
}

const look = { ink: 'formula', fill: null, bold: false, align: 'right', format: numberFormat('count', 'units') }

describe('what a total says beyond its parts', () => {
  const formula =
    'IF(ISNUMBER(C6),IF(OR(COUNT(C4,C5)=2,AND(COUNT(C4,C5)>0,ABS(C6-N(C4)+N(C5))<=MAX(1.5,ABS(C6)/1000000))),C6-N(C4)+N(C5),"n/a"),"n/a")'

  test('is a formula over their cells, with the value of now', () => {
    expect(read(tieCell(rule, gross(200), false, at))).toEqual({ ...look, formula, value: 0, isTelling: true })
  })

  test('is flagged where it fails, unless the break is known', () => {
    expect(read(tieCell(rule, gross(250), false, at))).toMatchObject({ value: 50, fill: 'flag' })
    expect(read(tieCell(rule, gross(250), true, at))).toMatchObject({ value: 50, fill: null })
  })

  test('is n/a where it cannot be checked, or nothing is known of it', () => {
    expect(read(tieCell(rule, gross(null), false, at)).value).toBe('n/a')
    expect(read(tieCell(rule, undefined, false, at))).toMatchObject({ value: 'n/a', fill: null })
  })

  test('counts a line that the workbook has no cell for as absent, and not as zero', () => {
    expect(read(tieCell(rule, undefined, false, nowhere)).formula).toBe(
      'IF(ISNUMBER(""),IF(OR(COUNT("","")=2,AND(COUNT("","")>0,ABS(""-N("")+N(""))<=MAX(1.5,ABS("")/1000000))),""-N("")+N(""),"n/a"),"n/a")',
    )
  })
})

describe('the cells next to a check', () => {
  test('link to the total and to its parts', () => {
    expect(read(totalCell(rule, gross(200), at))).toEqual({
      ...look,
      ink: 'other-sheet',
      formula: 'IF(ISNUMBER(C6),C6,"n/a")',
      value: 200,
      isTelling: false,
    })
    expect(read(partsCell(rule, gross(200), at))).toMatchObject({
      ink: 'other-sheet',
      formula: 'IF(COUNT(C4,C5)=0,"n/a",+N(C4)-N(C5))',
      value: 200,
    })
    expect(read(totalCell(rule, undefined, nowhere))).toMatchObject({
      formula: 'IF(ISNUMBER(""),"","n/a")',
      value: 'n/a',
    })
    expect(read(partsCell(rule, undefined, nowhere))).toMatchObject({
      formula: 'IF(COUNT("","")=0,"n/a",+N("")-N(""))',
      value: 'n/a',
    })
  })

  test('say what rounding may cost: half a unit a figure, or a millionth', () => {
    expect(read(toleranceCell(rule, gross(200), at))).toMatchObject({
      formula: 'IF(ISNUMBER(C6),MAX(1.5,ABS(C6)/1000000),"n/a")',
      value: 1.5,
      ink: 'quiet',
      align: 'right',
      format: numberFormat('score', 'units'),
    })
    expect(read(toleranceCell(rule, gross(-5e6), at)).value).toBe(5)
    expect(read(toleranceCell(rule, gross(null), at)).value).toBe('n/a')
    expect(read(toleranceCell(rule, undefined, nowhere))).toMatchObject({
      formula: 'IF(ISNUMBER(""),MAX(1.5,ABS("")/1000000),"n/a")',
      value: 'n/a',
    })
  })
})

describe('the status of a check', () => {
  test('is ties, break, known or n/a', () => {
    const results = ['ties', 'fails', 'unknown', undefined] as const
    expect(results.map((result) => [statusOf(result, false), statusOf(result, true)])).toEqual([
      ['ties', 'ties'],
      ['break', 'known'],
      ['n/a', 'n/a'],
      ['n/a', 'n/a'],
    ])
  })

  test('is a formula over its difference and its tolerance; a break is flagged', () => {
    expect(read(statusCell('break', false, 'D6', 'E6'))).toMatchObject({
      formula: 'IF(ISNUMBER(D6),IF(ABS(D6)>N(E6),"break","ties"),"n/a")',
      value: 'break',
      fill: 'flag',
      ink: 'formula',
      bold: false,
      isTelling: true,
    })
    expect(read(statusCell('known', true, 'D6', 'E6'))).toMatchObject({
      formula: 'IF(ISNUMBER(D6),IF(ABS(D6)>N(E6),"known","ties"),"n/a")',
      value: 'known',
      fill: null,
      ink: 'quiet',
    })
  })

  test('is counted by figure: a figure with a break and a known one has a break', () => {
    const figures = [['A1', 'A2'], ['B1']]
    expect(read(failingCell(figures, 1))).toEqual({
      ...look,
      formula: 'SIGN((A1="break")+(A2="break"))+SIGN((B1="break"))',
      value: 1,
      fill: 'flag',
      bold: true,
      isTelling: true,
    })
    expect(read(failingCell(figures, 0))).toMatchObject({ fill: null, bold: true })
    expect(read(knownCell(figures, 2))).toMatchObject({
      formula:
        'SIGN((A1="known")+(A2="known"))*(1-SIGN((A1="break")+(A2="break")))+SIGN((B1="known"))*(1-SIGN((B1="break")))',
      value: 2,
      ink: 'quiet',
      isTelling: true,
    })
    expect(read(knownCell([], 0)).formula).toBe('0')
  })
})

describe('a cross check', () => {
  /** EPS against income over shares, and a year against its quarters less one of them. */
  const check = (signs: readonly Tie['terms'][number]['sign'][], tie: Partial<Tie> = {}): Check => ({
    kind: 'earnings',
    name: 'check',
    field: 'DilutedEarningsPerShare',
    period: undefined as never,
    stated: undefined as never,
    isCounted: true,
    isMarkable: true,
    tie: {
      field: 'DilutedEarningsPerShare',
      terms: signs.map((sign) => ({ sign, field: 'Revenue', value: 1, from: null })),
      rule: '',
      note: '',
      result: 'ties',
      stated: 6,
      calculated: 5,
      difference: 1,
      tolerance: 0.5,
      ...tie,
    },
  })
  const [stated, one, two]: CrossOperand[] = [{ cell: 'C9' }, { cell: 'C4' }, { value: 12 }]

  test('is a figure less the others, in its unit; figures without a cell are written as numbers', () => {
    expect(read(crossCell(check(['+', '/']), false, stated!, [one!, two!], 'per-share'))).toEqual({
      ...look,
      format: numberFormat('score', 'units'),
      formula: 'IF(COUNT(C9,C4)=2,IFERROR(C9-(C4/12),"n/a"),"n/a")',
      value: 1,
      isTelling: true,
    })
    expect(read(crossTermsCell(check(['-', '+', '-']), [one!, two!], 'money'))).toMatchObject({
      formula: 'IF(COUNT(C4)=1,IFERROR(-C4+12-0,"n/a"),"n/a")',
      value: 5,
      ink: 'other-sheet',
      format: numberFormat('count', 'units'),
    })
    expect(read(crossStatedCell(check([]), stated!, 'money')).formula).toBe('IF(COUNT(C9)=1,IFERROR(C9,"n/a"),"n/a")')
    expect(read(crossStatedCell(check([]), two!, 'money'))).toMatchObject({
      formula: 'IF(TRUE,IFERROR(12,"n/a"),"n/a")',
      value: 6,
    })
  })

  test('is flagged where it fails, unless the break is known', () => {
    const fails = check(['+'], { result: 'fails', difference: null })
    expect(read(crossCell(fails, false, stated!, [one!], 'money'))).toMatchObject({ fill: 'flag', value: 'n/a' })
    expect(read(crossCell(fails, true, stated!, [one!], 'money')).fill).toBeNull()
    expect(read(crossCell(check(['+']), false, stated!, [one!], 'money')).fill).toBeNull()
  })

  test('that cannot be made is n/a, and no formula', () => {
    const unknown = check(['+'], { result: 'unknown', stated: null, calculated: null })
    expect(
      [
        read(crossCell(unknown, false, stated!, [one!], 'money')),
        read(crossStatedCell(unknown, stated!, 'money')),
        read(crossTermsCell(unknown, [one!], 'money')),
        read(crossToleranceCell(unknown)),
      ].map(({ formula, value }) => [formula, value]),
    ).toEqual(Array.from({ length: 4 }, () => [null, 'n/a']))
    expect(read(crossToleranceCell(check(['+'])))).toMatchObject({ formula: null, value: 0.5, ink: 'quiet' })
  })
})
