/** Reads a stored call with its transcript, speakers and times, as the window opens it. */

import type { CallEntry, CallReading, OpenedCall, TurnChunk, TranscriptForm, Turns } from '#contract/api/calls.ts'
import { toJsonText } from '#contract/api/serialized-json.ts'
import { languageTag } from '#contract/api/text-segments.ts'
import { takeTurnChunk } from '#contract/api/turns.ts'
import type { CallDetail } from '#contract/service/calls.ts'
import { recordSchema } from '#contract/service/operations.ts'
import type { Reader } from '../database/reader-writer.ts'
import { getRecords } from '../ledger/ledger-store.ts'
import { packOfRecord } from '../ledger/records-source.ts'
import { readShown, type ShownWithMarks } from '../ledger/shown-records.ts'
import { readRecordText } from '../service/read-record.ts'
import { identityOf, recordingFactRows, securitiesOf, summaryOf } from './call-metadata.ts'
import { getParsedTranscript, turnsPerChunk, type ParsedTranscript } from './parsed-transcripts-store.ts'
import { deriveTranscript, isBoilerplate, type Transcript } from './transcript/derive-transcript.ts'
import { secondsOf, timesOf, type SetTimes } from './transcript/segment-times.ts'
import { sectionSentiment } from './transcript/sentiment-by-words.ts'
import { speakersOf } from './transcript/speaker-totals.ts'
import { countSegments, getBody, getVersions, type StoredForm, type Version } from './transcript-versions-store.ts'

/** The parts of an opened call that do not come from the record. */
interface ReadingContext {
  readonly entry: CallEntry
  readonly form: TranscriptForm
  readonly times: SetTimes | null
  readonly stale: boolean
  readonly refreshing: boolean
  readonly failure: CallReading['failure']
}

/** A call that is opened, with all its turns. */
export interface OpenCall extends OpenedCall {
  readonly chunks: readonly TurnChunk[]
}

/** A stored form of a call in one of its versions; undefined when it has none of that hash. */
export function openCall(
  db: Reader,
  stored: StoredForm,
  hash: string | undefined,
  { times, ...context }: ReadingContext,
): OpenCall | undefined {
  const versions = getVersions(db, stored.recordId)
  const shown = hash === undefined ? versions[0] : versions.find((version) => version.hash === hash)
  if (!shown) return undefined
  // The stored parse does not have the times that the user set.
  const kept = times === null ? getParsedTranscript(db, stored.recordId, shown.contentId) : undefined
  const { head, outline, chunks, marks } =
    kept ?? readAgain(detailIn(db, stored.recordId, shown.contentId), context.form, times)
  const { count, ...facts } = head
  const turnsIn = (version: Version) =>
    version.contentId === shown.contentId ? count : countSegments(db, version.contentId)
  return {
    ...context,
    ...facts,
    recordId: stored.recordId,
    hash: shown.hash,
    versions: versions.map((version) => ({
      hash: version.hash,
      knownFrom: version.knownFrom,
      lastSeen: version.lastSeen,
      turns: turnsIn(version),
    })),
    fetchedAt: stored.lastSeenAt,
    pack: packOfRecord(db, stored.recordId, shown === versions[0] ? null : shown.knownFrom),
    marks: marks.map((mark) => ({ record: 0, ...mark })),
    outline,
    chunks,
  }
}

/** The latest content as it is shown; an earlier one as received. */
function detailIn(db: Reader, recordId: number, contentId: number): ShownWithMarks<'calls.one'> {
  const [stored] = getRecords(db, [recordId])
  return stored?.contentId === contentId
    ? readShown('calls.one', stored)
    : readRecordText(recordSchema('calls.one'), getBody(db, contentId))
}

function readAgain(
  { record, marks }: ShownWithMarks<'calls.one'>,
  form: TranscriptForm,
  times: SetTimes | null,
): ParsedTranscript {
  const detail: CallDetail = record ?? {}
  return { ...readingOf(detail, deriveTranscript(detail, form), form, times), marks }
}

/** Pure. `times`: set by the user, if any. */
export function readingOf(
  record: CallDetail,
  transcript: Transcript,
  form: TranscriptForm,
  set: SetTimes | null,
): Omit<ParsedTranscript, 'marks'> {
  const { said, words, chapters } = transcript
  const times = timesOf(transcript.times, set)
  return {
    head: {
      count: said.turns.length,
      language: languageTag(said.transcript?.language),
      transcriptType: said.transcript?.type ?? null,
      confidence: said.transcript?.confidence_score ?? null,
      words: words.reduce((sum, each) => sum + each, 0),
      source: transcript.source,
      times,
      speakers: speakersOf({ ...transcript, times }),
      chapters: [...chapters],
      sectionsFrom: transcript.sectionsFrom,
      sectionSentiment: sectionSentiment(transcript),
      sortedByTime: said.sortedByTime,
      summary: summaryOf(record, form.format),
      securities: securitiesOf(record),
      recordingFacts: recordingFactRows(record),
      identity: identityOf(record, said.transcript),
    },
    outline: toJsonText({
      speaker: [...transcript.speakerOf],
      letters: said.turns.map(({ text }) => text.length),
    }),
    chunks: chunksOf(turnsOf(transcript, times)),
  }
}

function turnsOf(transcript: Transcript, { unit, offset }: CallReading['times']): Turns {
  const { said, speakerOf, sections } = transcript
  const { turns } = said
  return {
    segmentId: turns.map(({ segmentId }) => segmentId),
    speaker: [...speakerOf],
    start: turns.map(({ start }) => secondsOf(start, unit, offset)),
    end: turns.map(({ end }) => secondsOf(end, unit, offset)),
    confidence: turns.map(({ confidence }) => confidence),
    sentiment: turns.map(({ sentiment }) => sentiment),
    section: [...sections],
    boilerplate: turns.map((_, at) => isBoilerplate(transcript, at)),
    text: turns.map(({ text }) => text),
  }
}

function chunksOf(turns: Turns): TurnChunk[] {
  return Array.from({ length: Math.ceil(turns.text.length / turnsPerChunk) }, (_, at) =>
    takeTurnChunk(turns, at * turnsPerChunk, turnsPerChunk),
  )
}
