/**
 * Which rows each statement sheet of a company's workbook has, and the checks on the sheet of
 * checks.
 */

import { figureLines } from '#contract/api/figure-lines.ts'
import { calculatedLines } from '#contract/api/calculated-lines.ts'
import {
  balanceLines,
  cashFlowLines,
  incomeLines,
  insightLines,
  metricLines,
  type LineRank,
  type UnitKind,
} from '#contract/service/statement-lines.ts'
import { calculatedFormulas } from '../../fundamentals/calculate-lines.ts'
import type { CompanySeries } from '../../fundamentals/company-series.ts'
import { checkLabel, type Check, type SeriesTies } from '../../fundamentals/series-tie-outs.ts'
import { ruleName, tieRules, type TieRule } from '../../fundamentals/tie-outs.ts'
import type { Formula } from '../../metrics/formula.ts'
import type { LatestFigures } from './line-columns.ts'

/** A row of a sheet of lines and periods. */
export type LineRow =
  | { readonly kind: 'group'; readonly label: string; readonly note: string }
  /** A line of words below the figures. */
  | { readonly kind: 'note'; readonly field: string; readonly note: 'restated' | 'breaks' }
  | {
      readonly kind: 'stored'
      readonly field: string
      readonly label: string
      readonly unit: UnitKind
      readonly rank: LineRank | null
    }
  | {
      readonly kind: 'formula'
      readonly field: string
      readonly label: string
      readonly unit: UnitKind
      readonly formula: Formula
      /** Told with its sign, and of twelve months too. */
      readonly isGrowth?: boolean
    }
  /** A figure of a tie. */
  | {
      readonly kind: 'item'
      readonly field: string
      readonly label: string
      readonly unit: UnitKind
      readonly of: string
      readonly isTotal: boolean
    }
  | { readonly kind: 'difference' | 'tolerance'; readonly field: string; readonly rule: TieRule }
  /** Whether a check ties, breaks, or has a known break. */
  | { readonly kind: 'status'; readonly field: string; readonly check: string }
  /** Difference of a figure to other periods, the other edition, or income per share; and the difference that rounding allows. */
  | { readonly kind: 'cross' | 'cross-tolerance'; readonly field: string; readonly check: CrossCheck }
  /** How many figures do not tie; those with known breaks only are counted separately. */
  | { readonly kind: 'failing' | 'known'; readonly field: string; readonly figures: readonly CheckedFigure[] }
  /** How many of these checks tie. */
  | { readonly kind: 'tying'; readonly field: string; readonly checks: readonly string[] }

/** A check beyond one period's totals, of every period in which it is made. */
export interface CrossCheck {
  readonly key: string
  readonly label: string
  readonly field: string
  /** By record. */
  readonly ties: ReadonlyMap<number, Check>
}

/** The names of all checks of a figure: it does not tie when one of them fails. */
type CheckedFigure = readonly string[]

export interface LineSheet {
  /** The workbook's name for it. */
  readonly mark: string
  readonly name: string
  readonly latest: LatestFigures
  readonly rows: readonly LineRow[]
}

/** A user's metric. */
export interface OwnLine {
  readonly field: string
  readonly label: string
  readonly unit: UnitKind
  readonly formula: Formula
}

const grown = [
  'Revenue',
  'GrossProfit',
  'EBITDA',
  'OperatingIncome',
  'NetIncomeLossAttributableCommonShareholders',
  'DilutedEarningsPerShare',
] as const
/** Lines that are also shown as a share of revenue. */
const ofRevenue = [
  ['SellingGeneralAdministrative', 'SG&A'],
  ['ResearchDevelopment', 'R&D'],
  ['IncomeBeforeIncomeTaxes', 'Pretax margin'],
] as const
const marginsOfIncome = /_margin$|tax_rate$/
/** Below the statement, as an analyst lays it out. */
const perShare = /PerShare$|SharesOutstanding$/

