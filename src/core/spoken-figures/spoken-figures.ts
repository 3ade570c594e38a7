/** The spoken figures feature: finds the figures of stored calls and sets them beside the stored statements. */

import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { CallReading } from '#contract/api/calls.ts'
import type { ApiInputs } from '#contract/api/api.ts'
import type { SpokenFigure, SpokenFigures } from '#contract/api/spoken-figures.ts'
import { isInEnglish } from '#contract/api/text-segments.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { fail } from '../failure-error.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import type { ReadMetric } from '../metrics/metrics.ts'
import { carryDismissed, readDismissed, writeDismissed } from './dismissed-figures-store.ts'
import { deleteClaims, getClaims } from './claims-store.ts'
import type { Claim } from './claim.ts'
import { claimsByTurn } from './find-claims.ts'
import { OwnMetricsNamed } from './own-metrics-named.ts'
import { StoredStatements } from './stored-statements.ts'
import { verdictByOwnMetric, verdictOn } from './verdicts.ts'

type Inputs = ApiInputs['calls']

interface SpokenFiguresDependencies {
  readonly library: Pick<LibraryContext, 'reader' | 'announce' | 'clock'>
  readonly desk: {
    readonly reader: Reader
    /** Null on a read-only profile. */
    readonly writer: Writer | null
  }
  /** The user's own metrics, by field. */
  readonly ownMetrics: () => ReadonlyMap<string, ReadMetric>
  /** A stored version of a call; undefined: it is not stored. */
  readonly readCall: (request: Inputs['figures']) => CallReading | undefined
  /** The user's corrections of the texts of a call, by turn. */
  readonly correctionsOf: (
    callId: string,
    texts: readonly string[],
  ) => ReadonlyMap<number, { readonly correction: string }>
}

/** A call with the user's corrections in place of the words received. */
interface CorrectedCall extends CallReading {
  readonly corrections: readonly { readonly turn: number; readonly text: string }[]
  /** Names this state of the words: a new version of the call and another correction have another name. */
  readonly version: string
}

const verbatim = { format: 'json', clean: false } as const

/** Calls whose claims are cached: the one being read, and its neighbors. */
const mostKept = 8

/** What is spoken is kept by the content of the call; what is stored is read each time, so that it is never out of date. */
export class SpokenFiguresOfCalls {
  readonly #dependencies: SpokenFiguresDependencies
  readonly #claims = new Map<string, readonly Claim[]>()

  constructor(dependencies: SpokenFiguresDependencies) {
    this.#dependencies = dependencies
  }

  /** From the library alone; null: the call has no stored transcript. */
  async figures(request: Inputs['figures']): Promise<SpokenFigures | null> {
    const { library, readCall, ownMetrics } = this.#dependencies
    const received = readCall(request)
    if (!received || received.source === 'none') return null
    const call = this.corrected(received)
    const { symbol, quarter } = call.entry
    const statements = symbol === null || quarter === null ? undefined : StoredStatements.read(library.reader, symbol)
    const isDismissed = this.dismissedIn(request.callId)
    const claims = await this.claims(call)
    const own = new OwnMetricsNamed(ownMetrics())
    const figures = claims.map((claim) => ({
      turn: claim.turn,
      from: claim.from,
      to: claim.to,
      value: claim.value,
      change: claim.change,
      period: claim.period,
      role: claim.role,
      ...measured(claim, statements, own, call.turns.text[claim.turn] ?? ''),
      dismissed: isDismissed(call.turns.text[claim.turn] ?? '', claim.from, claim.to),
    }))
    const statementsStoredAt = (quarter && statements?.period(quarter)?.lastSeenAt) ?? null
    return { figures, corrections: [...call.corrections], quarter, statementsStoredAt }
  }

  /** Throws `read-only`, and `not-in-library` when the call has no such turn. */
  setDismissed({ callId, form = verbatim, hash, turn, from, to, dismissed }: Inputs['setFigureDismissed']): void {
    const { library, desk, readCall } = this.#dependencies
    if (!desk.writer) fail({ kind: 'read-only' })
    const received = readCall({ callId, form, hash })
    const text = received && this.corrected(received).turns.text[turn]
    if (text === undefined) fail({ kind: 'not-in-library' })
    writeDismissed(desk.writer, { callId, text, from, to }, dismissed, library.clock.now())
    library.announce({ kind: 'call', id: callId })
  }

