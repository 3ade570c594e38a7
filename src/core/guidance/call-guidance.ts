/** Reads what a call says of guidance, with the words, so that its transcript need not be read again for the table. */

import type { CallEntry, CallReading } from '#contract/api/calls.ts'
import type { GuidanceWords } from '#contract/api/guidance.ts'
import { secondAt, sentenceAround } from '#contract/api/turn-at-time.ts'
import { habitsOf } from '../spoken-figures/call-habits.ts'
import type { Claim } from '../spoken-figures/claim.ts'
import type { CallQuarter } from '../spoken-figures/periods.ts'
import { changedIn } from './changed-guidance.ts'
import type { GuidanceRemark } from './guidance-scope.ts'
import { reaffirmedIn, type Reaffirmations } from './reaffirmed-guidance.ts'
import { guidanceIn, type GuidanceOfCall, type GuidanceSource } from './stated-guidance.ts'
import { withdrawnIn, type Withdrawals } from './withdrawn-guidance.ts'
import type { WordPlace } from './word-place.ts'

export type EarningsCall = CallEntry & { readonly quarter: CallQuarter }

export interface CallGuidance
  extends GuidanceOfCall, Reaffirmations, Withdrawals, Pick<CallReading, 'form' | 'hash' | 'language'> {
  /** Where guidance for a line becomes another, with or without a figure that was read. */
  readonly changed: readonly GuidanceRemark[]
  /** Of the turns that say any of it. */
  readonly texts: ReadonlyMap<number, string>
  readonly words: ReadonlyMap<string, GuidanceWords>
}

export function readGuidance(call: CallReading, claims: readonly Claim[], entry: EarningsCall): CallGuidance {
  const source = sourceOf(call, entry)
  const found = guidanceIn(claims, source)
  const { withdrawn, mayWithdraw } = withdrawnIn(source)
  const { reaffirmed, isUnclear } = reaffirmedIn(source, [...found.stated, ...withdrawn, ...mayWithdraw])
  const changed = changedIn(source)
  const remarks = [...withdrawn, ...mayWithdraw, ...changed, ...reaffirmed]
  const places = [...found.stated, ...found.unnamed.map(({ claim }) => claim), ...remarks]
  return {
    ...found,
    withdrawn,
    mayWithdraw,
    changed,
    reaffirmed,
    isUnclear,
    form: call.form,
    hash: call.hash,
    language: call.language,
    texts: new Map(places.map(({ turn }) => [turn, call.turns.text[turn] ?? ''])),
    words: new Map(places.map((place) => [placeKey(place), wordsAt(call, place)])),
  }
}

/** By which the words of a place are looked up. */
export function placeKey({ turn, from, to }: WordPlace): string {
  return `${turn} ${from} ${to}`
}

/** Who presents results speaks for the company, as where its figures are found: many transcripts name no roles. */
function sourceOf({ turns, speakers }: CallReading, { quarter, startedAt }: EarningsCall): GuidanceSource {
  const stated = speakers.map(({ side }) => side)
  const { presenters } = habitsOf(turns, stated, quarter)
  const sides = stated.map((side, speaker) => (presenters.has(speaker) ? 'company' : side))
  return { turns, sides, quarter, startedAt }
}

function wordsAt({ turns, speakers, language }: CallReading, { turn, from, to }: WordPlace): GuidanceWords {
  const text = turns.text[turn] ?? ''
  const [start, end] = sentenceAround(text, from, language) ?? [0, text.length]
  return {
    turn,
    from,
    to,
    speaker: speakers[turns.speaker[turn] ?? -1]?.name ?? '',
    second: secondAt(turns, turn, start),
    sentence: [text.slice(start, from), text.slice(from, to), text.slice(to, Math.max(to, end))],
  }
}
