/** A company's periods as the overview sends them to the window, with tie-outs. */

import type { Period } from '#contract/api/financials.ts'
import type { OverviewColumn } from '#contract/api/overview.ts'
import { adjustmentOf } from '../fundamentals/adjust-splits.ts'
import type { KnownBreaksOfCompany } from '../fundamentals/known-break-marks.ts'
import { remarksOn } from '../fundamentals/period-remarks.ts'
import type { BothEditions, SeriesPeriod } from '../fundamentals/company-series.ts'
import { SeriesTies } from '../fundamentals/series-tie-outs.ts'
import type { ShareBases } from '../fundamentals/share-split.ts'
import { periodOf, twelveMonthsPeriod } from '../fundamentals/period-response.ts'
import type { ConsecutivePeriod } from './consecutive-periods.ts'

interface ShownPeriodsOptions {
  /** As reported, or adjusted for splits. */
  readonly periods: readonly SeriesPeriod[]
  readonly bases: ShareBases
  readonly known: KnownBreaksOfCompany
  /** Whether figures fetched then, ms since 1970, are stale. */
  readonly isOld: (fetchedAt: number) => boolean
}

/** A company's periods as they are sent to the window, with the tie-outs of the figures as reported. */
export function shownPeriods(
  both: BothEditions,
  { periods, bases, known, isOld }: ShownPeriodsOptions,
): readonly Period[] {
  const ties = new SeriesTies(both.series, both.other, known)
  const remarks = remarksOn(periods, bases)
  return periods.map((period, at): Period => {
    const findings = { ...ties.breaksOf(at), checked: ties.isChecked(at), remarks: [...(remarks[at] ?? [])] }
    const adjusted = adjustmentOf([period])
    const own = periodOf(period, findings, isOld)
    return adjusted === null ? own : { ...own, adjusted: { figures: adjusted, compared: adjusted } }
  })
}

/** The last twelve months as they cross to the window, from the positions of their four quarters. */
export function shownTwelveMonths(
  shown: readonly Period[],
  periods: readonly SeriesPeriod[],
  quarters: readonly number[],
): Period {
  const own = twelveMonthsPeriod(shown, quarters)
  const adjusted = adjustmentOf(quarters.map((at) => periods[at]))
  return adjusted === null ? own : { ...own, adjusted: { figures: adjusted, compared: adjusted } }
}

export function overviewColumns(columns: readonly ConsecutivePeriod[], shown: readonly Period[]): OverviewColumn[] {
  return columns.map(({ quarter, year, at, wholeYear }) => ({
    quarter,
    year,
    stored: shown[at ?? -1] ?? null,
    yearRecordIds: wholeYear && wholeYear.flatMap((each) => shown[each]?.recordIds ?? []),
  }))
}
