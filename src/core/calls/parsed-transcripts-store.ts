/** SQL of parsed transcripts, stored in chunks so that a call opens without being parsed again. */

import { z } from 'zod'
import { jsonText } from '#contract/api/base.ts'
import { openedCall, type TurnChunk, type Turns, type TurnsOutline } from '#contract/api/calls.ts'
import type { JsonText } from '#contract/api/serialized-json.ts'
import type { Mark } from '#contract/api/provenance.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { projectionVersion } from '../ledger/rebuild-projections.ts'
import { storedMarks } from '../ledger/shown-records.ts'
import { readStoredJson } from '../stored-json.ts'

/** The fields that come from a call's record without its turns. */
const transcriptHead = openedCall
  .pick({
    language: true,
    transcriptType: true,
    confidence: true,
    words: true,
    source: true,
    times: true,
    speakers: true,
    chapters: true,
    sectionsFrom: true,
    sectionSentiment: true,
    sortedByTime: true,
    summary: true,
    securities: true,
    recordingFacts: true,
    identity: true,
  })
  .extend({
    /** Number of turns. */
    count: z.number().int(),
  })
type ParsedTranscriptHead = z.infer<typeof transcriptHead>

export interface ParsedTranscript {
  readonly head: ParsedTranscriptHead
  readonly outline: JsonText<TurnsOutline>
  readonly chunks: readonly TurnChunk[]
  readonly marks: readonly Omit<Mark, 'record'>[]
}

/** The lines of a stored parse, as `putParsedTranscript` wrote them for this version of the parser: the outline, and a chunk each. */
const storedTurns = z.tuple([jsonText<TurnsOutline>()], jsonText<Turns>())

/** The turns of a chunk. */
export const turnsPerChunk = 500

/** Stores the parsed latest content of a record, so that opening it needs no parsing. */
export function putParsedTranscript(
  db: Writer,
  recordId: number,
  { head, outline, chunks }: Omit<ParsedTranscript, 'marks'>,
): void {
  // One line each: JSON has no line breaks inside.
  const lines = [outline, ...chunks.map(({ turns }) => turns)].join('\n')
  db.run(
    `INSERT OR REPLACE INTO parsed_transcript (record_id, content_id, projection_version, head, turns)
     SELECT id, content_id, ?, ?, ? FROM ledger_record WHERE id = ?`,
    [projectionVersion, JSON.stringify(head), lines, recordId],
  )
}

/** Undefined for an earlier content, for one that another version of the parser derived, and where the head cannot be read. */
export function getParsedTranscript(db: Reader, recordId: number, contentId: number): ParsedTranscript | undefined {
  const kept = db.get<{ head: string; turns: string; marks: string | null; notes: string | null }>(
    `SELECT parsed.head, parsed.turns, record.marks, shown.notes FROM parsed_transcript AS parsed
     JOIN ledger_record AS record ON record.id = parsed.record_id AND record.content_id = parsed.content_id
     LEFT JOIN shown_record AS shown ON shown.record_id = record.id
     WHERE parsed.record_id = ? AND parsed.content_id = ? AND parsed.projection_version = ?`,
    [recordId, contentId, projectionVersion],
  )
  const head = readStoredJson(transcriptHead, kept?.head)
  if (!kept || !head) return undefined
  const [outline, ...chunks] = storedTurns.parse(kept.turns.split('\n'))
  return {
    head,
    outline,
    chunks: chunks.map((turns, at) => ({ first: at * turnsPerChunk, turns })),
    marks: storedMarks(kept),
  }
}
