/**
 * Adjusts EPS and share counts of earlier periods for share splits, and says in words what was
 * adjusted.
 */

import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import { figureIndexes } from './figure-fields.ts'
import { isFullYear } from './fiscal-period.ts'
import { shareBasesIn, type CompanySeries, type SeriesPeriod } from './company-series.ts'
import {
  adjustedFigure,
  isSameBase,
  shareLines,
  splitLabel,
  type ShareBases,
  type ShareSplit,
  type SplitAdjustment,
} from './share-split.ts'

/**
 * A company's periods with EPS and shares in the latest shares, as if every split had preceded the first period. Figures
 * calculated from them, such as growth and twelve months, follow; the reported figures are kept too.
 */
export function adjustedForSplits(series: CompanySeries): CompanySeries {
  const { periods } = series
  const bases = shareBasesIn(periods)
  if (bases.splits.length === 0) return series
  return { ...series, periods: periods.map((period, at) => adjustedPeriod(periods, at, bases) ?? period) }
}

/** Undefined: the period counts in the latest shares already. */
function adjustedPeriod(periods: readonly SeriesPeriod[], at: number, bases: ShareBases): SeriesPeriod | undefined {
  const period = periods[at]
  const factor = bases.of(at)
  if (!period || isSameBase(factor, 1)) return undefined
  const figures = Float64Array.from(period.figures)
  for (const field of shareLines) {
    const index = figureIndexes.get(field)
    if (index !== undefined) figures[index] = adjustedFigure(field, figures[index] ?? Number.NaN, factor)
  }
  const splits = splitsAfter(periods, at, bases)
  const adjustment: SplitAdjustment = {
    factor,
    reported: period.figures,
    splits,
    explanation: explanationOf(periods, factor, splits),
  }
  return { ...period, figures, adjustment }
}

/** The splits behind a period's factor: those of its kind or, where these do not explain it, of the other kind. */
function splitsAfter(periods: readonly SeriesPeriod[], at: number, bases: ShareBases): readonly ShareSplit[] {
  const isYear = (index: number) => isFullYear(periods[index]?.quarter ?? '')
  const endOf = (index: number) => periods[index]?.endPeriod ?? ''
  const later = bases.splits.filter(({ after }) => endOf(after) > endOf(at))
  const ofKind = (years: boolean) => later.filter(({ after }) => isYear(after) === years)
  const explains = (some: readonly ShareSplit[]) =>
    isSameBase(
      some.reduce((product, { factor }) => product * factor, 1),
      bases.of(at),
    )
  return [ofKind(isYear(at)), ofKind(!isYear(at))].find(explains) ?? []
}

function explanationOf(periods: readonly SeriesPeriod[], factor: number, splits: readonly ShareSplit[]): string {
  if (Number.isNaN(factor)) {
    return 'Not adjusted: EPS for this quarter was derived from quarters before and after a split, so its share base is unknown.'
  }
  const each = splits.map(
    ({ before, after, factor: ratio }) =>
      `the ${splitLabel(ratio)} between ${nameOf(periods[before])} and ${nameOf(periods[after])}`,
  )
  return each.length === 0 ? `Adjusted for a ${splitLabel(factor)}.` : `Adjusted for ${each.join(' and ')}.`
}

function nameOf(period: SeriesPeriod | undefined): string {
  return period ? fiscalPeriodName(period) : ''
}

/** The note on a figure made from some periods; null: all of them count in the latest shares as reported. */
export function adjustmentOf(periods: readonly (SeriesPeriod | undefined)[]): string | null {
  const said = new Set(periods.flatMap((period) => period?.adjustment?.explanation ?? []))
  return said.size === 0 ? null : [...said].join(' ')
}

/** The fact in a file on its EPS and shares: which splits they are adjusted for. */
export function adjustmentFact(all: readonly Pick<CompanySeries, 'symbol' | 'periods'>[]): string {
  const found = all.flatMap(({ symbol, periods }) => {
    const [oldest] = periods.flatMap(({ adjustment }) => (adjustment && adjustment.splits.length > 0 ? adjustment : []))
    const splits = oldest?.splits ?? []
    return splits.map(
      ({ before, after, factor }) =>
        `${symbol} ${splitLabel(factor)} between ${nameOf(periods[before])} and ${nameOf(periods[after])}`,
    )
  })
  return found.length === 0 ? 'no split found' : found.join(', ')
}
