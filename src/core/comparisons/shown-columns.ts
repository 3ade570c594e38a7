/** Chooses the columns of a comparison that are shown, and the alignment where it is automatic. */

import type { Alignment, ComparisonSpec } from '#contract/api/comparisons.ts'
import { yearEndOf } from '../fundamentals/calendar-periods.ts'
import type { FiscalPeriod } from '../fundamentals/fiscal-period.ts'
import { twelveMonthsBefore, type CompanyPeriodColumns, type OrderedPeriodColumn } from './period-columns.ts'

/** The chosen alignment. Automatic: fiscal periods where all fiscal years end in one month, else calendar periods. */
export function alignmentOf(
  { alignment }: Pick<ComparisonSpec, 'alignment'>,
  companies: readonly (readonly FiscalPeriod[])[],
): Alignment {
  if (alignment !== 'automatic') return alignment
  const yearEnds = new Set(companies.flatMap((periods) => yearEndOf(periods) ?? []))
  return yearEnds.size > 1 ? 'calendar' : 'fiscal'
}

/**
 * The columns that are shown, by their place: the latest, or the latest of those that at least half of the companies have. A company
 * without any statement does not count. Where no column is that common, all are shown.
 */
export function shownColumns(
  columns: readonly OrderedPeriodColumn[],
  placed: readonly CompanyPeriodColumns[],
  { periods, periodChoice = 'latest' }: Pick<ComparisonSpec, 'periods' | 'periodChoice'>,
): readonly number[] {
  const all = columns.flatMap(({ key }, at) => (key === twelveMonthsBefore.key ? [] : [at]))
  if (periodChoice === 'latest') return all.slice(-periods)
  const stored = placed.filter(({ sources }) => sources.size > 0)
  const common = all.filter((at) => {
    const having = stored.filter(({ sources }) => sources.has(columns[at]?.key ?? '')).length
    return having * 2 >= stored.length
  })
  return (common.length > 0 ? common : all).slice(-periods)
}