const line = (field: string): Formula => ({ kind: 'line', field })
const operation = (sign: '+' | '/', left: Formula, right: Formula): Formula => ({
  kind: 'operation',
  sign,
  left,
  right,
})
const totalDebt = operation('+', line('DebtCurrent'), line('LongTermDebtCapitalLeaseObligations'))

/** Made of stored figures for the workbook alone. */
const capital: readonly LineRow[] = [
  { kind: 'formula', field: 'capital.total_debt', label: 'Total debt', unit: 'money', formula: totalDebt },
  ...calculatedRows((field) => field.includes('net_debt')),
  {
    kind: 'formula',
    field: 'capital.debt_to_equity',
    label: 'Debt/equity',
    unit: 'ratio',
    formula: { kind: 'call', name: 'share', of: [totalDebt, line('TotalEquity')] },
  },
  {
    kind: 'formula',
    field: 'capital.current_ratio',
    label: 'Current ratio',
    unit: 'ratio',
    formula: { kind: 'call', name: 'share', of: [line('TotalCurrentAssets'), line('TotalCurrentLiabilities')] },
  },
]

const prior = (of: Formula): Formula => ({ kind: 'call', name: 'prior', of: [of] })
const share = (part: Formula, base: Formula): Formula => ({ kind: 'call', name: 'share', of: [part, base] })

/** The sum of a quarter and the three before it. */
function fourQuarters(field: string): Formula {
  const quarters = [line(field)]
  while (quarters.length < 4) quarters.push(prior(quarters.at(-1) ?? line(field)))
  return { kind: 'call', name: 'sum', of: quarters }
}

const summed = [
  'Revenue',
  'GrossProfit',
  'EBITDA',
  'OperatingIncome',
  'NetIncomeLossAttributableCommonShareholders',
  'calculated.free_cash_flow',
] as const
const marginsOfSums = [
  ['GrossProfit', 'Gross margin'],
  ['EBITDA', 'EBITDA margin'],
  ['OperatingIncome', 'Operating margin'],
  ['NetIncomeLossAttributableCommonShareholders', 'Net margin'],
  ['calculated.free_cash_flow', 'FCF margin'],
] as const

/**
 * At each quarter end, the sum of the four quarters that end with it, and its balance sheet. Earnings per share of quarters do
 * not add up to those of a year.
 */
const twelveMonths: readonly LineRow[] = [
  group('Last twelve months at each quarter end', 'sums of four quarters; last column: change y/y'),
  ...summed.map((field) => {
    const { label = field, unit = 'money' } = figureLines.get(field) ?? {}
    return twelveMonthsRow(field, label, unit, fourQuarters(field))
  }),
  group('Margins, % of revenue, last twelve months', 'last column: change in basis points'),
  ...marginsOfSums.map(([field, label]) =>
    twelveMonthsRow(`margin.${field}`, label, 'percent', share(fourQuarters(field), fourQuarters('Revenue'))),
  ),
  group('Returns and leverage, last twelve months', 'balances at the quarter end'),
  twelveMonthsRow(
    'return_on_equity',
    'Return on equity',
    'percent',
    share(fourQuarters('NetIncomeLossAttributableCommonShareholders'), line('TotalEquity')),
  ),
  twelveMonthsRow(
    'net_debt_to_ebitda',
    'Net debt/EBITDA',
    'ratio',
    share(line('calculated.net_debt'), fourQuarters('EBITDA')),
  ),
]

function twelveMonthsRow(field: string, label: string, unit: UnitKind, formula: Formula): LineRow {
  return { kind: 'formula', field: `ltm.${field.replace('calculated.', '')}`, label, unit, formula }
}

const freeCashFlowGrowth = 'growth.free_cash_flow'
const tyingField = 'check.ties'

/** Rows that an earlier version did not have: an update of its workbooks adds none. */
export const optionalFields: ReadonlySet<string> = new Set([
  ...ofRevenue.map(([field]) => shareField(field)),
  ...capital.flatMap((row) => (row.kind === 'formula' && row.field.startsWith('capital.') ? row.field : [])),
  ...twelveMonths.flatMap((row) => (row.kind === 'formula' ? row.field : [])),
  freeCashFlowGrowth,
  tyingField,
  'note.restated',
  'note.breaks',
])

