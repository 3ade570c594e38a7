/** Builds the cells of a watchlist's table. */

import { figuresOf } from '#contract/api/figure-numbers.ts'
import type { Figure } from '#contract/api/financials.ts'
import { figureLines } from '#contract/api/figure-lines.ts'
import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import { figureOfColumn, type FigureColumnKind } from '#contract/api/watchlist-columns.ts'
import type { NewItem, Watched, WatchlistCell } from '#contract/api/watchlists.ts'
import type { UnitKind } from '#contract/service/statement-lines.ts'
import { acrossSplit, changeOf, difference } from '../fundamentals/growth.ts'
import { readPriceTarget } from '../ratings/price-target.ts'
import { firmName } from '../ratings/rating-actions.ts'
import type { LatestRating } from '../ratings/latest-ratings.ts'
import type { LatestCall, LatestNews, Listing, StoredContent, StoredPeriods } from './watchlist-cells-store.ts'
import type { CompanyQuarters } from './latest-figures.ts'

/** All that is known of one company on a list. */
export interface KnownCompany {
  readonly entry: Watched
  readonly listing: Listing | undefined
  readonly quarters: CompanyQuarters | undefined
  readonly call: LatestCall | undefined
  readonly rating: LatestRating | undefined
  readonly news: LatestNews | undefined
  /** Read where a column shows them. */
  readonly storedPeriods: StoredPeriods | undefined
  readonly storedContent: StoredContent | undefined
  /** New items, latest first. */
  readonly unseen: readonly NewItem[]
  /** Figures that the service has changed since. */
  readonly restated: number
}

/** Quarters in a trend. */
const trendQuarters = 8

/** A company's cell of a column; null for an unknown column. `units`: units of the analyst's metrics, by field. */
export function cellOf(id: string, of: KnownCompany, units: ReadonlyMap<string, UnitKind>): WatchlistCell {
  const figure = figureOfColumn(id)
  if (figure) return figureCell(figure, of.quarters, figureLines.get(figure.field)?.unit ?? units.get(figure.field))
  const plain = plainCells[id]
  return plain ? plain(of) : null
}

function figureCell(
  { kind, field }: { kind: FigureColumnKind; field: string },
  quarters: CompanyQuarters | undefined,
  unit: UnitKind | undefined,
): WatchlistCell {
  if (quarters?.latest === undefined || unit === undefined) return null
  const figures = figuresOf(quarters.line(field))
  const now = figures[quarters.latest] ?? null
  switch (kind) {
    case 'number':
      return now
    case 'change': {
      const { latest, yearBefore } = quarters
      const change = changeOf(unit, now, yearBefore === undefined ? null : figures[yearBefore])
      return yearBefore === undefined || quarters.isSameBase(field, latest, yearBefore) ? change : acrossSplit(change)
    }
    case 'trend': {
      const { latest } = quarters
      // Quarters in other shares are no part of the latest one's trend.
      const alike = figures.map((figure, at) => (quarters.isSameBase(field, latest, at) ? figure : acrossSplit(figure)))
      return alike.slice(-trendQuarters)
    }
    default:
      return kind satisfies never
  }
}

/** What is stored of a company. A call counts with its transcript; one without a transcript at the service is not missing. */
function onDisk(of: StoredContent | undefined): string {
  const { calls: stored, missing, hasStatements } = of ?? { calls: 0, missing: 0, hasStatements: 0 }
  if (stored === 0) return hasStatements === 0 ? 'not stored' : 'statements'
  const counted =
    missing === 0 ? `${stored} ${stored === 1 ? 'call' : 'calls'}` : `${stored} of ${stored + missing} calls`
  return hasStatements === 0 ? `${counted}, no statements` : counted
}

const plainCells: Readonly<Record<string, (of: KnownCompany) => WatchlistCell>> = {
  name: ({ listing }) => listing?.name ?? null,
  exchange: ({ listing }) => listing?.exchange ?? null,
  mic: ({ listing }) => listing?.mic ?? null,
  country: ({ listing }) => listing?.country ?? null,
  type: ({ listing }) => listing?.type ?? null,
  sector: ({ listing }) => listing?.sector ?? null,
  currency: ({ listing }) => listing?.currency ?? null,
  isin: ({ listing }) => listing?.isin ?? null,
  figi: ({ listing }) => listing?.figi ?? null,
  cusip: ({ listing }) => listing?.cusip ?? null,
  cik: ({ listing }) => listing?.cik ?? null,
  marketCap: ({ listing }) => listing?.marketCap ?? null,
  period: ({ quarters }) => {
    const latest = quarters?.periods.at(-1)
    return latest ? fiscalPeriodName(latest) : null
  },
  periodEnd: ({ quarters }) => quarters?.periods.at(-1)?.endPeriod ?? null,
  callAt: ({ call }) => call?.startedAt ?? null,
  callSentiment: ({ call }) => call?.sentiment ?? null,
  callSentimentChange: ({ call }): Figure => difference(call?.sentiment ?? null, call?.previousSentiment ?? null),
  next: ({ unseen }) => unseen.at(-1)?.title ?? null,
  ratingAt: ({ rating }) => rating?.at ?? null,
  ratingFirm: ({ rating }) => (rating?.firm ? firmName(rating.firm) : null),
  ratingAction: ({ rating }) => rating?.action ?? null,
  rating: ({ rating }) => rating?.rating ?? null,
  ratingTarget: ({ rating }) => readPriceTarget(rating?.target),
  newsAt: ({ news }) => news?.at ?? null,
  news: ({ news }) => news?.headline ?? null,
  restated: ({ restated }) => restated,
  periodsStored: ({ storedPeriods }) => storedPeriods?.periods ?? 0,
  callsStored: ({ storedContent }) => storedContent?.calls ?? 0,
  onDisk: ({ storedContent }) => onDisk(storedContent),
  fetchedAt: ({ storedPeriods }) => storedPeriods?.fetchedAt ?? null,
  note: ({ entry }) => (entry.note === '' ? null : entry.note),
}
