/**
 * Fills the tables derived from a stored call: its parsed transcript, facts of its recording, and
 * the full-text index. Also chooses a call's title and company name.
 */

import { languageTag } from '#contract/api/text-segments.ts'
import type { CallDetail } from '#contract/service/calls.ts'
import { operations } from '#contract/service/operations.ts'
import type { Writer } from '../database/reader-writer.ts'
import { fail } from '../failure-error.ts'
import { instantOf } from '../instant.ts'
import { getLatestRevision } from '../ledger/ledger-store.ts'
import { storeRecordingFacts } from '../recordings/store-recording-facts.ts'
import { learnWords, refuseLongSpaceless } from '../full-text-index/vocabulary.ts'
import { segmentedText } from '../full-text-index/words.ts'
import { deleteSummary, indexDocuments } from '../full-text-index/index-documents.ts'
import { readingOf } from './open-call.ts'
import { formatOfIdentity, rankOf } from './transcript-formats.ts'
import { getPeriodEndsOf } from './call-list-store.ts'
import { inferQuarter, type PeriodEnd } from './fiscal-quarter.ts'
import { putParsedTranscript } from './parsed-transcripts-store.ts'
import {
  deleteTranscript,
  getIdentity,
  getSearchableForm,
  insertTranscript,
  type TurnToStore,
} from './transcript-store.ts'
import { checksByTurn } from '#contract/api/checks-by-turn.ts'
import { getTurnCorrections, type TurnCorrection } from './turn-corrections-store.ts'
import { deriveTranscript, type Transcript } from './transcript/derive-transcript.ts'
import { speakersOf } from './transcript/speaker-totals.ts'

/** Maximum characters of a transcript: ten hours of speech have half a million. */
const longestTranscript = 3_000_000

function refuseTooLong({ transcripts }: CallDetail): void {
  for (const { text, segments } of transcripts ?? []) {
    for (const texts of [[text ?? ''], (segments ?? []).map((segment) => segment.text ?? '')])
      refuseLongSpaceless(texts)
    const spoken = (segments ?? []).reduce((sum, segment) => sum + (segment.text?.length ?? 0), 0)
    if (Math.max(text?.length ?? 0, spoken) <= longestTranscript) continue
    fail({
      kind: 'too-large',
      operation: operations['calls.one'].title,
      limit: { count: longestTranscript, of: 'characters per transcript' },
    })
  }
}

/**
 * Stores the parsed call and the facts of its recording, and indexes its turns and summary, for each stored form in the order of
 * `rankOf`. Throws `too-large`.
 */
export function projectCall(db: Writer, recordId: number, record: CallDetail): void {
  const callId = record.call_id
  const identity = getIdentity(db, recordId)
  if (!callId || identity === undefined) return
  refuseTooLong(record)
  const form = formatOfIdentity(identity)
  const transcript = deriveTranscript(record, form)
  storeRecordingFacts(db, recordId, record)
  putParsedTranscript(db, recordId, readingOf(record, transcript, form, null))
  const searched = getSearchableForm(db, callId)
  if (searched !== undefined && rankOf(form) > rankOf(formatOfIdentity(searched))) return

  if (searched !== undefined) deleteTranscript(db, callId)
  const storedAt = getLatestRevision(db, recordId)?.knownFrom ?? 0
  if (transcript.source !== 'none') storeTranscript(db, recordId, { ...record, call_id: callId }, transcript, storedAt)
  const summary = record.summary?.summary?.trim()
  if (!summary) deleteSummary(db, recordId, callId)
  else {
    indexDocuments(db, [
      {
        kind: 'summary',
        recordId,
        callId,
        symbol: record.symbol ?? null,
        company: companyOf(record),
        at: instantOf(record.start_time),
        title: titleOf(record),
        body: summary,
        sentiment: record.summary?.sentiment ?? null,
        language: languageTag(record.summary?.language),
        storedAt,
      },
    ])
  }
}

function storeTranscript(
  db: Writer,
  recordId: number,
  record: CallDetail & { readonly call_id: string },
  transcript: Transcript,
  storedAt: number,
): void {
  const startedAt = instantOf(record.start_time)
  const titles = [record.call_title ?? null, record.headline ?? null]
  const quarter = inferQuarter(titles, startedAt, periodEndsOf(db, record.symbol ?? null))
  const { words } = transcript
  const turns = turnsToStore(transcript, getTurnCorrections(db, record.call_id))
  // Comes first, because it refuses texts that would cost the index more than any real call.
  learnWords(
    db,
    turns.map(({ text, corrected, segmented }) => ({ text: corrected ?? text, segmented })),
  )
  insertTranscript(
    db,
    {
      callId: record.call_id,
      recordId,
      symbol: record.symbol ?? null,
      company: companyOf(record),
      title: titleOf(record),
      startedAt,
      quarter: quarter?.quarter ?? null,
      year: quarter?.year ?? null,
      turns: turns.length,
      words: words.reduce((sum, each) => sum + each, 0),
      storedAt,
      unit: transcript.times.unit,
      sectionsFrom: transcript.sectionsFrom,
      language: languageTag(transcript.said.transcript?.language),
    },
    speakersOf(transcript),
    turns,
  )
}

function periodEndsOf(db: Writer, symbol: string | null): readonly PeriodEnd[] {
  return (symbol && getPeriodEndsOf(db, [symbol]).get(symbol)) || []
}

function turnsToStore(transcript: Transcript, corrections: readonly TurnCorrection[]): TurnToStore[] {
  const { said, speakerOf, sections, words, questionTurns, segmented } = transcript
  const corrected = checksByTurn(
    said.turns.map(({ text }) => text),
    corrections,
  )
  const indexedOf = (at: number) => {
    const correction = corrected.get(at)?.correction
    return correction === undefined
      ? { corrected: null, segmented: segmented[at] ?? null }
      : { corrected: correction, segmented: segmentedText(correction) }
  }
  return said.turns.map((turn, at) => ({
    segmentId: turn.segmentId,
    speaker: speakerOf[at] ?? 0,
    section: sections[at] ?? 'whole',
    start: turn.start,
    end: turn.end,
    confidence: turn.confidence,
    sentiment: turn.sentiment,
    words: words[at] ?? 0,
    isQuestion: questionTurns.has(at),
    text: turn.text,
    ...indexedOf(at),
  }))
}

/** `call_title`, else `headline`, else the symbol. */
export function titleOf(call: Pick<CallDetail, 'call_title' | 'headline' | 'symbol'>): string {
  return [call.call_title, call.headline, call.symbol].find((text) => text?.trim()) ?? 'Untitled call'
}

/** `name`, or the name of the first security when `name` is empty. */
export function companyOf(call: Pick<CallDetail, 'name' | 'securities'>): string | null {
  return [call.name, call.securities?.[0]?.name].find((text) => text?.trim()) ?? null
}
