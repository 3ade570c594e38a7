/**
 * The API of a figure's source: the request and record that it came from, its earlier versions, or
 * the rule by which it was calculated.
 */

import { z } from 'zod'
import { query, instant, requestedInstant, statedLanguage } from './base.ts'
import { inferredQuarter } from './calls.ts'
import { adjustSplits, comparison, figure, tieOut } from './financials.ts'
import { mark, packSource, request } from './provenance.ts'
import { recordingState } from './recordings.ts'
import { requestedField, requestedId } from './request-texts.ts'

/**
 * What a version was to the figure (docs/wire-data-rules.md):
 *  - `received`: its figure was shown
 *  - `kept`: it had no readable figure, and the one before it stayed on screen
 *  - `withdrawn`: it withdrew the figure
 *  - `held-back`: it lost too many figures of the record, and was not accepted before the next one came
 */
export const versionState = z.enum(['received', 'kept', 'withdrawn', 'held-back'])
export type VersionState = z.infer<typeof versionState>

const version = z.object({
  /** First and last time the service sent this content. */
  knownFrom: instant,
  lastSeen: instant,
  recordUpdatedAt: z.string().nullable(),
  hash: z.string(),
  /** As shown from then on; a held-back version: as received. */
  value: z.unknown(),
  state: versionState,
  /** newer − older, for numbers that were shown. */
  change: z.number().nullable(),
})

/** As the library knew it at that moment; absent: now. */
const asOf = requestedInstant.optional()

/** How a figure was adjusted for splits. */
const adjustment = z.object({
  reported: z.number(),
  /** Latest shares per share of the period; null: it cannot be derived. */
  factor: z.number().nullable(),
  /** EPS is divided by the factor, shares are multiplied by it. */
  isDivided: z.boolean(),
  value: figure,
  /** A whole sentence. */
  explanation: z.string(),
  splits: z.array(
    z.object({
      /** "4-for-1 split". */
      label: z.string(),
      /** The last period before the split and the first one after it. */
      before: z.object({ quarter: z.string(), year: z.number().int(), endPeriod: z.string() }),
      after: z.object({ quarter: z.string(), year: z.number().int(), endPeriod: z.string() }),
    }),
  ),
})
export type FigureAdjustment = z.infer<typeof adjustment>

/** Where a figure comes from. */
export const source = {
  /** One field of one stored record: the record, its request, its versions, its ties. */
  figure: query.input(z.object({ recordId: z.number().int(), field: requestedField, asOf, adjustSplits })).output(
    z.object({
      recordId: z.number().int(),
      field: z.string(),
      /** As received from the service. */
      value: z.unknown(),
      /** Null: it is shown as reported. */
      adjustment: adjustment.nullable(),
      /** The content of the record at that time, as received, pretty-printed with two spaces. */
      record: z.string(),
      /** Line of `record` that holds the field, from 0; null when the field is absent. */
      line: z.number().int().nullable(),
      /** The last request known then that returned this content. */
      request,
      fetchedAt: instant,
      /** The pack in which that response came; null: it came from the service. */
      pack: packSource.nullable(),
      /** When the record's first version was fetched. */
      firstFetchedAt: instant,
      recordUpdatedAt: z.string().nullable(),
      /** sha256 of the content, hex. */
      hash: z.string(),
      /** Latest first, those that came after the moment too. */
      versions: z.array(version),
      /** Index in `versions` of the one that was the latest at that moment. */
      shownVersion: z.number().int(),
      ties: z.array(tieOut),
      marks: z.array(mark),
    }),
  ),
  /**
   * A figure that the core calculated: a calculated line, a line over the last twelve months, either compared with another period or
   * its base, or the user's metric `own.<id>`, whose rule is its formula and which has no comparison. Each input opens as `figure`.
   */
  calculated: query
    .input(
      z.object({
        recordIds: z.array(z.number().int()).min(1).max(16),
        field: requestedField,
        comparison: comparison.optional(),
        /** The records that it is compared with, by a comparison's columns; empty: none; absent: those that its label and date name. */
        baseRecordIds: z.array(z.number().int()).max(4).optional(),
        asOf,
        adjustSplits,
      }),
    )
    .output(
      z.object({
        field: z.string(),
        label: z.string(),
        /** The rule in words, with labels. */
        rule: z.string(),
        value: figure,
        inputs: z.array(
          z.object({
            recordId: z.number().int(),
            field: z.string(),
            label: z.string(),
            quarter: z.string(),
            year: z.number().int(),
            endPeriod: z.string(),
            value: figure,
            /** How it was adjusted for splits; null: as reported. */
            adjusted: z.string().nullable(),
          }),
        ),
      }),
    ),
  /**
   * The packs in which stored records came, each as known at its moment (null: now), and those of the stored transcripts of calls; in the
   * order of the request. Null: it came from the service, or is not stored.
   */
  packs: query
    .input(
      z.object({
        records: z.array(z.object({ recordId: z.number().int(), at: requestedInstant.nullable() })).max(20_000),
        callIds: z.array(requestedId).max(1000),
      }),
    )
    .output(z.object({ records: z.array(packSource.nullable()), calls: z.array(packSource.nullable()) })),
  /** Where a figure of one stored record was spoken in the call about its period, and whether it agrees. From the library alone. */
  spoken: query.input(z.object({ recordId: z.number().int(), field: requestedField })).output(
    z.object({
      passages: z.array(
        z.object({
          callId: z.string(),
          title: z.string(),
          quarter: inferredQuarter.nullable(),
          recording: recordingState,
          turn: z.number().int(),
          /** When the sentence begins, in seconds of the recording; null: the turn has no time. */
          second: z.number().nullable(),
          speaker: z.string(),
          language: statedLanguage,
          /** Before the figure, the figure as spoken, and behind it. */
          sentence: z.tuple([z.string(), z.string(), z.string()]),
          /** `restated`: it agreed with an earlier version of the record. */
          is: z.enum(['agrees', 'restated', 'differs']),
        }),
      ),
    }),
  ),
}
