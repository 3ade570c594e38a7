/** The guidance feature: what a company expected in its stored calls, and what it reported. */

import { setImmediate } from 'node:timers/promises'
import type { ApiInputs, ApiOutputs } from '#contract/api/api.ts'
import type { CallEntry, CallReading } from '#contract/api/calls.ts'
import type { GuidanceWords } from '#contract/api/guidance.ts'
import type { TranscriptForm } from '#contract/api/transcript-form.ts'
import { secondAt, sentenceAround } from '#contract/api/turn-at-time.ts'
import type { Reader } from '../database/reader-writer.ts'
import type { ReadMetric } from '../metrics/metrics.ts'
import { habitsOf } from '../spoken-figures/call-habits.ts'
import type { SpokenFiguresOfCalls } from '../spoken-figures/spoken-figures.ts'
import { OwnMetricsNamed } from '../spoken-figures/own-metrics-named.ts'
import type { CallQuarter } from '../spoken-figures/periods.ts'
import { StoredStatements } from '../spoken-figures/stored-statements.ts'
import { firstReported } from './first-reported.ts'
import { guidanceRows, type GuidingCall, type GuidingWords } from './guidance-rows.ts'
import { ownMetricGuidance } from './own-metric-guidance.ts'
import { reaffirmedIn } from './reaffirmed-guidance.ts'
import { guidanceIn, type GuidanceSource } from './stated-guidance.ts'
import { withdrawnIn } from './withdrawn-guidance.ts'

type GuidanceTable = ApiOutputs['calls']['guidance']
type EarningsCall = CallEntry & { readonly quarter: CallQuarter }

interface GuidanceDependencies {
  readonly library: { readonly reader: Reader }
  readonly calls: {
    ofCompanies(symbols: readonly string[]): { readonly entry: CallEntry }[]
    latestVersion(callId: string): CallReading | undefined
  }
  readonly spokenFigures: Pick<SpokenFiguresOfCalls, 'claims' | 'corrected' | 'dismissedIn'>
  /** The user's own metrics, by field. */
  readonly ownMetrics: () => ReadonlyMap<string, ReadMetric>
}

/** Guidance with its words. */
interface ReadCall extends GuidingCall {
  readonly entry: EarningsCall
  readonly form: TranscriptForm
  readonly hash: string
  readonly words: ReadonlyMap<GuidingWords, GuidanceWords>
}

type GuidanceOfCall = ReturnType<typeof guidanceIn>
type CorrectedCall = ReturnType<SpokenFiguresOfCalls['corrected']>

/** What is stated in a call is kept by its words; what is reported is read each time. */
export class Guidance {
  readonly #dependencies: GuidanceDependencies
  readonly #stated = new Map<string, GuidanceOfCall & { readonly version: string }>()

  constructor(dependencies: GuidanceDependencies) {
    this.#dependencies = dependencies
  }

  /** From the library alone. */
  async table({ symbol }: ApiInputs['calls']['guidance']): Promise<GuidanceTable> {
    const { library, calls, ownMetrics } = this.#dependencies
    const own = new OwnMetricsNamed(ownMetrics())
    const entries = calls.ofCompanies([symbol]).map(({ entry }) => entry)
    const earnings = entries.filter((entry): entry is EarningsCall => entry.quarter !== null).toSorted(byTime)
    const read: ReadCall[] = []
    for (const entry of earnings) {
      if (entry.stored === null) continue
      const call = await this.#read(entry, own)
      if (call) read.push(call)
      await setImmediate()
    }
    const statements = StoredStatements.read(library.reader, symbol)
    const words = new Map(read.flatMap((call) => [...call.words]))
    const rows = guidanceRows(read, {
      figure: (field, change, period) =>
        statements ? firstReported(statements, { field, change, period }, own.formulas) : null,
      splitBetween: (one, other) => statements?.splitBetween(one, other) ?? null,
    })
    return {
      calls: read.map(({ form, hash, entry: { callId, title, quarter, startedAt, recording } }) => ({
        form,
        hash,
        callId,
        title,
        quarter,
        startedAt,
        recording,
      })),
      rows: rows.map(({ fields: [field], cells, dismissed, ...row }) => ({
        ...row,
        field,
        dismissed: dismissed.map((ofCall) => ofCall.flatMap((each) => words.get(each) ?? [])),
        cells: cells.map((cell) => {
          if (cell?.is === 'withdrawn' || cell?.is === 'reaffirmed') {
            const passage = words.get(cell.passage)
            return passage ? { ...cell, passage } : null
          }
          if (cell?.is !== 'stated') return cell
          const passages = cell.passages.flatMap((stated) => {
            const its = words.get(stated)
            return its ? [{ ...its, value: stated.value }] : []
          })
          return { ...cell, passages }
        }),
      })),
      callsToDownload: earnings.flatMap(({ callId, stored }) => (stored === null ? [callId] : [])),
      listed: entries.length,
    }
  }