const notes: readonly LineRow[] = [
  { kind: 'note', field: 'note.restated', note: 'restated' },
  { kind: 'note', field: 'note.breaks', note: 'breaks' },
]

/**
 * A sheet per statement, with its calculated lines below, and all checks on a separate sheet. `isQuarterly`: the periods are
 * quarters, with twelve months too.
 */
export function lineSheets(own: readonly OwnLine[], crosses: readonly CrossCheck[], isQuarterly: boolean): LineSheet[] {
  const isCashFlow = (field: string) => field.includes('free_cash_flow') || field.includes('fcf_margin')
  return [
    {
      mark: 'income',
      name: 'Income statement',
      latest: 'twelve-months',
      rows: [
        ...incomeLines.filter(({ field }) => !perShare.test(field)).map(storedRow),
        group('Per share'),
        ...incomeLines.filter(({ field }) => perShare.test(field)).map((each) => storedRow({ ...each, rank: 'item' })),
        group('Growth, year over year', isQuarterly ? 'LTM vs. the previous four quarters' : ''),
        ...grown.map(growthRow),
        group('Margins, % of revenue', 'last column: change in basis points'),
        ...calculatedRows((field) => field === 'calculated.gross_margin'),
        ...ofRevenue.slice(0, 2).map(shareRow),
        ...calculatedRows((field) => /(ebitda|operating)_margin$/.test(field)),
        ...ofRevenue.slice(2).map(shareRow),
        ...calculatedRows(
          (field) =>
            marginsOfIncome.test(field) && !isCashFlow(field) && !/(gross|ebitda|operating)_margin$/.test(field),
        ),
        ...notes,
      ],
    },
    {
      mark: 'balance',
      name: 'Balance sheet',
      latest: 'balance',
      rows: [
        group('Assets'),
        ...balanceUpTo('TotalAssets'),
        group('Liabilities'),
        ...balanceUpTo('CommitmentsContingencies', 'TotalAssets'),
        group('Equity'),
        ...balanceUpTo('TotalLiabilitiesEquity', 'CommitmentsContingencies'),
        group('Capital', 'calculated'),
        ...capital,
        ...notes,
      ],
    },
    {
      mark: 'cash',
      name: 'Cash flow',
      latest: 'twelve-months',
      rows: [
        ...cashFlowLines.map(storedRow),
        group('Free cash flow', 'calculated; last column of a margin: change in basis points'),
        ...calculatedRows(isCashFlow),
        { ...growthRow('calculated.free_cash_flow'), field: freeCashFlowGrowth, label: 'Free cash flow growth' },
        ...notes,
      ],
    },
    {
      mark: 'metrics',
      name: 'Metrics',
      latest: 'last-period',
      rows: [
        ...(isQuarterly ? twelveMonths : []),
        group('From the service', 'as stored; last column: change y/y, percentages in basis points'),
        ...metricLines.map(storedRow),
        group('From the filing text'),
        ...insightLines.map(storedRow),
        ...(own.length === 0 ? [] : [group('Own metrics')]),
        ...own.map((each): LineRow => ({ kind: 'formula', ...each })),
      ],
    },
    {
      mark: 'checks',
      name: 'Checks',
      latest: 'none',
      rows: [
        ...tieRules.flatMap(checkRows),
        ...crosses.flatMap(crossRows),
        { kind: 'tying', field: tyingField, checks: [...tieRules.map(ruleName), ...crosses.map(({ key }) => key)] },
        { kind: 'failing', field: 'check', figures: checkedFigures(crosses) },
        { kind: 'known', field: 'check.known', figures: checkedFigures(crosses) },
      ],
    },
  ]
}

/** Lines of the balance sheet after one of them, up to another. */
function balanceUpTo(last: string, after?: string): LineRow[] {
  const at = (field: string | undefined) => balanceLines.findIndex((each) => each.field === field)
  return balanceLines.slice(at(after) + 1, at(last) + 1).map(storedRow)
}