  /** Looks up the figures of a call whose match the user called wrong: by the text of the turn, and the characters that state it. */
  dismissedIn(callId: string): ReturnType<typeof readDismissed> {
    return readDismissed(this.#dependencies.desk.reader, callId)
  }

  /** Keeps what the user called wrong in a turn that is corrected. `desk`: the writer of the transaction that stores the correction. */
  carryDismissed(desk: Writer, callId: string, before: string, after: string): void {
    carryDismissed(desk, callId, before, after)
  }

  /** What was read of a call is out of date when its corrections are others. `library`: the writer of the transaction that applies them. */
  forget(library: Writer, callId: string): void {
    deleteClaims(library, callId)
  }

  /** A stored version of a call as the user corrected it. */
  corrected(call: CallReading): CorrectedCall {
    const { hash, recordId, entry, turns } = call
    const found = this.#dependencies.correctionsOf(entry.callId, turns.text)
    const version = `${recordId} ${hash} ${entry.quarter?.quarter ?? ''} ${entry.quarter?.year ?? ''}`
    if (found.size === 0) return { ...call, corrections: [], version }
    const corrections = [...found].map(([turn, { correction }]) => ({ turn, text: correction }))
    const text = turns.text.map((received, turn) => found.get(turn)?.correction ?? received)
    const words = createHash('sha256').update(JSON.stringify(corrections)).digest('hex')
    return { ...call, turns: { ...turns, text }, corrections, version: `${version} ${words}` }
  }

  /** What the figures of a call claim: as they were found before, else they are found now. */
  async claims(call: CorrectedCall): Promise<readonly Claim[]> {
    const key = call.version
    const stored = () => getClaims(this.#dependencies.library.reader, call.entry.callId, key)
    const claims = this.#claims.get(key) ?? stored() ?? (await this.read(call))
    this.#claims.delete(key)
    this.#claims.set(key, claims)
    for (const oldest of this.#claims.keys()) {
      if (this.#claims.size <= mostKept) break
      this.#claims.delete(oldest)
    }
    return claims
  }

  /**
   * Finds what the figures of a call claim, in slices between which other requests are served. The rules are of English words and numbers:
   * "1,5 Milliarden" would be read as another amount, so that nothing is found in another language.
   * @param pause between two slices; false: it ends early
   */
  async read(call: CorrectedCall, pause: () => Promise<boolean> = () => setImmediate(true)): Promise<readonly Claim[]> {
    if (!isInEnglish(call)) return []
    const { entry, turns, speakers } = call
    const sides = speakers.map(({ side }) => side)
    return readInSlices(claimsByTurn(turns, sides, entry.quarter, entry.company), pause)
  }
}

/** What a figure measures, and whether it agrees: a line of the statements, else an own metric of the user that its words name. */
function measured(
  claim: Claim,
  statements: StoredStatements | undefined,
  own: OwnMetricsNamed,
  text: string,
): Pick<SpokenFigure, 'field' | 'label' | 'verdict'> {
  const verdict = verdictOn(claim, statements)
  const asLine = { field: claim.fields[0] ?? null, label: claim.label, verdict }
  const metric = own.of(claim, verdict, text)
  if (!metric || !statements || !claim.period) return asLine
  const { field, name: label } = metric
  const calculated = statements.ownMetric(field, own.formulas, claim.period)
  const byMetric = verdictByOwnMetric(claim, claim.period, field, statements, calculated)
  return byMetric ? { field, label, verdict: byMetric } : asLine
}

/** For so long a transcript is read before other requests get their turn. */
const millisecondsAtOnce = 8

async function readInSlices(byTurn: Iterable<readonly Claim[]>, pause: () => Promise<boolean>): Promise<Claim[]> {
  const claims: Claim[] = []
  let began = performance.now()
  for (const found of byTurn) {
    claims.push(...found)
    if (performance.now() - began < millisecondsAtOnce) continue
    if (!(await pause())) break
    began = performance.now()
  }
  return claims
}
