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
import { calculatedFormulas } from '../../fundamentals/calculate.ts'
import type { CompanySeries } from '../../fundamentals/series.ts'
import { checkLabel, type Check, type SeriesTies } from '../../fundamentals/series-ties.ts'
import { ruleName, tieRules, type TieRule } from '../../fundamentals/tie-outs.ts'
import type { Formula } from '../../metrics/formula.ts'

/** A row of a sheet of lines and periods. */
export type LineRow =
  | { readonly kind: 'group'; readonly label: string }
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
    }
  /** A figure that takes part in a tie. */
  | {
      readonly kind: 'item'
      readonly field: string
      readonly label: string
      readonly unit: UnitKind
      readonly of: string
      readonly isTotal: boolean
    }
  | { readonly kind: 'difference' | 'tolerance'; readonly field: string; readonly rule: TieRule }
  /** Whether a check ties, breaks, or breaks as the user knows. */
  | { readonly kind: 'status'; readonly field: string; readonly check: string }
  /** What a figure says beyond other periods, the other edition, or income per share; and what may differ by rounding. */
  | { readonly kind: 'cross' | 'cross-tolerance'; readonly field: string; readonly check: CrossCheck }
  /** How many figures do not tie; how many of them by known breaks only stands apart. */
  | { readonly kind: 'failing' | 'known'; readonly field: string; readonly figures: readonly CheckedFigure[] }

/** A check beyond one period's totals, of every period in which it is made. */
export interface CrossCheck {
  readonly key: string
  readonly label: string
  readonly field: string
  /** By record. */
  readonly ties: ReadonlyMap<number, Check>
}

/** The names of everything that a figure is held against: it does not tie when one of them differs. */
export type CheckedFigure = readonly string[]

export interface LineSheet {
  /** By which the workbook knows it. */
  readonly mark: string
  readonly name: string
  readonly rows: readonly LineRow[]
}

/** A metric of the user's own. */
export interface OwnLine {
  readonly field: string
  readonly label: string
  readonly unit: UnitKind
  readonly formula: Formula
}

const grown = [
  'Revenue',
  'GrossProfit',
  'OperatingIncome',
  'NetIncomeLossAttributableCommonShareholders',
  'DilutedEarningsPerShare',
  'EBITDA',
] as const
const marginsOfIncome = /_margin$|tax_rate$/

/** A sheet a statement, what is calculated from it beneath it, the checks of all on a sheet of their own. */
export function lineSheets(own: readonly OwnLine[], crosses: readonly CrossCheck[]): LineSheet[] {
  const calculated = (isWanted: (field: string) => boolean) =>
    calculatedLines.filter(({ field }) => isWanted(field)).flatMap(({ field }) => calculatedRow(field) ?? [])
  const isCashFlow = (field: string) => field.includes('free_cash_flow') || field.includes('fcf_margin')
  return [
    {
      mark: 'income',
      name: 'Income',
      rows: [
        ...incomeLines.map(storedRow),
        group('Growth y/y'),
        ...grown.map(growthRow),
        group('Margins'),
        ...calculated((field) => marginsOfIncome.test(field) && !isCashFlow(field)),
      ],
    },
    {
      mark: 'balance',
      name: 'Balance sheet',
      rows: [...balanceLines.map(storedRow), group('Calculated'), ...calculated((field) => field.includes('net_debt'))],
    },
    {
      mark: 'cash',
      name: 'Cash flow',
      rows: [...cashFlowLines.map(storedRow), group('Calculated'), ...calculated(isCashFlow)],
    },
    {
      mark: 'metrics',
      name: 'Metrics',
      rows: [
        group('From the service'),
        ...metricLines.map(storedRow),
        group('From the filing text'),
        ...insightLines.map(storedRow),
        ...(own.length === 0 ? [] : [group('Own metrics')]),
        ...own.map((line): LineRow => ({ kind: 'formula', ...line })),
      ],
    },
    {
      mark: 'checks',
      name: 'Checks',
      rows: [
        { kind: 'failing', field: 'check', figures: checkedFigures(crosses) },
        { kind: 'known', field: 'check.known', figures: checkedFigures(crosses) },
        ...tieRules.flatMap(checkRows),
        ...crosses.flatMap(crossRows),
      ],
    },
  ]
}

function group(label: string): LineRow {
  return { kind: 'group', label }
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

function growthRow(field: string): LineRow {
  const formula: Formula = { kind: 'call', name: 'growth', of: [{ kind: 'line', field }] }
  return {
    kind: 'formula',
    field: `growth.${field}`,
    label: figureLines.get(field)?.label ?? field,
    unit: 'percent',
    formula,
  }
}

/** What a tie's rows are known by, and the figure of one of them. */
export function tieKey(rule: TieRule, of?: string): string {
  return of === undefined ? ruleName(rule) : `${ruleName(rule)}: ${of}`
}

/** Of the row that says whether a check ties. */
export function statusKey(check: string): string {
  return `${check}: status`
}

/** The total, each of its parts, and what it says beyond them. */
function checkRows(rule: TieRule): LineRow[] {
  const item = (of: string, isTotal: boolean, sign = ''): LineRow => {
    const { label = of, unit = 'money' } = figureLines.get(of) ?? {}
    return { kind: 'item', field: tieKey(rule, of), label: sign + label, unit, of, isTotal }
  }
  return [
    group(rule.rule),
    ...rule.sum.map(([part, weight]) => item(part, false, weight === -1 ? '− ' : '')),
    item(rule.field, true),
    { kind: 'difference', field: tieKey(rule), rule },
    { kind: 'tolerance', field: tieKey(rule, 'tolerance'), rule },
    statusRow(ruleName(rule)),
  ]
}

function statusRow(check: string): LineRow {
  return { kind: 'status', field: statusKey(check), check }
}

/** As the screen counts them: a figure that fails two checks is one. */
function checkedFigures(crosses: readonly CrossCheck[]): CheckedFigure[] {
  const fields = new Set([...tieRules.map(({ field }) => field), ...crosses.map(({ field }) => field)])
  return [...fields].map((field) => [
    ...tieRules.filter((rule) => rule.field === field).map(ruleName),
    ...crosses.filter((check) => check.field === field).map(({ key }) => key),
  ])
}

function crossRows(check: CrossCheck): LineRow[] {
  return [
    group(check.label),
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
