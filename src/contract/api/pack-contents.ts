/** What a pack holds and what opening it added, in words: for the window and for the command line. */

import type { Failure } from '../failure.ts'
import { earlierPeriodsNeeded, firstSymbols, packPeriodsText, packUnfinished } from './pack-words.ts'
import type { AddedCounts, PackCounts, PackPeriods } from './packs.ts'

/** How the place of the words writes numbers and days. */
export interface PackFormats {
  /** "1,204 calls", "1 call". */
  readonly counted: (count: number, one: string, many: string) => string
  /** A day that is given as YYYY-MM-DD. */
  readonly day: (day: string) => string
}

const items: readonly (readonly [key: keyof AddedCounts, one: string, many: string])[] = [
  ['companies', 'company', 'companies'],
  ['periods', 'fiscal period', 'fiscal periods'],
  ['calls', 'call', 'calls'],
  ['transcripts', 'transcript', 'transcripts'],
  ['recordings', 'recording', 'recordings'],
  ['ratings', 'rating', 'ratings'],
  ['news', 'news item', 'news items'],
  ['notes', 'highlight', 'highlights'],
  ['corrections', 'corrected turn', 'corrected turns'],
  ['times', 'call with timestamp settings', 'calls with timestamp settings'],
  ['searches', 'saved search', 'saved searches'],
  ['comparisons', 'saved comparison', 'saved comparisons'],
  ['metrics', 'metric', 'metrics'],
  ['watchlists', 'watchlist', 'watchlists'],
]

/** "2 companies, 100 fiscal periods, 8 calls"; empty: nothing. */
export function packContentsText(
  counts: PackCounts & Partial<AddedCounts>,
  { counted }: Pick<PackFormats, 'counted'>,
): string {
  return items
    .flatMap(([key, one, many]) => {
      const count = counts[key] ?? 0
      return count > 0 ? [counted(count, one, many)] : []
    })
    .join(', ')
}

/** Which periods a pack holds, and what they are too few for, as whole sentences; empty: all that its author had. */
export function heldPeriodsText(
  periods: PackPeriods | null,
  { periods: fiscalPeriods }: Pick<PackCounts, 'periods'>,
  { day }: Pick<PackFormats, 'day'>,
): string {
  if (periods === null) return ''
  const sentence = `The pack covers periods ${packPeriodsText(periods, day)}.`
  return periods.from === null || fiscalPeriods === 0 ? sentence : `${sentence} ${earlierPeriodsNeeded}`
}

export interface OpenedPack {
  readonly periods: PackPeriods | null
  readonly added: AddedCounts
  readonly changed: number
  readonly older: number
  readonly conflicts: readonly string[]
  readonly failure: Failure | null
}

/** What opening a pack has added, as whole sentences; without its conflicts and its failure. */
export function openedPackText(
  { periods, added, changed, older, conflicts, failure }: OpenedPack,
  formats: PackFormats,
): string {
  const contents = packContentsText({ ...added, companies: 0 }, formats)
  const records = (count: number) => formats.counted(count, 'record', 'records')
  const sentences: string[] = []
  if (contents !== '') sentences.push(`Added: ${contents}.`)
  else if (changed === 0) {
    const isWhole = failure === null && conflicts.length === 0
    sentences.push(isWhole ? 'Everything in it was already stored.' : 'Nothing was added.')
  }
  if (changed > 0) sentences.push(`Versions added to ${records(changed)}.`)
  if (older > 0) sentences.push(`${records(older)}: your library has newer data, which is still shown.`)
  if (periods !== null) sentences.push(heldPeriodsText(periods, added, formats))
  if (failure !== null) sentences.push(packUnfinished)
  return sentences.join(' ')
}

/** Of companies that a pack lists and has nothing of; empty: none. */
export function withoutDataText(symbols: readonly string[]): string {
  return symbols.length === 0 ? '' : `Listed without data (not in your library): ${firstSymbols(symbols)}.`
}
