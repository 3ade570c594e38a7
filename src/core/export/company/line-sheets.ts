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
      /** Empty for one that nothing else refers to. */
      readonly field: string
      readonly label: string
      readonly unit: UnitKind
      readonly formula: Formula
    }
  | { readonly kind: 'check'; readonly label: string; readonly unit: UnitKind; readonly rule: TieRule }

export interface LineSheet {
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
      name: 'Balance sheet',
      rows: [...balanceLines.map(storedRow), group('Reckoned'), ...reckoned((field) => field.includes('net_debt'))],
    },
    { name: 'Cash flow', rows: [...cashFlowLines.map(storedRow), group('Reckoned'), ...reckoned(isCashFlow)] },
    {
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
    { name: 'Checks', rows: tieRules.map(checkRow) },
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
  return { kind: 'formula', field: '', label: figureLines.get(field)?.label ?? field, unit: 'percent', formula }
}

function checkRow(rule: TieRule): LineRow {
  return { kind: 'check', label: rule.rule, unit: figureLines.get(rule.field)?.unit ?? 'money', rule }
}
