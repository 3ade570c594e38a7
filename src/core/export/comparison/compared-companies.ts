/**
 * The companies of a comparison with everything that its workbook needs: series, columns, splits
 * and checks.
 */

import { mostPeriods, type Alignment, type ComparedTable, type ComparisonSpec } from '#contract/api/comparisons.ts'
import type { Edition } from '#contract/api/financials.ts'
import type { FigureNumbers } from '#contract/api/figure-numbers.ts'
import { tableOf } from '#contract/api/packed-figures.ts'
import type { FigureLine } from '#contract/api/figure-lines.ts'
import { periodColumnName } from '#contract/api/fiscal-period-name.ts'
import { columnsOf, earlierIn, compare, lineOf, seriesIn, type CompareOptions } from '../../comparisons/compare.ts'
import { ColumnFigures } from '../../comparisons/column-figures.ts'
import { alignmentOf, shownColumns } from '../../comparisons/shown-columns.ts'
import { periodColumnsOf, type OrderedPeriodColumn, type PeriodColumnSource } from '../../comparisons/period-columns.ts'
import { figureIndexes } from '../../fundamentals/figure-fields.ts'
import { calculatedFormulas } from '../../fundamentals/calculate-lines.ts'
import { comparisonFormulas, twelveMonthFormulas } from '../../fundamentals/comparison-formulas.ts'
import type { TwelveMonthShares } from '../../fundamentals/last-twelve-months.ts'
import { SeriesTies, type Check } from '../../fundamentals/series-tie-outs.ts'
import { shareBasesIn, type SeriesPeriod } from '../../fundamentals/company-series.ts'
import { shareLines } from '../../fundamentals/share-split.ts'
import { tieRules, type TieRule } from '../../fundamentals/tie-outs.ts'
import type { SharesAround } from '../../metrics/evaluate-formula.ts'
import { fieldsOf, type Formula } from '../../metrics/formula.ts'

/** One company of a comparison for a workbook, including columns before those shown. */
export interface WorkbookCompany {
  readonly symbol: string
  readonly name: string | null
  /** Null: the library holds no statements of it. */
  readonly edition: Edition | null
  readonly periods: readonly SeriesPeriod[]
  /** One a column, those that are not shown too. */
  readonly sources: readonly (PeriodColumnSource | null)[]
  /** The column a number of quarters before another one, as a base for a change; undefined: there is none. */
  readonly before: (column: number, quarters: number) => number | undefined
  /** Figures of a line, one per column. */
  readonly line: (field: string) => FigureNumbers
  /** The shares that each column counts in, and the lines that a split changes. */
  readonly shares: SharesAround
  /** For each column that sums four quarters: the shares behind its EPS. */
  readonly twelveMonths: ReadonlyMap<number, TwelveMonthShares>
  /** Whether the service states a metric of the company. */
  readonly states: (field: string) => boolean
  /** For each period, the checks of the workbook's lines. */
  readonly checks: readonly (readonly SideCheck[])[]
  /** Figures that do not tie, counted as on the screen; those with known breaks only are separate. */
  readonly breaks: { readonly fails: number; readonly known: number }
}

export interface SideCheck {
  readonly check: Check
  /** The user has marked the break as known. */
  readonly isKnown: boolean
}

/** A comparison as a workbook recalculates it. */
export interface ComparedWorkbook {
  /** With the alignment that was chosen automatically, if it was. */
  readonly spec: ComparisonSpec & { readonly alignment: Alignment }
  /** As on the screen. */
  readonly table: ComparedTable
  readonly sides: readonly WorkbookCompany[]
  /** Includes periods before the visible ones, from which growth is calculated. */
  readonly columns: readonly OrderedPeriodColumn[]
  /** The columns that are shown, by their place in `columns`. */
  readonly shown: readonly number[]
  /** Quarters in one period. */
  readonly period: number
  /** The shown lines, and those they are calculated from. */
  readonly lines: readonly FigureLine[]
  /** Formulas of the calculated lines. */
  readonly formulas: ReadonlyMap<string, Formula>
  readonly rules: readonly TieRule[]
}

