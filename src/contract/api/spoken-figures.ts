/**
 * Figures spoken in a call: where each stands in the transcript, what it measures, and whether it agrees with the stored statements.
 * Everything is inferred by Tearsheet; where a rule is not certain, the figure is not judged.
 */

import { z } from 'zod'
import { edition } from './financials.ts'
import { instant } from './base.ts'

/** What a spoken figure counts. `amount`: money; `per-share`: money for each share. */
const spokenUnits = ['amount', 'per-share', 'percent', 'basis-points', 'shares', 'count', 'ratio', 'days'] as const
export type SpokenUnit = (typeof spokenUnits)[number]

/**
 * What was said, as figures of the library are stored: money in whole units of its currency, a percentage as a fraction, basis points
 * as such. `low` and `high` are equal unless a range was spoken. `step` is one unit of the last digit that was spoken: 1.318 billion
 * has a step of a million.
 */
export const spokenValue = z.object({
  unit: z.enum(spokenUnits),
  /** As spoken (`USD`); null: the currency was not named. */
  currency: z.string().nullable(),
  low: z.number(),
  high: z.number(),
  step: z.number(),
  /** `over` and `under` are bounds: "more than 600 million", "just under 22 percent". */
  bound: z.enum(['exact', 'about', 'over', 'under', 'range']),
})
export type SpokenValue = z.infer<typeof spokenValue>

export const fiscalPeriod = z.object({ quarter: z.enum(['Q1', 'Q2', 'Q3', 'Q4', 'FY']), year: z.number().int() })

/** `reported`: management states it as a result. `question`: an analyst says it. `other`: of somebody else, or of no period. */
const spokenRoles = ['reported', 'guidance', 'target', 'question', 'other'] as const
export type SpokenRole = (typeof spokenRoles)[number]

/** Why a figure cannot be judged. `part-unclear`: it may be of the whole company, or of a part of it. */
const unjudgedReasons = [
  'adjusted',
  'constant-currency',
  'segment',
  'part-unclear',
  'no-such-line',
  'measure-unclear',
  'period-unclear',
  'period-not-stored',
  'figure-not-stored',
  'other-currency',
  'not-company',
] as const
export const unjudgedReason = z.enum(unjudgedReasons)
export type UnjudgedReason = z.infer<typeof unjudgedReason>

/** The stored figure that a spoken one is set beside. */
export const reportedFigure = z.object({
  /** Field of the line, or of the user's own metric. */
  field: z.string(),
  period: fiscalPeriod,
  edition,
  /** In the unit of the spoken figure. */
  value: z.number(),
  /** Whether the service states it, or Tearsheet calculates it from what it states, by its own formula or by that of the user. */
  origin: z.enum(['stored', 'calculated', 'own-metric']),
})
export type ReportedFigure = z.infer<typeof reportedFigure>

const verdict = z.discriminatedUnion('is', [
  /** Equal at the precision spoken, or true of the bound. `difference`: reported less spoken; null for a bound. */
  z.object({ is: z.literal('agrees'), reported: reportedFigure, difference: z.number().nullable() }),
  /** It agreed with an earlier version of the statements: `earlier` says with what, and when that was replaced. */
  z.object({
    is: z.literal('restated'),
    reported: reportedFigure,
    difference: z.number(),
    earlier: z.object({ value: z.number(), replacedAt: instant }),
  }),
  z.object({ is: z.literal('differs'), reported: reportedFigure, difference: z.number() }),
  z.object({ is: z.literal('not-judged'), reason: unjudgedReason }),
  z.object({ is: z.literal('guidance') }),
])
export type SpokenVerdict = z.infer<typeof verdict>

const spokenFigure = z.object({
  /** Index of the turn, and the characters of its text, as corrected by the user, that state the figure: `from` to before `to`. */
  turn: z.number().int(),
  from: z.number().int(),
  to: z.number().int(),
  value: spokenValue,
  /** Field of the line, or of the user's own metric, that it measures; null: neither. */
  field: z.string().nullable(),
  /** What it measures, as a heading: the line's label, the metric's name, else the words of the speaker. Empty: not known. */
  label: z.string(),
  /** The figure is a change of the measure from the prior year or the prior period; null: the measure itself. */
  change: z.enum(['yoy', 'qoq']).nullable(),
  /** Null: not known. */
  period: fiscalPeriod.nullable(),
  role: z.enum(spokenRoles),
  verdict,
  /** The user said that the match is wrong: it is not counted. */
  dismissed: z.boolean(),
})
export type SpokenFigure = z.infer<typeof spokenFigure>

/** The figures of a call in the order in which they are spoken. */
export const spokenFigures = z.object({
  figures: z.array(spokenFigure),
  /** Turns whose words the user corrected: their figures are those of `text`, and `from` and `to` are places in it. */
  corrections: z.array(z.object({ turn: z.number().int(), text: z.string() })),
  /** The fiscal quarter that the call is about; null: not known, and nothing is judged. */
  quarter: fiscalPeriod.nullable(),
  /** When the statements of that quarter were stored; null: they are not. */
  statementsStoredAt: instant.nullable(),
})
export type SpokenFigures = z.infer<typeof spokenFigures>
