/** What a pack holds, in the number and date format of the window, and what the user types of it. */

import {
  heldPeriodsText,
  openedPackText,
  packContentsText,
  type OpenedPack,
  type PackFormats,
} from '#contract/api/pack-contents.ts'
import type { PackCounts, PackPeriods } from '#contract/api/packs.ts'
import { fileNameOf } from '#contract/file-name.ts'
import { formatLongDay } from '../../format/dates.ts'
import { formatCounted } from '../../format/counts.ts'

const formats: PackFormats = { counted: formatCounted, day: formatLongDay }

/** Characters of a file name. */
const longestName = 100

/** "2 companies, 100 fiscal periods, 8 calls". */
export function packContents(counts: PackCounts): string {
  return packContentsText(counts, formats)
}

/** Which periods a pack holds, and what they are too few for, as whole sentences; empty: all that its author had. */
export function periodsText(periods: PackPeriods | null, counts: Pick<PackCounts, 'periods'>): string {
  return heldPeriodsText(periods, counts, formats)
}

/** What opening a pack has added, as whole sentences. */
export function openedText(opened: OpenedPack): string {
  return openedPackText(opened, formats)
}

/** The file name of a pack that the user does not name: its first watchlists, else its first companies. Empty: it has neither. */
export function packName(lists: readonly string[], companies: readonly string[]): string {
  const rest = lists.length - 3
  const ofLists = lists.slice(0, 3).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
  const words = lists.length > 0 ? ofLists : companies.slice(0, 5).join(' ')
  return words === '' ? '' : fileNameOf(words.slice(0, longestName))
}

/** Tickers as they are typed: separated by spaces, commas or line ends. */
export function symbolsIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((symbol) => symbol !== ''))]
}
