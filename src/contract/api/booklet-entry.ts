import type { BookletEntry, MissingPart } from './booklet.ts'
import type { TearSheetFacts } from './tear-sheet.ts'

const parts: readonly MissingPart[] = ['quarters', 'years', 'calls', 'transcript', 'ratings', 'news', 'security']

/** The entry of a company in the contents of a booklet, from the same facts as its tear sheet. Pure. */
export function bookletEntryOf({ symbol, name, call, sources }: TearSheetFacts): BookletEntry {
  const fetched = Object.values(sources).flatMap((source) => source?.fetchedAt ?? [])
  return {
    symbol,
    name,
    fetchedAt: fetched.length === 0 ? null : Math.max(...fetched),
    missing: parts.filter((part) => isMissing(part, sources, call !== null)),
    // A call may be listed without a transcript.
    isEmpty: fetched.length === 0 && call === null,
    failure: null,
  }
}

function isMissing(part: MissingPart, sources: TearSheetFacts['sources'], hasCall: boolean): boolean {
  switch (part) {
    case 'calls':
      return !hasCall
    case 'transcript':
      return hasCall && sources.call === null
    default:
      return sources[part] === null
  }
}
