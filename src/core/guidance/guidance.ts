/** The guidance feature: what a company expected in its stored calls, and what it reported. */

import { setImmediate } from 'node:timers/promises'
import type { ApiInputs, ApiOutputs } from '#contract/api/api.ts'
import type { CallEntry, CallReading } from '#contract/api/calls.ts'
import type { GuidanceWords } from '#contract/api/guidance.ts'
import type { ReportedFigure } from '#contract/api/spoken-figures.ts'
import { secondAt, sentenceAround } from '#contract/api/turn-at-time.ts'
import type { Reader } from '../database/reader-writer.ts'
import type { Claim } from '../spoken-figures/claim.ts'
import type { SpokenFiguresOfCalls } from '../spoken-figures/spoken-figures.ts'
import type { CallQuarter } from '../spoken-figures/periods.ts'
import { isStored, StoredStatements } from '../spoken-figures/stored-statements.ts'
import { guidanceRows } from './guidance-rows.ts'
import { guidanceIn, type StatedGuidance } from './stated-guidance.ts'
import { withdrawnIn, type WithdrawnGuidance } from './withdrawn-guidance.ts'

type GuidanceTable = ApiOutputs['calls']['guidance']
type EarningsCall = CallEntry & { readonly quarter: CallQuarter }

interface GuidanceDependencies {
  readonly library: { readonly reader: Reader }
  readonly calls: {
    ofCompanies(symbols: readonly string[]): { readonly entry: CallEntry }[]
    latestVersion(callId: string): CallReading | undefined
  }
  readonly spokenFigures: Pick<SpokenFiguresOfCalls, 'claims' | 'corrected' | 'dismissedIn'>
}

/** Guidance with its words, as the user has not called it a wrong match. */
interface ReadCall {
  readonly entry: EarningsCall
  readonly stated: readonly StatedGuidance[]
  readonly withdrawn: readonly WithdrawnGuidance[]
  readonly words: ReadonlyMap<StatedGuidance | WithdrawnGuidance, GuidanceWords>
}

type CorrectedCall = ReturnType<SpokenFiguresOfCalls['corrected']>

/** What is stated in a call is kept by its words; what is reported is read each time. */
export class Guidance {
  readonly #dependencies: GuidanceDependencies
  readonly #stated = new Map<string, { readonly version: string; readonly stated: readonly StatedGuidance[] }>()

  constructor(dependencies: GuidanceDependencies) {
    this.#dependencies = dependencies
  }

  /** From the library alone. */
  async table({ symbol }: ApiInputs['calls']['guidance']): Promise<GuidanceTable> {
    const { library, calls } = this.#dependencies
    const entries = calls.ofCompanies([symbol]).map(({ entry }) => entry)
    const earnings = entries.filter((entry): entry is EarningsCall => entry.quarter !== null).toSorted(byTime)
    const read: ReadCall[] = []
    for (const entry of earnings) {
      if (entry.stored === null) continue
      const call = await this.#read(entry)
      if (call) read.push(call)
      await setImmediate()
    }
    const statements = StoredStatements.read(library.reader, symbol)
    const words = new Map(read.flatMap((call) => [...call.words]))
    const rows = guidanceRows(
      read.map(({ entry, stated, withdrawn }) => ({ quarter: entry.quarter, stated, withdrawn })),
      {
        figure: (field, change, period) => (statements ? reportedIn(statements, { field, change, period }) : null),
      },
    )
    return {
      calls: read.map(({ entry: { callId, title, quarter, startedAt, recording } }) => ({
        callId,
        title,
        quarter,
        startedAt,
        recording,
      })),
      rows: rows.map(({ fields: [field], cells, ...row }) => ({
        ...row,
        field,
        cells: cells.map((cell) => {
          if (cell?.is === 'withdrawn') {
            const passage = words.get(cell.passage)
            return passage ? { is: cell.is, passage } : null
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

  async #read(entry: EarningsCall): Promise<ReadCall | undefined> {
    const { spokenFigures, calls } = this.#dependencies
    const { callId } = entry
    const received = calls.latestVersion(callId)
    if (!received || received.source === 'none') return undefined
    const call = spokenFigures.corrected(received)
    const isDismissed = spokenFigures.dismissedIn(callId)
    const stated = (await this.#statedIn(call, entry)).filter(
      ({ turn, from, to }) => !isDismissed(call.turns.text[turn] ?? '', from, to),
    )
    const sides = call.speakers.map(({ side }) => side)
    const withdrawn = withdrawnIn({ turns: call.turns, sides, quarter: entry.quarter })
    const words = new Map([...stated, ...withdrawn].map((each) => [each, wordsOf(call, each)] as const))
    return { entry, stated, withdrawn, words }
  }

  async #statedIn(
    call: CorrectedCall,
    { callId, quarter, startedAt }: EarningsCall,
  ): Promise<readonly StatedGuidance[]> {
    const { version } = call
    const known = this.#stated.get(callId)
    if (known?.version === version) return known.stated
    const claims = await this.#dependencies.spokenFigures.claims(call)
    const sides = call.speakers.map(({ side }) => side)
    const stated = guidanceIn(claims, { turns: call.turns, sides, quarter, startedAt })
    this.#stated.set(callId, { version, stated })
    return stated
  }
}

function byTime(one: EarningsCall, other: EarningsCall): number {
  return (one.startedAt ?? 0) - (other.startedAt ?? 0)
}

function reportedIn(
  statements: StoredStatements,
  wanted: { readonly field: string; readonly change: Claim['change']; readonly period: CallQuarter },
): ReportedFigure | null {
  const value = statements.value(wanted)
  if (value === null) return null
  const { field, period } = wanted
  return {
    field,
    period,
    edition: statements.edition,
    value,
    origin: isStored(wanted) ? 'stored' : 'calculated',
  }
}

function wordsOf(
  { turns, speakers, language }: CallReading,
  { turn, from, to }: StatedGuidance | WithdrawnGuidance,
): GuidanceWords {
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