function calculatedRows(isWanted: (field: string) => boolean): LineRow[] {
  return calculatedLines.filter(({ field }) => isWanted(field)).flatMap(({ field }) => calculatedRow(field) ?? [])
}

function shareField(field: string): string {
  return `margin.${field}`
}

function shareRow([field, label]: (typeof ofRevenue)[number]): LineRow {
  const formula: Formula = { kind: 'call', name: 'share', of: [line(field), line('Revenue')] }
  return { kind: 'formula', field: shareField(field), label, unit: 'percent', formula }
}

function group(label: string, note = ''): LineRow {
  return { kind: 'group', label, note }
}

function storedRow({
  field,
  label,
  unit,
  rank,
}: {
  readonly field: string
  readonly label: string
  readonly unit: UnitKind
  readonly rank?: LineRank
}): LineRow {
  return { kind: 'stored', field, label, unit, rank: rank ?? null }
}

function calculatedRow(field: string): LineRow | undefined {
  const [line, formula] = [figureLines.get(field), calculatedFormulas.get(field)]
  return line && formula && { kind: 'formula', field, label: line.label, unit: line.unit, formula }
}

function growthRow(field: string): Extract<LineRow, { kind: 'formula' }> {
  const formula: Formula = { kind: 'call', name: 'growth', of: [{ kind: 'line', field }] }
  return {
    kind: 'formula',
    field: `growth.${field}`,
    label: figureLines.get(field)?.label ?? field,
    unit: 'percent',
    formula,
    isGrowth: true,
  }
}

/** The row key of a tie, or of one of its figures. */
export function tieKey(rule: TieRule, of?: string): string {
  return of === undefined ? ruleName(rule) : `${ruleName(rule)}: ${of}`
}

/** The row key of a check's status. */
export function statusKey(check: string): string {
  return `${check}: status`
}

/** What a total says beyond its parts; below that each of them, folded. */
function checkRows(rule: TieRule): LineRow[] {
  const item = (of: string, isTotal: boolean, sign = ''): LineRow => {
    const { label = of, unit = 'money' } = figureLines.get(of) ?? {}
    return { kind: 'item', field: tieKey(rule, of), label: sign + label, unit, of, isTotal }
  }
  return [
    { kind: 'difference', field: tieKey(rule), rule },
    ...rule.sum.map(([part, weight]) => item(part, false, weight === -1 ? '− ' : '')),
    item(rule.field, true),
    { kind: 'tolerance', field: tieKey(rule, 'tolerance'), rule },
    statusRow(ruleName(rule)),
  ]
}

function statusRow(check: string): LineRow {
  return { kind: 'status', field: statusKey(check), check }
}

/** Counted as on the screen: a figure that fails two checks is one. */
function checkedFigures(crosses: readonly CrossCheck[]): CheckedFigure[] {
  const fields = new Set([...tieRules.map(({ field }) => field), ...crosses.map(({ field }) => field)])
  return [...fields].map((field) => [
    ...tieRules.filter((rule) => rule.field === field).map(ruleName),
    ...crosses.filter((check) => check.field === field).map(({ key }) => key),
  ])
}

function crossRows(check: CrossCheck): LineRow[] {
  return [
    { kind: 'cross', field: check.key, check },
    { kind: 'cross-tolerance', field: `${check.key}: tolerance`, check },
    statusRow(check.key),
  ]
}

/** The checks beyond totals that a workbook lists. */
export function crossChecks(ties: SeriesTies, { periods, edition }: CompanySeries): CrossCheck[] {
  const checks = new Map<string, CrossCheck & { readonly ties: Map<number, Check> }>()
  for (const [at, listed] of ties.listed().entries()) {
    for (const cross of listed) {
      if (cross.kind === 'total') continue
      const { name: key, field } = cross
      const check = checks.get(key) ?? { key, label: checkLabel(cross, edition), field, ties: new Map() }
      check.ties.set(periods[at]?.recordId ?? -1, cross)
      checks.set(key, check)
    }
  }
  return [...checks.values()]
}
