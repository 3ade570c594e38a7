import type { CallEntry, CallReading, Turns, TranscriptForm } from '#contract/desk/calls.ts'
import { recordSchema } from '#contract/service/operations.ts'
import type { CallDetail } from '#contract/service/calls.ts'
import type { Reader } from '../database/handles.ts'
import { readRecord } from '../service/read-record.ts'
import { recordingFacts, securitiesOf, summaryOf } from './facts.ts'
import { deriveTranscript, isBoilerplate, type Transcript } from './transcript/derive.ts'
import { secondsOf, timesOf, type SetTimes } from './transcript/segment-times.ts'
import { speakersOf } from './transcript/tally.ts'
import { countSegments, getBody, getVersions, type StoredForm, type Version } from './versions-store.ts'

/** What of a reading does not come from the record alone. */
export interface ReadingContext {
  readonly entry: CallEntry
  readonly form: TranscriptForm
  readonly times: SetTimes | null
  readonly stale: boolean
  readonly refreshing: boolean
  readonly failure: CallReading['failure']
}

/** A stored form of a call in one of its versions; undefined when it has none of that hash. */
export function readCall(
  db: Reader,
  stored: StoredForm,
  hash: string | undefined,
  context: ReadingContext,
): CallReading | undefined {
  const versions = getVersions(db, stored.recordId)
  const shown = hash === undefined ? versions[0] : versions.find((version) => version.hash === hash)
  if (!shown) return undefined
  const { record, marks } = readRecord(recordSchema('calls.one'), JSON.parse(getBody(db, shown.contentId)))
  const detail: CallDetail = record ?? {}
  const transcript = deriveTranscript(detail, context.form)
  const times = timesOf(transcript.times, context.times)
  const { said, words, chapters } = transcript
  const turnsIn = (version: Version) =>
    version.contentId === shown.contentId ? said.turns.length : countSegments(db, version.contentId)
  return {
    ...context,
    recordId: stored.recordId,
    hash: shown.hash,
    versions: versions.map((version) => ({
      hash: version.hash,
      knownFrom: version.knownFrom,
      lastSeen: version.lastSeen,
      turns: turnsIn(version),
    })),
    fetchedAt: stored.lastSeenAt,
    marks: marks.map((mark) => ({ record: 0, ...mark })),
    language: said.transcript?.language ?? null,
    transcriptType: said.transcript?.type ?? null,
    confidence: said.transcript?.confidence_score ?? null,
    words: words.reduce((sum, each) => sum + each, 0),
    source: transcript.source,
    times,
    speakers: speakersOf({ ...transcript, times }),
    chapters: [...chapters],
    turns: turnsOf(transcript, times),
    summary: summaryOf(detail, context.form.format),
    securities: securitiesOf(detail),
    recordingFacts: recordingFacts(detail),
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
