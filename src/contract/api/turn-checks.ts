/** The API of transcript checks: turns with a low confidence that state something that matters, and what the user found when listening. */

import { z } from 'zod'
import { change, instant, query, requestedInstant, statedLanguage } from './base.ts'
import { savedDraft } from './drafts.ts'
import { requestedId, requestedSymbol } from './request-texts.ts'

/** Why a turn is worth checking: a number, a proper name, or a word that turns the meaning round. */
const checkReasons = ['figure', 'name', 'negation'] as const
export type CheckReason = (typeof checkReasons)[number]

const correction = z.string().trim().min(1).max(20_000)

/** What the user found, or whoever made a pack. A null `correction`: the service's text is right. */
const turnCheck = z.object({
  correction: correction.nullable(),
  /** The name of the user's account on this computer; empty: it has none. Of a received check: its author's. */
  author: z.string().max(256),
  at: requestedInstant,
  /** The pack in which it came; absent: it is the user's own. */
  pack: z.object({ author: z.string().max(300), madeAt: requestedInstant }).optional(),
})
export type TurnCheck = z.infer<typeof turnCheck>

/** A check that found other words than the service sent. */
export const turnCorrection = turnCheck.omit({ pack: true }).extend({ correction })

const passage = z.object({
  callId: z.string(),
  symbol: z.string().nullable(),
  company: z.string().nullable(),
  title: z.string().nullable(),
  startedAt: instant.nullable(),
  /** Index of the turn in the stored transcript. */
  turn: z.number().int(),
  speaker: z.string().nullable(),
  language: statedLanguage,
  /** As the service sent it. */
  text: z.string(),
  /** From 0 to 1, below 0.9. */
  confidence: z.number(),
  reasons: z.array(z.enum(checkReasons)).min(1),
  /** Seconds of the recording; null: the transcript has no usable times. */
  start: z.number().nullable(),
  end: z.number().nullable(),
  /** Null: not checked yet. */
  check: turnCheck.nullable(),
})
export type PassageToCheck = z.infer<typeof passage>

/** The words that were checked: the `occurrence`th turn of the call that has exactly this text, from 0. */
export const checkedWords = z.object({
  callId: z.string(),
  text: z.string().max(1_000_000),
  occurrence: z.number().int().min(0).max(1_000_000),
})
export type CheckedWords = z.infer<typeof checkedWords>

/** A check whose words the stored transcript no longer has. Nulls: not known, or the call is not stored. */
const outdatedCheck = z.object({
  words: checkedWords,
  check: turnCheck,
  symbol: z.string().nullable(),
  title: z.string().nullable(),
  startedAt: instant.nullable(),
  language: statedLanguage,
})
export type OutdatedCheck = z.infer<typeof outdatedCheck>

/** Checks are stored in `desk.db`, and never change what the service sent. */
export const turnChecks = {
  /**
   * From the library alone, latest call first. Turns of the operator are listed only with a figure. A page may be short, or empty,
   * while `next` is not null: few calls are read at once.
   */
  list: query
    .input(
      z.object({
        /** Of one call. */
        callId: requestedId.optional(),
        /** Of these companies, such as those of a watchlist. */
        symbols: z.array(requestedSymbol).max(5000).optional(),
        state: z.enum(['open', 'all']),
        /** `next` of the previous page; left out: the first page. */
        after: z.object({ callId: requestedId, turn: z.number().int().min(-1).max(10_000_000) }).optional(),
        limit: z.number().int().min(1).max(500),
      }),
    )
    .output(
      z.object({
        passages: z.array(passage),
        next: z.object({ callId: z.string(), turn: z.number().int() }).nullable(),
      }),
    ),
  /** All checks of a call, also of turns that the queue does not list. From the library alone. */
  ofCall: query
    .input(z.object({ callId: requestedId }))
    .output(z.object({ checks: z.array(z.object({ words: checkedWords, check: turnCheck })) })),
  /**
   * Confirms or corrects a turn. Returns what `restore` needs to undo it. Fails with `not-in-library` when the stored transcript no
   * longer has this text at this turn.
   */
  save: change
    .input(
      z.object({
        callId: requestedId,
        turn: z.number().int().min(0).max(10_000_000),
        text: z.string().max(1_000_000),
        correction: correction.nullable(),
        ...savedDraft.shape,
      }),
    )
    .output(z.object({ words: checkedWords, check: turnCheck, previous: turnCheck.nullable() })),
  /** Puts a check back as it was; null removes it. */
  restore: change
    .input(z.object({ words: checkedWords.extend({ callId: requestedId }), check: turnCheck.nullable() }))
    .output(z.object({})),
  /** Checks whose words the stored transcript no longer has, latest first: they are kept, and not used. */
  outdated: query.output(z.object({ checks: z.array(outdatedCheck) })),
}
