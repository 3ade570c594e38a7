/** The words for what came in a pack, wherever a source is stated. */

import type { Authorship } from './notes.ts'
import type { PackHosts, PackPeriods } from './packs.ts'
import type { PackSource, RecordsSource } from './provenance.ts'

type Signed = Pick<PackSource, 'author' | 'madeAt'>
/** Writes a moment, ms since 1970, as the place of the words does. */
type WriteMoment = (moment: number) => string

/** "from a pack made by Ada on 27 Sep 2025". */
export function fromPack({ author, madeAt }: Signed, write: WriteMoment): string {
  return `from a pack made by ${author} on ${write(madeAt)}`
}

/** The same as an entry of its own: "From a pack made by Ada on 27 Sep 2025". */
export function packOrigin(pack: Signed, write: WriteMoment): string {
  const words = fromPack(pack, write)
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** Who wrote a highlight or a note: "Ada, 27 Sep 2025". Empty: the user. */
export function authorText({ author, editedAt }: Authorship, write: WriteMoment): string {
  return author === null ? '' : `${author}, ${write(editedAt)}`
}

/** Of several records: "3 of 40 records from a pack made by Ada on 27 Sep 2025", the number where it is not all. Null: none came in a pack. */
export function fromPacks(
  { records, packs }: Pick<RecordsSource, 'records' | 'packs'>,
  write: WriteMoment,
): string | null {
  if (packs.length === 0) return null
  return packs
    .map((pack) => (pack.records < records ? `${pack.records} of ${records} records ` : '') + fromPack(pack, write))
    .join(', ')
}

/** "from 1 Jan 2023 to 31 Dec 2025". `write`: how the place writes a day, YYYY-MM-DD. */
export function packPeriodsText({ from, to }: PackPeriods, write: (day: string) => string): string {
  return [...(from === null ? [] : [`from ${write(from)}`]), ...(to === null ? [] : [`to ${write(to)}`])].join(' ')
}

/** Symbols in one sentence. */
const mostSymbols = 10

/** "HLDN, VSPO", "AAPL, HLDN, … and 3 more". */
export function firstSymbols(symbols: readonly string[]): string {
  const others = symbols.length - mostSymbols
  return symbols.slice(0, mostSymbols).join(', ') + (others > 0 ? ` and ${others} more` : '')
}

/** The hosts that a workspace of a pack's service would use: "api.example.com, with recordings from cdn.example.com". */
export function hostsText({ service, recordings }: PackHosts): string {
  if (service === null) return 'the sample service'
  return recordings === null ? service : `${service}, with recordings from ${recordings}`
}

/** Of a pack whose recordings or index lack something, because that failed. */
export const packUnfinished = 'Open the pack again to add what is missing.'

/** Of figures that are calculated from earlier periods than a pack has. */
export const earlierPeriodsNeeded = 'Growth, LTM and metrics of its first periods are n/a where they need earlier ones.'
