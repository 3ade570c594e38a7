/** What the answers to a list did not bring of what the service counts, or brought without a way to tell what it is. */
export interface ListGap {
  /** By the service's own count, when it was last asked; null: it does not count, or the list was not asked for to its end. */
  readonly counted: number | null
  /** Different records that arrived, those that could not be identified among them. */
  readonly arrived: number
  /** Records that could not be identified or read: kept as received, and in no list. */
  readonly unidentified: number
}

/** In plain clauses: `the service counts 80 calls and sent 77 different ones`, `2 calls could not be identified`. */
export function gapClauses({ counted, arrived, unidentified }: ListGap, one: string, many: string): string[] {
  const named = (count: number) => `${number(count)} ${count === 1 ? one : many}`
  const isShort = counted !== null && arrived < counted
  return [
    ...(isShort ? [`the service counts ${named(counted)} and sent ${number(arrived)} different ones`] : []),
    ...(unidentified > 0 ? [`${named(unidentified)} could not be identified`] : []),
  ]
}

function number(count: number): string {
  return count.toLocaleString('en-US')
}
