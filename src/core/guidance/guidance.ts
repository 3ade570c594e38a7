/** The guidance feature: what a company expected in its stored calls, and what it reported. */

import { setImmediate } from 'node:timers/promises'
import type { ApiInputs, ApiOutputs } from '#contract/api/api.ts'
import type { CallEntry, CallReading } from '#contract/api/calls.ts'
import type { GuidanceCell, GuidanceWords } from '#contract/api/guidance.ts'
import type { Reader } from '../database/reader-writer.ts'
import type { ReadMetric } from '../metrics/metrics.ts'
import type { SpokenFiguresOfCalls } from '../spoken-figures/spoken-figures.ts'
import { OwnMetricsNamed } from '../spoken-figures/own-metrics-named.ts'
import { StoredStatements } from '../spoken-figures/stored-statements.ts'
import { placeKey, readGuidance, type CallGuidance, type EarningsCall } from './call-guidance.ts'
import { firstReported } from './first-reported.ts'
import { guidanceRows, type GuidanceLine, type GuidingCall } from './guidance-rows.ts'
import { ownMetricGuidance } from './own-metric-guidance.ts'

type GuidanceTable = ApiOutputs['calls']['guidance']

interface GuidanceDependencies {
  readonly library: { readonly reader: Reader }
  readonly calls: {
    ofCompanies(symbols: readonly string[]): { readonly entry: CallEntry }[]
    latestVersion(callId: string): CallReading | undefined
    /** Equal as long as the latest version is the same, at the same times. */
    versionOfLatest(callId: string): string | undefined
  }
  /** Equal as long as the user's corrections of a call are the same. */
  readonly versionOfCorrections: (callId: string) => string
  readonly spokenFigures: Pick<SpokenFiguresOfCalls, 'claims' | 'corrected' | 'dismissedIn'>
  /** The user's own metrics, by field. */
  readonly ownMetrics: () => ReadonlyMap<string, ReadMetric>
}

/** Of one call, with the metrics that the user has now. */
interface ReadCall extends GuidingCall {
  readonly entry: EarningsCall
  readonly kept: CallGuidance
}

/** What a call says is kept for its words and times; metrics, wrong matches and what is reported are read each time. */
export class Guidance {
  readonly #dependencies: GuidanceDependencies
  readonly #kept = new Map<string, { readonly version: string; readonly guidance: CallGuidance | null }>()

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
    const rows = guidanceRows(read, {
      figure: (field, change, period) =>
        statements ? firstReported(statements, { field, change, period }, own.formulas) : null,
      splitBetween: (one, other) => statements?.splitBetween(one, other) ?? null,
    })
    return {
      calls: read.map(
        ({ kept: { form, hash, language }, entry: { callId, title, quarter, startedAt, recording } }) => ({
          callId,
          title,
          quarter,
          startedAt,
          recording,
          form,
          hash,
          language,
        }),
      ),
      rows: rows.map(({ fields: [field], cells, dismissed, ...row }) => ({
        ...row,
        field,
        dismissed: dismissed.map((places, at) =>
          places.flatMap((place) => read[at]?.kept.words.get(placeKey(place)) ?? []),
        ),
        cells: cells.map((cell, at) => cellWithWords(cell, read[at]?.kept.words ?? new Map())),
      })),
      callsToDownload: earnings.flatMap(({ callId, stored }) => (stored === null ? [callId] : [])),
      listed: entries.length,
    }
  }

  async #read(entry: EarningsCall, own: OwnMetricsNamed): Promise<ReadCall | undefined> {
    const kept = await this.#keptOf(entry)
    if (!kept) return undefined
    const isDismissed = this.#dependencies.spokenFigures.dismissedIn(entry.callId)
    const textOf = (turn: number) => kept.texts.get(turn) ?? ''
    const byMetric = ownMetricGuidance(kept.unnamed, own, textOf)
    const { withdrawn, mayWithdraw, changed, reaffirmed, isUnclear } = kept
    return {
      entry,
      kept,
      quarter: entry.quarter,
      stated: [...kept.stated, ...byMetric.stated],
      unclear: [...kept.unclear, ...byMetric.unclear],
      withdrawn,
      mayWithdraw,
      changed,
      reaffirmed,
      isUnclear,
      isDismissed: ({ turn, from, to }) => isDismissed(textOf(turn), from, to),
    }
  }

  /** Null: the call has no transcript that can be read. */
  async #keptOf(entry: EarningsCall): Promise<CallGuidance | null> {
    const { calls, spokenFigures, versionOfCorrections } = this.#dependencies
    const { callId, quarter, startedAt } = entry
    const version = JSON.stringify([
      calls.versionOfLatest(callId) ?? null,
      versionOfCorrections(callId),
      quarter,
      startedAt,
    ])
    const known = this.#kept.get(callId)
    if (known?.version === version) return known.guidance
    const received = calls.latestVersion(callId)
    const call = received && received.source !== 'none' ? spokenFigures.corrected(received) : undefined
    const guidance = call ? readGuidance(call, await spokenFigures.claims(call), entry) : null
    this.#kept.set(callId, { version, guidance })
    return guidance
  }
}

function cellWithWords(
  cell: GuidanceLine['cells'][number],
  words: ReadonlyMap<string, GuidanceWords>,
): GuidanceCell | null {
  if (cell?.is === 'withdrawn' || cell?.is === 'reaffirmed') {
    const passage = words.get(placeKey(cell.passage))
    return passage ? { ...cell, passage } : null
  }
  if (cell?.is !== 'stated') return cell
  const passages = cell.passages.flatMap((stated) => {
    const its = words.get(placeKey(stated))
    return its ? [{ ...its, value: stated.value }] : []
  })
  return { ...cell, passages }
}

function byTime(one: EarningsCall, other: EarningsCall): number {
  return (one.startedAt ?? 0) - (other.startedAt ?? 0)
}
