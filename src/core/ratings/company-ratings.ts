import type { ApiOutputs } from '#contract/api/api.ts'
import type { RatingEntry, RatingQuarter, TargetLine } from '#contract/api/ratings.ts'

/** Summarizes a company's ratings, latest first. */
export function companyRatings(entries: readonly RatingEntry[]): ApiOutputs['ratings']['ofCompany'] {
  const byFirm = Map.groupBy(entries, ({ firm }) => firm ?? '')
  const firms = [...byFirm].map(([firm, own]) => ({ firm, firmName: own[0]?.firmName ?? '', entries: own }))
  return {
    firms,
    quarters: quartersOf(entries),
    targets: firms.flatMap(({ firm, firmName, entries: own }) => targetLines(own, { firm, firmName })),
    uncertain: entries.filter(({ target }) => target !== null && target.amount === null).length,
  }
}

/** Quarters counted from the year 0, so that consecutive quarters have consecutive numbers. */
const quarterOf = (at: number) => {
  const date = new Date(at)
  return date.getUTCFullYear() * 4 + Math.floor(date.getUTCMonth() / 3)
}

/** Beyond this number of quarters a date of the service is wrong rather than old. */
const mostQuarters = 400

export function quartersOf(entries: readonly RatingEntry[]): RatingQuarter[] {
  const dated = entries.flatMap(({ at, kind }) =>
    at === null || kind === 'note' ? [] : [{ quarter: quarterOf(at), kind }],
  )
  if (dated.length === 0) return []
  const last = dated.reduce((most, { quarter }) => Math.max(most, quarter), 0)
  const from = Math.max(
    dated.reduce((least, { quarter }) => Math.min(least, quarter), last),
    last - mostQuarters + 1,
  )
  return Array.from({ length: last - from + 1 }, (_, at): RatingQuarter => {
    const own = dated.filter(({ quarter }) => quarter === from + at)
    const count = (kind: RatingEntry['kind']) => own.filter((each) => each.kind === kind).length
    return {
      year: Math.floor((from + at) / 4),
      quarter: ((from + at) % 4) + 1,
      up: count('up'),
      down: count('down'),
      initiated: count('initiated'),
      reiterated: count('reiterated'),
      unknown: count('unknown'),
    }
  })
}

/** One line per currency: targets in two currencies are not one line. */
function targetLines(
  own: readonly RatingEntry[],
  { firm, firmName }: Pick<TargetLine, 'firm' | 'firmName'>,
): TargetLine[] {
  const points = own
    .toReversed()
    .flatMap(({ recordId, at, target }) =>
      at === null || target === null || target.amount === null
        ? []
        : [{ currency: target.currency, point: { recordId, at, amount: target.amount } }],
    )
  return [...Map.groupBy(points, ({ currency }) => currency)].map(([currency, line]) => ({
    firm,
    firmName,
    currency,
    points: line.map(({ point }) => point),
  }))
}
