/** What a company expected, call by call, and what it reported when the period came. */

import { z } from 'zod'
import { query, instant, statedLanguage } from './base.ts'
import { recordingState } from './recordings.ts'
import { fiscalPeriod, reportedFigure, spokenValue } from './spoken-figures.ts'
import { requestedSymbol } from './request-texts.ts'
import { transcriptForm } from './transcript-form.ts'

/** How guidance differs from the one before it. `narrowed`, `widened`: neither end, or only one, moved out of the previous range. */
const guidanceChanges = ['given', 'raised', 'lowered', 'narrowed', 'widened', 'repeated'] as const
export type GuidanceChange = (typeof guidanceChanges)[number]

/**
 * Why guidance is not compared. `passages`: those of the call do not agree; `previous-passages`: those of the previous guidance do not;
 * `bounds`: one is a bound, and the other is not; `currency`: it is in another currency, or in one that the statements may not have;
 * `own-metric`: the company may calculate it in another way than the user; `split`: the shares were split between these periods;
 * `precision`: one is rounded so much that the other may be the same; `bases`: the figures are adjusted differently;
 * `withdrawal-unclear`: the guidance may have been withdrawn in the call on this period, whose words leave open which guidance is meant;
 * `later-unclear`: that call states another figure for the line, which may be newer guidance.
 */
const notCompared = z.discriminatedUnion('is', [
  z.object({ is: z.enum(['passages', 'previous-passages', 'bounds', 'precision', 'bases', 'currency', 'own-metric']) }),
  z.object({ is: z.literal('split'), before: fiscalPeriod, after: fiscalPeriod }),
  z.object({ is: z.enum(['withdrawal-unclear', 'later-unclear']), call: fiscalPeriod }),
])
export type NotCompared = z.infer<typeof notCompared>

/** Words of a call that state guidance, reaffirm it or withdraw it, with their sentence: before them, the words, and behind them. */
const guidanceWords = z.object({
  turn: z.number().int(),
  from: z.number().int(),
  to: z.number().int(),
  speaker: z.string(),
  /** When the sentence begins, in seconds of the recording; null: the turn has no time. */
  second: z.number().nullable(),
  sentence: z.tuple([z.string(), z.string(), z.string()]),
})
export type GuidanceWords = z.infer<typeof guidanceWords>

/** A figure for a later period, as it was spoken. */
const guidancePassage = guidanceWords.extend({ value: spokenValue })

const guidanceCell = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('stated'),
    /** Null: it is not compared. */
    change: z.enum(guidanceChanges).nullable(),
    /** Null: it is compared, or is the first. */
    notCompared: notCompared.nullable(),
    /** Index of the call that it is compared with; null: there is none. */
    previous: z.number().int().nullable(),
    passages: z.array(guidancePassage).min(1),
  }),
  /** The company said, without a figure, that its guidance stands. `previous`: index of the call with the figure. */
  z.object({ is: z.literal('reaffirmed'), previous: z.number().int(), passage: guidanceWords }),
  /** The measure was guided for, but not for this period, which had not ended, and no words of the call may repeat it. */
  z.object({ is: z.literal('not-repeated') }),
  /** The company withdrew or suspended its guidance. Neither later guidance nor the reported figure is compared with it. */
  z.object({ is: z.literal('withdrawn'), passage: guidanceWords }),
])
export type GuidanceCell = z.infer<typeof guidanceCell>

/** The reported figure compared with the last guidance for it. `within`: it is what was expected, at the precision spoken. */
const guidanceOutcomes = ['within', 'above', 'below'] as const
export type GuidanceOutcome = (typeof guidanceOutcomes)[number]

/** What a figure is now, and when it was restated. */
const restated = z.object({ value: z.number(), at: instant })
export type Restated = z.infer<typeof restated>

const guidanceRow = z.object({
  /** Field of the line, or of the user's own metric, that was guided for. */
  field: z.string(),
  label: z.string(),
  /** It was the change of the line that was guided for; null: the line itself. */
  change: z.enum(['yoy', 'qoq']).nullable(),
  /** The statements have no such figure; null: they have. */
  qualifier: z.enum(['adjusted', 'constant-currency']).nullable(),
  period: fiscalPeriod,
  /** One for each call; null: nothing was said. */
  cells: z.array(guidanceCell.nullable()),
  /** One for each call: words that the user called a wrong match. They count nowhere, and may be all that a row has. */
  dismissed: z.array(z.array(guidanceWords)),
  /** As it was stored first. Null: not stored, or the statements have no such figure. */
  reported: reportedFigure.nullable(),
  /** Null: it was not restated since. */
  restated: restated.nullable(),
  /** Null: nothing is reported, it is not compared, or the guidance was withdrawn. */
  outcome: z.enum(guidanceOutcomes).nullable(),
  /** Why the reported figure is not compared; null: it is, or there is nothing to compare. */
  notCompared: notCompared.nullable(),
})
export type GuidanceRow = z.infer<typeof guidanceRow>

const guidanceCall = z.object({
  callId: z.string(),
  title: z.string(),
  quarter: fiscalPeriod,
  startedAt: instant.nullable(),
  recording: recordingState,
  /** The form and version of the transcript that was read, whose turns are counted. */
  form: transcriptForm,
  hash: z.string(),
  language: statedLanguage,
})
export type GuidanceCall = z.infer<typeof guidanceCall>

/** Of one company, from the library alone. */
export const guidanceTable = query.input(z.object({ symbol: requestedSymbol })).output(
  z.object({
    /** Earnings calls whose transcript is stored, oldest first. */
    calls: z.array(guidanceCall),
    /** By line in the order of the statements, own metrics last, and the latest period first. */
    rows: z.array(guidanceRow),
    /** Listed earnings calls whose transcript is not stored. */
    callsToDownload: z.array(z.string()),
    /** Calls of the company that are listed, of any kind. */
    listed: z.number().int(),
  }),
)
