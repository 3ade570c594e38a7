import { figureLines } from '#contract/desk/figure-lines.ts'
import { reckonedLines } from '#contract/desk/reckoned-lines.ts'
import {
  balanceLines,
  cashFlowLines,
  incomeLines,
  insightLines,
  metricLines,
  type LineRank,
  type UnitKind,
} from '#contract/service/statement-lines.ts'
import { reckonedFormulas } from '../../fundamentals/reckon.ts'
import { tieRules, type TieRule } from '../../fundamentals/tie-outs.ts'
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
  /** How many ties fail. */
  | { readonly kind: 'failing'; readonly field: string; readonly rules: readonly TieRule[] }

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

/** A sheet a statement, what is reckoned from it beneath it, the checks of all on a sheet of their own. */
export function lineSheets(own: readonly OwnLine[]): LineSheet[] {
  const reckoned = (isWanted: (field: string) => boolean) =>
    reckonedLines.filter(({ field }) => isWanted(field)).flatMap(({ field }) => reckonedRow(field) ?? [])
  const isCashFlow = (field: string) => field.includes('free_cash_flow') || field.includes('fcf_margin')
  return [
    {
      mark: 'income',
      name: 'Income',
      rows: [
        ...incomeLines.map(storedRow),
        group('Growth on a year before'),
        ...grown.map(growthRow),
        group('Margins'),
        ...reckoned((field) => marginsOfIncome.test(field) && !isCashFlow(field)),
      ],
    },
    {
      mark: 'balance',
      name: 'Balance sheet',
      rows: [...balanceLines.map(storedRow), group('Reckoned'), ...reckoned((field) => field.includes('net_debt'))],
    },
    {
      mark: 'cash',
      name: 'Cash flow',
      rows: [...cashFlowLines.map(storedRow), group('Reckoned'), ...reckoned(isCashFlow)],
    },
    {
      mark: 'metrics',
      name: 'Metrics',
      rows: [
        group('Of the service'),
        ...metricLines.map(storedRow),
        group('In the text of the filing'),
        ...insightLines.map(storedRow),
        ...(own.length === 0 ? [] : [group('Own metrics')]),
        ...own.map((line): LineRow => ({ kind: 'formula', ...line })),
      ],
    },
    {
      mark: 'checks',
      name: 'Checks',
      rows: [{ kind: 'failing', field: 'check', rules: tieRules }, ...tieRules.flatMap(checkRows)],
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

function reckonedRow(field: string): LineRow | undefined {
  const [line, formula] = [figureLines.get(field), reckonedFormulas.get(field)]
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
export function tieKey({ field, sum }: TieRule, of?: string): string {
  const tie = sum.length === 1 ? `check.${field}.${sum[0]?.[0] ?? ''}` : `check.${field}`
  return of === undefined ? tie : `${tie}: ${of}`
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
  ]
}
