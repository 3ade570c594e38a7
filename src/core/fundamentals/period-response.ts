/**
 * Builds a period as the API sends it to the window, without its figures: labels, tie-outs, marks
 * and remarks. Also builds the column of the last twelve months.
 */

import type { MarkedFields, Period } from '#contract/api/financials.ts'
import { isFullYear, isQuarter } from './fiscal-period.ts'
import type { SeriesPeriod } from './company-series.ts'
import { isSplit } from './share-split.ts'

/** What is known of a period besides its figures: its tie-outs and its remarks. */
type PeriodFindings = Pick<Period, 'breaks' | 'knownBreaks' | 'checked' | 'remarks'>

/** @param isOld whether figures fetched then, ms since 1970, are stale */
export function periodOf(row: SeriesPeriod, findings: PeriodFindings, isOld: (fetchedAt: number) => boolean): Period {
  const { recordId, quarter, year, endPeriod, lastSeenAt, recordUpdatedAt, restated } = row
  return {
    recordIds: [recordId],
    kind: kindOf(quarter),
    quarter,
    year,
    endPeriod,
    fetchedAt: lastSeenAt,
    recordUpdatedAt,
    stale: isOld(lastSeenAt),
    restated: [...restated],
    ...findings,
    ...markedFieldsOf(row),
  }
}

/** The last twelve months, from the positions of their four quarters among the periods. */
export function twelveMonthsPeriod(periods: readonly Period[], quarters: readonly number[]): Period {
  const parts = quarters.flatMap((at) => periods[at] ?? [])
  const latest = parts.at(-1)
  return {
    recordIds: parts.flatMap(({ recordIds }) => recordIds),
    kind: 'ltm',
    quarter: 'LTM',
    year: latest?.year ?? 0,
    endPeriod: latest?.endPeriod ?? '',
    fetchedAt: Math.min(...parts.map(({ fetchedAt }) => fetchedAt)),
    recordUpdatedAt: null,
    stale: parts.some(({ stale }) => stale),
    restated: together(parts.map(({ restated }) => restated)),
    breaks: [],
    knownBreaks: [],
    checked: false,
    unreadable: [],
    converted: [],
    imprecise: [],
    kept: together(parts.map(({ kept }) => kept)),
    withdrawn: together(parts.map(({ withdrawn }) => withdrawn)),
    // A split before the first of the four does not affect them.
    remarks: parts.flatMap(({ remarks }, at) => (at === 0 ? remarks.filter(({ kind }) => !isSplit(kind)) : remarks)),
  }
}

function markedFieldsOf({ unreadable, converted, imprecise, kept, withdrawn }: SeriesPeriod): MarkedFields {
  return {
    unreadable: [...unreadable],
    converted: [...converted],
    imprecise: [...imprecise],
    kept: [...kept],
    withdrawn: [...withdrawn],
  }
}

/** Each field once. */
function together(lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists.flat())]
}

function kindOf(quarter: string): Period['kind'] {
  if (isFullYear(quarter)) return 'annual'
  return isQuarter(quarter) ? 'quarter' : 'other'
}