export function comparedWorkbook(chosen: ComparisonSpec, options: CompareOptions): ComparedWorkbook {
  const { companies, own } = options
  const alignment = alignmentOf(
    chosen,
    companies.map(({ series }) => series?.periods ?? []),
  )
  const spec = { ...chosen, alignment }
  const ofEach = companies.map(({ series }) => periodColumnsOf(series?.periods ?? [], spec.basis, alignment))
  const columns = columnsOf(ofEach)
  const period = spec.basis === 'annual' || spec.basis === 'annual-ltm' ? 4 : 1
  const ownFormulas = new Map([...own].map(([field, { formula }]) => [field, formula]))
  const formulas = new Map([...calculatedFormulas, ...comparisonFormulas, ...ownFormulas])
  const base = spec.mode === 'common-size' ? ['Revenue', 'TotalAssets'] : []
  const hasSums = ofEach.some(({ sources }) => [...sources.values()].some(({ at }) => at.length > 1))
  const fields = withInputs(
    [...spec.lines, ...base, ...scatterFields(spec)],
    new Map([...formulas, ...(hasSums ? twelveMonthFormulas : [])]),
  )
  const isWanted = (field: string) => fields.includes(field)
  const sides = companies.map(({ symbol, name, series: reported, other, known }, at): WorkbookCompany => {
    const sources = ofEach[at]?.sources ?? new Map<string, PeriodColumnSource>()
    const periods = seriesIn({ series: reported }, spec)?.periods ?? []
    const shareBases = shareBasesIn(periods)
    const earlier = earlierIn(columns, sources, periods)
    const around = { prior: earlier(period), yearAgo: earlier(4) }
    const figures = new ColumnFigures({ periods, shareBases, columns, sources, own: ownFormulas, ...around })
    return {
      symbol,
      name,
      periods,
      edition: reported?.edition ?? null,
      sources: columns.map(({ key }) => sources.get(key) ?? null),
      before: (column, quarters) => {
        const before = earlier(quarters)[column] ?? -1
        return before < 0 ? undefined : before
      },
      line: figures.line,
      shares: figures.shares,
      twelveMonths: figures.twelveMonths,
      states: figures.states,
      ...checkedSide(reported && new SeriesTies(reported, other, known), periods.length, isWanted),
    }
  })
  const shown = shownColumns(columns, ofEach, spec)
  return {
    spec,
    sides,
    columns,
    shown,
    period,
    formulas,
    table: tableOf(compare(spec, options)),
    lines: fields.flatMap((field) => lineOf(field, own) ?? []),
    rules: tieRules.filter(({ field }) => isWanted(field)),
  }
}

function checkedSide(
  ties: SeriesTies | undefined,
  periods: number,
  isWanted: (field: string) => boolean,
): Pick<WorkbookCompany, 'checks' | 'breaks'> {
  if (!ties) return { checks: [], breaks: { fails: 0, known: 0 } }
  const all = Array.from({ length: periods }, (_, at) => ties.breaksOf(at))
  const count = (lists: readonly (readonly string[])[]) => lists.flat().filter(isWanted).length
  return {
    checks: ties
      .listed(isWanted)
      .map((checks) => checks.map((check) => ({ check, isKnown: ties.knownBreak(check) !== undefined }))),
    breaks: { fails: count(all.map(({ breaks }) => breaks)), known: count(all.map(({ knownBreaks }) => knownBreaks)) },
  }
}

/** The latest periods, and every older one that a workbook shows already: what its user refers to stays. */
export function stillShown(
  spec: ComparisonSpec,
  options: CompareOptions,
  heads: ReadonlySet<string>,
): ComparedWorkbook {
  const all = comparedWorkbook({ ...spec, periods: mostPeriods }, options)
  const { columns } = all.table
  const first = columns.findIndex((column) => heads.has(periodColumnName(column, all.spec)))
  return comparedWorkbook({ ...spec, periods: Math.max(spec.periods, first < 0 ? 0 : columns.length - first) }, options)
}

/** Across, up, and revenue as the size of the companies: what a workbook's scatter needs, whether or not the spread shows it. */
export function scatterFields({ look }: Pick<ComparisonSpec, 'look'>): readonly string[] {
  if (!look?.scatter) return []
  const { across, up } = look.scatter
  return across === 'Revenue' || up === 'Revenue' ? [across, up] : [across, up, 'Revenue']
}

/** Fields and their inputs, each once, in order of first use. */
function withInputs(fields: readonly string[], formulas: ReadonlyMap<string, Formula>): readonly string[] {
  const all = new Set<string>()
  const visit = (field: string): void => {
    if (all.has(field)) return
    all.add(field)
    const formula = formulas.get(field)
    if (formula) for (const input of fieldsOf(formula)) visit(input)
  }
  fields.forEach(visit)
  return [...all]
}

/** A column of the data beside the stored fields: what EPS is divided by and shares are multiplied by. */
export const splitFactor = 'split factor'

/** The stored fields that a workbook needs, in the order of the table of lines; then the split factor, if there is one. */
export function storedFields({
  lines,
  rules,
  sides,
  spec,
}: Pick<ComparedWorkbook, 'lines' | 'rules' | 'sides' | 'spec'>): readonly string[] {
  const wanted = new Set([
    ...lines.map(({ field }) => field),
    ...rules.flatMap(({ field, sum }) => [field, ...sum.map(([part]) => part)]),
    ...sides.flatMap(({ checks }) =>
      checks.flatMap((some) => some.flatMap(({ check }) => check.tie.terms.map(({ field }) => field))),
    ),
  ])
  const fields = [...figureIndexes.keys()].filter((field) => wanted.has(field))
  return spec.adjustSplits && fields.some((field) => shareLines.has(field)) ? [...fields, splitFactor] : fields
}
