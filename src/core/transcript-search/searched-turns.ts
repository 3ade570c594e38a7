/** What full-text search keeps in memory of the turns of a call. */

import type { TurnColumns } from '../full-text-index/turn-columns.ts'
import { sentiments, signOf } from './facet-values.ts'

/**
 * One value per turn, five bytes together. Sentiments, confidences and where questions begin stay on the disk (`turn_columns`), and are
 * read when a query or the list of questioners needs them: ten million turns would have ninety megabytes of them.
 */
export interface SearchedTurns {
  readonly speakers: Uint16Array
  readonly words: Uint16Array
  /** Section and sign of the sentiment as one number; see `sectionOf` and `signAt`. */
  readonly sectionsAndSigns: Uint8Array
}

export function searchedTurns({ speakers, words, sections, sentiments: numbers }: TurnColumns): SearchedTurns {
  const turns = speakers.length
  const bytes = new ArrayBuffer(turns * 5)
  const searched = {
    speakers: new Uint16Array(bytes, 0, turns),
    words: new Uint16Array(bytes, turns * 2, turns),
    sectionsAndSigns: new Uint8Array(bytes, turns * 4, turns),
  }
  searched.speakers.set(speakers)
  searched.words.set(words)
  for (let turn = 0; turn < turns; turn += 1)
    searched.sectionsAndSigns[turn] = (sections[turn] ?? 0) * sentiments.length + signOf(numbers[turn] ?? Number.NaN)
  return searched
}

/** Index into `sections`. */
export function sectionOf({ sectionsAndSigns }: SearchedTurns, turn: number): number {
  return Math.floor((sectionsAndSigns[turn] ?? 0) / sentiments.length)
}

/** Index into `sentiments`. */
export function signAt({ sectionsAndSigns }: SearchedTurns, turn: number): number {
  return (sectionsAndSigns[turn] ?? 0) % sentiments.length
}
