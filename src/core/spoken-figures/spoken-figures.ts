/** The spoken figures feature: finds the figures of stored calls and sets them beside the stored statements. */

import { setImmediate } from 'node:timers/promises'
import type { CallReading } from '#contract/api/calls.ts'
import type { ApiInputs } from '#contract/api/api.ts'
import type { SpokenFigures } from '#contract/api/spoken-figures.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { fail } from '../failure-error.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import { readDismissed, writeDismissed } from './dismissed-figures-store.ts'
import type { Claim } from './claim.ts'
import { claimsByTurn } from './find-claims.ts'
import { StoredStatements } from './stored-statements.ts'
import { verdictOn } from './verdicts.ts'

type Inputs = ApiInputs['calls']

interface SpokenFiguresDependencies {
  readonly library: Pick<LibraryContext, 'reader' | 'announce' | 'clock'>
  readonly desk: {
    readonly reader: Reader
    /** Null on a read-only profile. */
    readonly writer: Writer | null
  }
  /** A stored version of a call; undefined: it is not stored. */
  readonly readCall: (request: Inputs['figures']) => CallReading | undefined
}

const verbatim = { format: 'json', clean: false } as const

/** Calls whose claims are kept: the one that is read, and those beside it. */
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
    const { library, readCall } = this.#dependencies
    const call = readCall(request)
    if (!call || call.source === 'none') return null
    const { symbol, quarter } = call.entry
    const statements = symbol === null || quarter === null ? undefined : StoredStatements.read(library.reader, symbol)
    const isDismissed = this.dismissedIn(request.callId)
    const claims = await this.claims(call)
    const figures = claims.map((claim) => ({
      turn: claim.turn,
      from: claim.from,
      to: claim.to,
      value: claim.value,
      field: claim.fields[0] ?? null,
      label: claim.label,
      change: claim.change,
      period: claim.period,
      role: claim.role,
      verdict: verdictOn(claim, statements),
      dismissed: isDismissed(call.turns.text[claim.turn] ?? '', claim.from, claim.to),
    }))
    return { figures, quarter, statementsStoredAt: (quarter && statements?.period(quarter)?.lastSeenAt) ?? null }
  }

  /** Throws `read-only`, and `not-in-library` when the call has no such turn. */
  setDismissed({ callId, form = verbatim, hash, turn, from, to, dismissed }: Inputs['setFigureDismissed']): void {
    const { library, desk, readCall } = this.#dependencies
    if (!desk.writer) fail({ kind: 'read-only' })
    const text = readCall({ callId, form, hash })?.turns.text[turn]
    if (text === undefined) fail({ kind: 'not-in-library' })
    writeDismissed(desk.writer, { callId, text, from, to }, dismissed, library.clock.now())
    library.announce({ kind: 'call', id: callId })
  }

  /** Looks up the figures of a call whose match the user called wrong: by the text of the turn, and the characters that state it. */
  dismissedIn(callId: string): ReturnType<typeof readDismissed> {
    return readDismissed(this.#dependencies.desk.reader, callId)
  }

  /** What the figures of a stored version of a call claim. */
  async claims({ hash, recordId, entry, turns, speakers }: CallReading): Promise<readonly Claim[]> {
    const { quarter, company } = entry
    const key = `${recordId} ${hash} ${quarter?.quarter ?? ''} ${quarter?.year ?? ''}`
    const sides = speakers.map(({ side }) => side)
    const claims = this.#claims.get(key) ?? (await readInSlices(claimsByTurn(turns, sides, quarter, company)))
    this.#claims.delete(key)
    this.#claims.set(key, claims)
    for (const oldest of this.#claims.keys()) {
      if (this.#claims.size <= mostKept) break
      this.#claims.delete(oldest)
    }
    return claims
  }
}

/** Turns that are read before other requests get their turn: a few milliseconds. */
const turnsAtOnce = 50

async function readInSlices(byTurn: Iterable<readonly Claim[]>): Promise<Claim[]> {
  const claims: Claim[] = []
  let turns = 0
  for (const found of byTurn) {
    claims.push(...found)
    turns += 1
    if (turns % turnsAtOnce === 0) await setImmediate()
  }
  return claims
}
