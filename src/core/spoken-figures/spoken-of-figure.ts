/** Finds where a stored figure was spoken: in the call about its period. */

import type { ApiInputs, ApiOutputs } from '#contract/api/api.ts'
import type { CallEntry, CallReading } from '#contract/api/calls.ts'
import { reportedIn } from '#contract/api/reported-in.ts'
import type { SpokenFigure } from '#contract/api/spoken-figures.ts'
import { secondAt, sentenceAround } from '#contract/api/turn-at-time.ts'
import { isAboutPeriod } from '../calls/call-about-period.ts'
import type { Reader } from '../database/reader-writer.ts'
import { fail } from '../failure-error.ts'
import { readPeriod, type StoredPeriod } from '../fundamentals/company-series.ts'
import type { SpokenFiguresOfCalls } from './spoken-figures.ts'

type Passage = ApiOutputs['source']['spoken']['passages'][number]

interface SpokenOfFigureDependencies {
  readonly library: { readonly reader: Reader }
  readonly calls: {
    ofCompanies(symbols: readonly string[]): { readonly entry: CallEntry }[]
    latestVersion(callId: string): CallReading | undefined
  }
  readonly spokenFigures: Pick<SpokenFiguresOfCalls, 'figures' | 'corrected'>
}

/** As many as the source of a figure shows. */
const mostPassages = 3

/** The first passages, those that differ first and those that agree last. Throws `not-in-library` when the period is not stored. */
export async function spokenOfFigure(
  { library, calls, spokenFigures }: SpokenOfFigureDependencies,
  { recordId, field }: ApiInputs['source']['spoken'],
): Promise<ApiOutputs['source']['spoken']> {
  const period = readPeriod(library.reader, recordId, null) ?? fail({ kind: 'not-in-library' })
  const passages: Passage[] = []
  for (const { entry } of calls.ofCompanies([period.symbol])) {
    if (entry.stored === null || !isAboutPeriod(entry, period)) continue
    const received = calls.latestVersion(entry.callId)
    const call = received && spokenFigures.corrected(received)
    const spoken = call && (await spokenFigures.figures({ callId: entry.callId, form: call.form, hash: call.hash }))
    for (const figure of spoken?.figures ?? []) {
      const passage = call && isOf(figure, field, period) ? passageOf(call, figure) : undefined
      if (passage) passages.push(passage)
    }
  }
  return { passages: passages.toSorted((one, other) => weightOf(one) - weightOf(other)).slice(0, mostPassages) }
}

const weights = { differs: 0, restated: 1, agrees: 2 } as const
const weightOf = ({ is }: Passage) => weights[is]

function isOf({ verdict, change, dismissed }: SpokenFigure, field: string, { quarter, year }: StoredPeriod): boolean {
  const reported = reportedIn(verdict)
  if (dismissed || change !== null || !reported) return false
  const { field: judged, period } = reported
  return judged === field && period.quarter === quarter && period.year === year
}

function passageOf(
  { entry, turns, speakers, language }: CallReading,
  { turn, from, to, verdict }: SpokenFigure,
): Passage | undefined {
  if (verdict.is === 'not-judged' || verdict.is === 'guidance') return undefined
  const text = turns.text[turn] ?? ''
  const [start, end] = sentenceAround(text, from, language) ?? [0, text.length]
  return {
    callId: entry.callId,
    title: entry.title,
    quarter: entry.quarter,
    recording: entry.recording,
    turn,
    second: secondAt(turns, turn, start),
    speaker: speakers[turns.speaker[turn] ?? -1]?.name ?? '',
    language,
    sentence: [text.slice(start, from), text.slice(from, to), text.slice(to, Math.max(to, end))],
    is: verdict.is,
  }
}