  async #read(entry: EarningsCall, own: OwnMetricsNamed): Promise<ReadCall | undefined> {
    const { spokenFigures, calls } = this.#dependencies
    const { callId } = entry
    const received = calls.latestVersion(callId)
    if (!received || received.source === 'none') return undefined
    const call = spokenFigures.corrected(received)
    const isDismissed = spokenFigures.dismissedIn(callId)
    const read = await this.#guidanceIn(call, entry)
    const source = sourceOf(call, entry)
    const withdrawn = withdrawnIn(source)
    const { reaffirmed, isUnclear } = reaffirmedIn(source)
    const textOf = (turn: number) => call.turns.text[turn] ?? ''
    const byMetric = ownMetricGuidance(read.unnamed, own, textOf)
    const stated = [...read.stated, ...byMetric.stated]
    return {
      entry,
      quarter: entry.quarter,
      form: call.form,
      hash: call.hash,
      stated,
      unclear: [...read.unclear, ...byMetric.unclear],
      withdrawn,
      reaffirmed,
      isUnclear,
      isDismissed: ({ turn, from, to }) => isDismissed(textOf(turn), from, to),
      words: new Map([...stated, ...withdrawn, ...reaffirmed].map((each) => [each, wordsOf(call, each)] as const)),
    }
  }

  async #guidanceIn(call: CorrectedCall, entry: EarningsCall): Promise<GuidanceOfCall> {
    const { version } = call
    const known = this.#stated.get(entry.callId)
    if (known?.version === version) return known
    const claims = await this.#dependencies.spokenFigures.claims(call)
    const read = guidanceIn(claims, sourceOf(call, entry))
    this.#stated.set(entry.callId, { version, ...read })
    return read
  }
}

/** Who presents results speaks for the company, as where its figures are found: many transcripts name no roles. */
function sourceOf({ turns, speakers }: CorrectedCall, { quarter, startedAt }: EarningsCall): GuidanceSource {
  const stated = speakers.map(({ side }) => side)
  const { presenters } = habitsOf(turns, stated, quarter)
  const sides = stated.map((side, speaker) => (presenters.has(speaker) ? 'company' : side))
  return { turns, sides, quarter, startedAt }
}

function byTime(one: EarningsCall, other: EarningsCall): number {
  return (one.startedAt ?? 0) - (other.startedAt ?? 0)
}

function wordsOf({ turns, speakers, language }: CallReading, { turn, from, to }: GuidingWords): GuidanceWords {
  const text = turns.text[turn] ?? ''
  const [start, end] = sentenceAround(text, from, language) ?? [0, text.length]
  return {
    turn,
    from,
    to,
    speaker: speakers[turns.speaker[turn] ?? -1]?.name ?? '',
    second: secondAt(turns, turn, start),
    sentence: [text.slice(start, from), text.slice(from, to), text.slice(to, Math.max(to, end))],
  }
}
