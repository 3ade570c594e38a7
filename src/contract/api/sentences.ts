/** Sentences with figures in them, as parts of words and figures, which the window writes in its number format. */

import { z } from 'zod'

/**
 * A part of a composed sentence: words, or a figure in full precision. A change has no sign, since the words beside it say its
 * direction. `percent`: a fraction; `bps`: a difference of two fractions.
 */
const sentencePart = z.union([
  z.string(),
  z.object({ figure: z.number(), as: z.enum(['money', 'per-share', 'percent', 'ratio', 'bps', 'score', 'count']) }),
])
export type SentencePart = z.infer<typeof sentencePart>

/** Composed from figures by a fixed pattern (core/overview/growth-clauses.ts): nobody wrote it. */
export const sentence = z.array(sentencePart)
export type Sentence = z.infer<typeof sentence>
