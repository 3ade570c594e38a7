import { usualNumberFormat, type NumberFormat } from './number-format.ts'

/** Records of a list that the service counts but did not send, or that could not be identified. */
export interface ListGap {
  /** The service's count at the last request; null: it gives none, or the list was not fetched to its end. */
  readonly reported: number | null
  /** Different records that arrived, those that could not be identified among them. */
  readonly received: number
  /** Records that could not be identified or read: kept as received, and in no list. */
  readonly unidentified: number
}

/** How many records that the service reports did not arrive. */
export function notArrived({ reported, received }: Pick<ListGap, 'reported' | 'received'>): number {
  return reported === null ? 0 : Math.max(0, reported - received)
}

/** In plain clauses: `the service reports 80 calls but sent only 77`, `2 calls could not be identified`. */
export function gapClauses(
  gap: ListGap,
  one: string,
  many: string,
  numbers: NumberFormat = usualNumberFormat,
): string[] {
  const { reported, received, unidentified } = gap
  const number = (count: number) => count.toLocaleString(numbers)
  const named = (count: number) => `${number(count)} ${count === 1 ? one : many}`
  return [
    ...(reported !== null && notArrived(gap) > 0
      ? [`the service reports ${named(reported)} but sent only ${number(received)}`]
      : []),
    ...(unidentified > 0 ? [`${named(unidentified)} could not be identified`] : []),
  ]
}
