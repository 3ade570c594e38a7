/** The call comparison feature: finds the two calls in the library, compares them as the user corrected it, and remembers the last comparisons. */

import { setImmediate } from 'node:timers/promises'
import type { ApiInputs, ApiOutputs } from '#contract/api/api.ts'
import type { CallEntry, CallReading } from '#contract/api/calls.ts'
import { callSeries } from '../calls/call-series.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { fail } from '../failure-error.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import { compareCalls, toCallComparison, type ComparedCalls, type PairedSentences } from './compare-calls.ts'
import { placeInEarlierCall } from './place-in-earlier-call.ts'
import { readSplits, writeSplits } from './split-passages-store.ts'
import { hashesOf, SplitPassages } from './split-passages.ts'

type Inputs = ApiInputs['calls']
type Outputs = ApiOutputs['calls']

interface CallComparisonsDependencies {
  readonly library: Pick<LibraryContext, 'announce' | 'clock'>
  readonly desk: {
    readonly reader: Reader
    /** Null on a read-only profile. */
    readonly writer: Writer | null
  }
  readonly entry: (callId: string) => CallEntry | undefined
  /** Calls of a company that are stored or listed, latest first. */
  readonly callsOf: (symbol: string) => readonly CallEntry[]
  /** Equal for one version of a stored call with the same times; undefined: its transcript is not stored. Reads no turns. */
  readonly versionOf: (callId: string) => string | undefined
  /** The latest version of a stored call; undefined: its transcript is not stored. */
  readonly readCall: (callId: string) => CallReading | undefined
}

/** Comparisons that are remembered: those of a few open tabs. */
const mostKept = 4

interface KeptComparison {
  readonly compared: ComparedCalls
  readonly sentences: PairedSentences
}

export class CallComparisons {
  readonly #dependencies: CallComparisonsDependencies
  readonly #kept = new Map<string, KeptComparison>()

  constructor(dependencies: CallComparisonsDependencies) {
    this.#dependencies = dependencies
  }

  /** From the library alone. */
  async comparison({ symbol, later, earlier }: Inputs['comparison']): Promise<Outputs['comparison']> {
    const { entry } = this.#dependencies
    const laterEntry = (later === null ? this.#latestOf(symbol) : entry(later)) ?? null
    const earlierEntry = (earlier === null ? laterEntry && this.#previousOf(laterEntry) : entry(earlier)) ?? null
    const compared = laterEntry && earlierEntry && (await this.#compared(earlierEntry, laterEntry))
    return {
      earlier: earlierEntry,
      later: laterEntry,
      comparison: compared ? toCallComparison(compared.compared) : null,
    }
  }

  /** The passage of the previous call that a turn repeats, else the first one there on its topic; null: neither, or nothing is stored. */
  async previousPassage({ callId, turn }: Inputs['previousPassage']): Promise<Outputs['previousPassage']> {
    const later = this.#dependencies.entry(callId)
    const earlier = later && this.#previousStoredOf(later)
    const found = earlier && (await this.#compared(earlier, later))
    const place = found && placeInEarlierCall(found.compared, turn)
    return place ? { callId: earlier.callId, ...place } : null
  }

  /** Throws `read-only`, and `not-in-library` where the calls have no such pair. */
  async setSplit({ earlier, later, split }: Inputs['setPassagesSplit']): Promise<void> {
    const { library, desk } = this.#dependencies
    if (!desk.writer) fail({ kind: 'read-only' })
    const calls = { earlier: earlier.callId, later: later.callId }
    const found = await this.#compared({ callId: earlier.callId }, { callId: later.callId })
    const pairs = (found?.sentences[split ? 'pairs' : 'splits'] ?? []).filter(
      (pair) => isInside(pair.earlier, earlier) && isInside(pair.later, later),
    )
    if (pairs.length === 0) fail({ kind: 'not-in-library' })
    const hashes = pairs.map((pair) => hashesOf(pair.earlier, pair.later))
    writeSplits(desk.writer, calls, hashes, split, library.clock.now())
    library.announce({ kind: 'call', id: later.callId })
  }

  /** The latest earnings call whose transcript is stored, else the latest one. */
  #latestOf(symbol: string | null): CallEntry | undefined {
    const calls = symbol === null ? [] : this.#dependencies.callsOf(symbol)
    const earnings = calls.filter(({ quarter }) => quarter !== null)
    const stored = (list: readonly CallEntry[]) => list.find((call) => call.stored !== null)
    return stored(earnings) ?? stored(calls) ?? earnings[0] ?? calls[0]
  }

  #earlierThan(call: CallEntry): readonly CallEntry[] {
    if (call.symbol === null) return []
    const calls = this.#dependencies.callsOf(call.symbol)
    const at = calls.findIndex(({ callId }) => callId === call.callId)
    return at < 0 ? [] : callSeries(call, calls.slice(at + 1))
  }

  #previousOf(call: CallEntry): CallEntry | undefined {
    return this.#earlierThan(call)[0]
  }

  #previousStoredOf(call: CallEntry): CallEntry | undefined {
    return this.#earlierThan(call).find(({ stored }) => stored !== null)
  }

  async #compared(
    earlier: Pick<CallEntry, 'callId'>,
    later: Pick<CallEntry, 'callId'>,
  ): Promise<KeptComparison | null> {
    const { versionOf, desk } = this.#dependencies
    const [before, after] = [versionOf(earlier.callId), versionOf(later.callId)]
    if (before === undefined || after === undefined) return null
    const split = new SplitPassages(readSplits(desk.reader, { earlier: earlier.callId, later: later.callId }))
    const key = [before, after, split.version].join(', ')
    const found = this.#kept.get(key) ?? (await this.#compare(earlier.callId, later.callId, split))
    if (!found) return null
    this.#kept.delete(key)
    this.#kept.set(key, found)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= mostKept) break
      this.#kept.delete(oldest)
    }
    return found
  }

  async #compare(earlier: string, later: string, split: SplitPassages): Promise<KeptComparison | null> {
    const { readCall } = this.#dependencies
    const [before, after] = [readCall(earlier), readCall(later)]
    if (!before || !after || before.source === 'none' || after.source === 'none') return null
    return compareCalls(before, after, { split, pause: setImmediate })
  }
}

interface Place {
  readonly turn: number
  readonly from: number
  readonly to: number
}

function isInside(inner: Place, outer: Place): boolean {
  return inner.turn === outer.turn && inner.from >= outer.from && inner.to <= outer.to
}
