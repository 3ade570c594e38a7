/** What a pack holds, in words. */

import { earlierPeriodsNeeded, packPeriodsText, packUnfinished } from '#contract/api/pack-words.ts'
import type { PackCounts, PackPeriods } from '#contract/api/packs.ts'
import type { Failure } from '#contract/failure.ts'
import { fileNameOf } from '#contract/file-name.ts'
import { formatLongDay } from '../../format/dates.ts'
import { formatCounted } from '../../format/counts.ts'

const items: readonly (readonly [key: keyof PackCounts, one: string, many: string])[] = [
  ['companies', 'company', 'companies'],
  ['periods', 'fiscal period', 'fiscal periods'],
  ['calls', 'call', 'calls'],
  ['transcripts', 'transcript', 'transcripts'],
  ['recordings', 'recording', 'recordings'],
  ['ratings', 'rating', 'ratings'],
  ['news', 'news item', 'news items'],
  ['notes', 'highlight', 'highlights'],
  ['corrections', 'corrected turn', 'corrected turns'],
  ['searches', 'saved search', 'saved searches'],
  ['comparisons', 'saved comparison', 'saved comparisons'],
  ['metrics', 'metric', 'metrics'],
  ['watchlists', 'watchlist', 'watchlists'],
]

/** Characters of a file name. */
const longestName = 100

/** "2 companies, 100 fiscal periods, 8 calls". */
export function packContents(counts: PackCounts): string {
  const texts = items.flatMap(([key, one, many]) => (counts[key] > 0 ? [formatCounted(counts[key], one, many)] : []))
  return texts.join(', ')
}

/** The file name of a pack that the user does not name: its first watchlists, else its first companies. Empty: it has neither. */
export function packName(lists: readonly string[], companies: readonly string[]): string {
  const rest = lists.length - 3
  const ofLists = lists.slice(0, 3).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
  const words = lists.length > 0 ? ofLists : companies.slice(0, 5).join(' ')
  return words === '' ? '' : fileNameOf(words.slice(0, longestName))
}

/** Which periods a pack holds, and what they are too few for, as whole sentences; empty: all that its author had. */
export function periodsText(
  periods: PackPeriods | null,
  { periods: fiscalPeriods }: Pick<PackCounts, 'periods'>,
): string {
  if (periods === null) return ''
  const sentence = `The pack holds periods ${packPeriodsText(periods, formatLongDay)}.`
  return periods.from === null || fiscalPeriods === 0 ? sentence : `${sentence} ${earlierPeriodsNeeded}`
}

interface OpenedPack {
  readonly periods: PackPeriods | null
  readonly added: PackCounts
  readonly changed: number
  readonly older: number
  readonly conflicts: readonly string[]
  readonly failure: Failure | null
}

/** What opening a pack has added, as whole sentences. */
export function openedText({ periods, added, changed, older, conflicts, failure }: OpenedPack): string {
  const { companies: _, ...others } = added
  const contents = packContents({ ...others, companies: 0 })
  const sentences: string[] = []
  if (contents !== '') sentences.push(`Added: ${contents}.`)
  else if (changed === 0) {
    const isWhole = failure === null && conflicts.length === 0
    sentences.push(isWhole ? 'Everything in it was stored already.' : 'Nothing was added.')
  }
  if (changed > 0) sentences.push(`Versions added to ${formatCounted(changed, 'record')}.`)
  if (older > 0) sentences.push(`${formatCounted(older, 'record')}: your library has newer data, which is still shown.`)
  if (periods !== null) sentences.push(periodsText(periods, added))
  if (failure !== null) sentences.push(packUnfinished)
  return sentences.join(' ')
}

/** Tickers as they are typed: separated by spaces, commas or line ends. */
export function symbolsIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((symbol) => symbol !== ''))]
}
