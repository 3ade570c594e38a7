/** Finds the passages of highlights again in another version of their transcript. */

import { setImmediate } from 'node:timers/promises'
import type { Passage, AnchoredHighlight } from '#contract/api/notes.ts'
import {
  findPassage,
  score,
  passageQuery,
  wordsOfPassage,
  type PassageMatch,
  type PassageQuery,
} from './find-passage.ts'
import { folded, FoldedTranscript } from './folded-transcript.ts'
import { findWordPositions } from './word-positions.ts'

/** One version of a transcript, turn by turn. */
export interface Version {
  /** sha256 of its content, hex. */
  readonly hash: string
  readonly texts: readonly string[]
  readonly segmentIds: readonly (number | null)[]
}

type AnchoredPassage = Pick<AnchoredHighlight, 'range' | 'how'>

/**
 * Finds each passage in a version: at its original position in the same version, else by its words and those around it. A passage
 * that several positions fit equally is `lost`: better nowhere than wrong.
 */
export async function anchorPassages(version: Version, passages: readonly Passage[]): Promise<AnchoredPassage[]> {
  const placed = passages.map((passage) => exactPlace(version, passage))
  const away = passages.flatMap((passage, index) =>
    placed[index] ? [] : [{ index, passage, sought: passageQuery(passage) }],
  )
  if (away.length === 0) return placed.map((each) => each ?? lost)
  const spoken = await FoldedTranscript.of(version.texts)
  const wanted = new Set(away.flatMap(({ sought }) => [...wordsOfPassage(sought)]))
  const positions = await findWordPositions(spoken.letters, wanted)
  for (const { index, passage, sought } of away) {
    await setImmediate()
    placed[index] = chosen(spoken, version, passage, sought, findPassage(spoken, sought, positions))
  }
  return placed.map((each) => each ?? lost)
}

const lost: AnchoredPassage = { range: null, how: 'lost' }

/** The words are looked at too: a later Tearsheet may make other turns of the same content. */
function exactPlace({ hash, texts }: Version, passage: Passage): AnchoredPassage | undefined {
  const { firstTurn, from, lastTurn, to } = passage
  const [first, last] = [texts[firstTurn], texts[lastTurn]]
  if (passage.hash !== hash || first === undefined || last === undefined) return undefined
  const there =
    firstTurn === lastTurn
      ? first.slice(from, to)
      : [first.slice(from), ...texts.slice(firstTurn + 1, lastTurn), last.slice(0, to)].join(' ')
  if (withoutBlanks(there) !== withoutBlanks(passage.quote)) return undefined
  return { range: { firstTurn, from, lastTurn, to }, how: 'exact' }
}

function withoutBlanks(text: string): string {
  return folded(text).replaceAll(' ', '')
}

/** Minimum similarity of the surrounding text, on both sides or on one, to accept a position. */
const believed = { both: 0.55, one: 0.75 } as const
/** A quote that is distinctive enough to be found where everything around it is new. */
const telling = { letters: 40, words: 7, likeness: 0.85 } as const
/** Positions whose scores differ by less are equally good. */
const asGood = 0.005

function chosen(
  spoken: FoldedTranscript,
  version: Version,
  passage: Passage,
  sought: PassageQuery,
  found: readonly PassageMatch[],
): AnchoredPassage {
  const [best] = found.filter((each) => isBelievable(each, sought))
  if (!best) return lost
  const mark = score(best, sought)
  const rivals = found.filter((each) => isBelievable(each, sought) && mark - score(each, sought) < asGood)
  const disjoint = rivals.filter((each) => each.start >= best.end || each.end <= best.start)
  const rangeOf = (each: PassageMatch) => spoken.positionOf(each.start, each.end)
  if (disjoint.length === 0) return { range: rangeOf(best), how: 'moved' }
  const sameSegment = rivals.find(
    (each) => passage.segmentId !== null && version.segmentIds[spoken.turnAt(each.start)] === passage.segmentId,
  )
  if (sameSegment) return { range: rangeOf(sameSegment), how: 'moved' }
  return isContextAlike(best) ? { range: rangeOf(nearest(spoken, passage, rivals)), how: 'moved' } : lost
}

function isContextAlike({ before, after }: PassageMatch): boolean {
  const around = [before, after].filter((each) => each !== null)
  const mean = around.reduce((sum, each) => sum + each, 0) / Math.max(1, around.length)
  return around.length > 0 && (mean >= believed.both || Math.max(...around) >= believed.one)
}

function isBelievable(found: PassageMatch, { quote }: PassageQuery): boolean {
  if (isContextAlike(found)) return true
  const words = quote.split(' ').length
  return found.quote >= telling.likeness && quote.length >= telling.letters && words >= telling.words
}

/** Said twice with the same words around it: the one nearest to where it was. */
function nearest(spoken: FoldedTranscript, { firstTurn }: Passage, rivals: readonly PassageMatch[]): PassageMatch {
  const distance = ({ start }: PassageMatch) => Math.abs(spoken.turnAt(start) - firstTurn)
  return rivals.reduce((best, each) => (distance(each) < distance(best) ? each : best))
}
