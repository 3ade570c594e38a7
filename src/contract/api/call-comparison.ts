/**
 * Two calls of one company, passage by passage: what was repeated, reworded, new and dropped, with tone, topics, vocabulary and questions.
 * All of it is inferred by Tearsheet from the two transcripts.
 */

import { z } from 'zod'
import { jsonText, statedLanguage } from './base.ts'

/**
 * `repeated`: at least 90% alike, with the same figures, negations and directions, and the same periods or those as much later as the call
 * is; `reworded`: another pair that is at least 50% alike, which may be up to 99% where one figure changed; `new` and `dropped`: only in
 * the later, or only in the earlier call.
 */
export type PassageKind = 'repeated' | 'reworded' | 'new' | 'dropped'

/** Where it is spoken. `call`: the call is not divided into sections. */
export type CallPart = 'remarks' | 'answers' | 'questions' | 'call'

/** Neighboring sentences of a turn. */
export interface SpokenPassage {
  /** Index of the turn, and the characters of its text: `from` to before `to`. */
  readonly turn: number
  readonly from: number
  readonly to: number
  /** Seconds of the recording; null: the turn has no time. */
  readonly second: number | null
  /** Index into the call's `speakers`. */
  readonly speaker: number
  readonly sentiment: number | null
  readonly text: string
  /** Characters of `text` with words that the other call does not have there, as pairs: from, before to. */
  readonly changed: readonly number[]
}

export interface ComparedPassage {
  readonly kind: PassageKind
  /** Share of the words that both have in the same order, 0 to 1; 0 where one is missing. */
  readonly likeness: number
  /** Index into `topics`. */
  readonly topic: number
  readonly part: CallPart
  /** Of a new or dropped passage: what the other call says alike, and the user called another passage; null: nothing. */
  readonly splitFrom: { readonly turn: number; readonly from: number; readonly to: number } | null
  readonly earlier: SpokenPassage | null
  readonly later: SpokenPassage | null
}

const comparedCall = z.object({
  speakers: z.array(
    z.object({
      name: z.string(),
      role: z.string().nullable(),
      organization: z.string().nullable(),
      isAnalyst: z.boolean(),
    }),
  ),
  language: statedLanguage,
  /** Words of the compared passages. */
  words: z.number().int(),
})
export type ComparedCall = z.infer<typeof comparedCall>

const comparedTopic = z.object({
  title: z.string(),
  /** `words`: by a list of words; `name`: a name that is often mentioned; `none`: passages without a topic. */
  foundBy: z.enum(['words', 'name', 'none']),
  /** Share of the words of the call, 0 to 1. */
  earlier: z.number(),
  later: z.number(),
})
export type ComparedTopic = z.infer<typeof comparedTopic>

/** Mean sentiment by words, −1 to 1; null: not spoken there, or not scored. */
const comparedTone = z.object({
  part: z.enum(['whole', 'remarks', 'answers', 'questions']),
  /** Of `remarks`: who gives them; null: all. */
  speaker: z.string().nullable(),
  role: z.string().nullable(),
  earlier: z.number().nullable(),
  later: z.number().nullable(),
})
export type ComparedTone = z.infer<typeof comparedTone>

/** Mentions by the company in each call, and the same per 1,000 words that it speaks there. */
const comparedWord = z.object({
  word: z.string(),
  earlier: z.number().int(),
  later: z.number().int(),
  per1000: z.object({ earlier: z.number(), later: z.number() }),
})
export type ComparedWord = z.infer<typeof comparedWord>

const comparedQuestion = z.object({
  turn: z.number().int(),
  second: z.number().nullable(),
  /** Words of the analyst, and of whoever answers. */
  asked: z.number().int(),
  answered: z.number().int(),
  /** The question's first sentences. */
  text: z.string(),
})
export type ComparedQuestion = z.infer<typeof comparedQuestion>

/** A question of an analyst in one of the calls, or one that was asked in both. */
const comparedQuestions = z.object({
  name: z.string(),
  organization: z.string().nullable(),
  topic: z.number().int(),
  earlier: comparedQuestion.nullable(),
  later: comparedQuestion.nullable(),
})
export type ComparedQuestions = z.infer<typeof comparedQuestions>

export const callComparison = z.object({
  earlier: comparedCall,
  later: comparedCall,
  /** In the order in which the later call comes to them. */
  topics: z.array(comparedTopic),
  /** In the order of the later call; a dropped passage comes after the passage that it followed. */
  passages: jsonText<readonly ComparedPassage[]>(),
  /** Words of the later call by kind. */
  words: z.object({ repeated: z.number().int(), reworded: z.number().int(), new: z.number().int() }),
  tone: z.array(comparedTone),
  /** Words that rose or fell the most per 1,000 words, the largest rise first. */
  vocabulary: z.array(comparedWord),
  questions: z.array(comparedQuestions),
})
export type CallComparison = z.infer<typeof callComparison>
