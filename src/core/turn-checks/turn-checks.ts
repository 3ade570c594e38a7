/** The transcript check feature: the queue of unsure turns of all stored calls, and the user's confirmations and corrections. */

import { setImmediate } from 'node:timers/promises'
import type { ApiInputs, ApiOutputs } from '#contract/api/api.ts'
import { checksByTurn } from '#contract/api/checks-by-turn.ts'
import type { CheckedWords, PassageToCheck, TurnCheck } from '#contract/api/turn-checks.ts'
import { secondsOf, type SetTimes } from '../calls/transcript/segment-times.ts'
import { applyCorrections, callsToCorrect } from '../calls/turn-corrections.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { fail, failureOf } from '../failure-error.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import type { ReceivedItems, ReceivedPack } from '../received-items.ts'
import { checkReasons } from './check-reasons.ts'
import {
  countTurns,
  deleteCheck,
  getCheck,
  getChecks,
  getStoredCalls,
  getTurnText,
  getUnsureTurns,
  putCheck,
  getAllCorrections,
  getCorrections,
  type Correction,
} from './turn-checks-store.ts'

type Inputs = ApiInputs['turnChecks']
type Outputs = ApiOutputs['turnChecks']

interface TurnChecksDesk {
  readonly reader: Reader
  /** Null on a read-only profile. */
  readonly writer: Writer | null
}

type TurnChecksLibrary = Pick<LibraryContext, 'reader' | 'writer' | 'announce' | 'clock'>

interface TurnChecksOptions {
  /** The user's own unit and offset of the times of a call. */
  timesSetFor(callId: string): SetTimes | null
  author(): string
  /** The text of a turn becomes another one by a correction, or without it. Called within the transaction of the desk that stores this. */
  corrected(desk: Writer, callId: string, before: string, after: string): void
  /** The corrections of a stored call became others. Called within the transaction of the library that applies them. */
  applied(library: Writer, callId: string): void
}

/** A correction with the words of its turn. */
export type PackedCorrection = CheckedWords & Omit<Correction, 'pack'>

/** Calls whose turns one request reads at most, so that other requests get their turn. */
const callsAtOnce = 50

/** A check is kept by the words of its turn, so that it holds in another version of the call, and not once the words are others. */
export class TurnChecks {
  readonly #library: TurnChecksLibrary
  readonly #desk: TurnChecksDesk
  readonly #options: TurnChecksOptions

  constructor(library: TurnChecksLibrary, desk: TurnChecksDesk, options: TurnChecksOptions) {
    this.#library = library
    this.#desk = desk
    this.#options = options
  }

  /** Throws `not-in-library` when the call where the previous page ended is no longer stored. */
  list({ callId, symbols, state, after, limit }: Inputs['list']): Outputs['list'] {
    const calls = getStoredCalls(this.#library.reader, { callId, symbols })
    const first = after ? calls.findIndex((call) => call.callId === after.callId) : 0
    if (first < 0) fail({ kind: 'not-in-library' })
    const passages: PassageToCheck[] = []
    for (const { unit, ...call } of calls.slice(first, first + callsAtOnce)) {
      const times = this.#options.timesSetFor(call.callId)
      const from = call.callId === after?.callId ? after.turn : -1
      for (const { start, end, side, ...turn } of getUnsureTurns(this.#library.reader, call.callId, from)) {
        const reasons = checkReasons(turn.text, side)
        if (reasons.length === 0) continue
        const check = getCheck(this.#desk.reader, this.#wordsOf(call.callId, turn.turn, turn.text))
        if (check && state === 'open') continue
        passages.push({
          ...call,
          ...turn,
          reasons,
          start: secondsOf(start, times?.unit ?? unit, times?.offset),
          end: secondsOf(end, times?.unit ?? unit, times?.offset),
          check,
        })
        if (passages.length === limit) return { passages, next: { callId: call.callId, turn: turn.turn } }
      }
    }
    const following = calls[first + callsAtOnce]
    return { passages, next: following ? { callId: following.callId, turn: -1 } : null }
  }

  ofCall({ callId }: Inputs['ofCall']): Outputs['ofCall'] {
    return { checks: getChecks(this.#desk.reader, callId) }
  }

  /** The user's corrections of a text of a call, by turn. */
  correctionsOf(callId: string, texts: readonly string[]): ReadonlyMap<number, Correction> {
    return checksByTurn(texts, getCorrections(this.#desk.reader, callId))
  }

  /** Equal as long as the corrections of a call are the same. Reads no turns. */
  versionOfCorrections(callId: string): string {
    return JSON.stringify(getCorrections(this.#desk.reader, callId))
  }

  /**
   * The corrections of turns of some calls, as a pack that is made now has them: received ones too, with their author. None is dated
   * later, however the clock of this computer was set when it was written.
   */
  packed(callIds: readonly string[], now: number): PackedCorrection[] {
    return callIds.flatMap((callId) =>
      getCorrections(this.#desk.reader, callId).map(({ pack: _, at, ...correction }) => ({
        callId,
        ...correction,
        at: Math.min(at, now),
      })),
    )
  }

  /**
   * Adds corrections that came in a pack, as of that pack. A check of the same words that is there stays, unless it came in a pack of
   * the same name as well and its author corrected the turn again later. Full-text search has them after `applyAll`. Throws `read-only`.
   */
  receive(
    received: readonly PackedCorrection[],
    pack: ReceivedPack,
  ): ReceivedItems & { readonly callIds: ReadonlySet<string> } {
    const writer = this.#writer()
    let added = 0
    const conflicts: string[] = []
    const callIds = new Set<string>()
    for (const { callId, text, occurrence, ...correction } of received) {
      const words = { callId, text, occurrence }
      const check = { ...correction, author: correction.author === '' ? pack.author : correction.author, pack }
      const there = getCheck(writer, words)
      const differs = there !== null && there.correction !== check.correction
      if (differs) conflicts.push(conflictText(text, there, check))
      if (there && !isEarlier(there, check)) continue
      putCheck(writer, words, check)
      if (there && !differs) continue
      this.#options.corrected(writer, callId, there?.correction ?? text, check.correction)
      callIds.add(callId)
      if (!there) added += 1
    }
    return { added, conflicts, callIds }
  }

  /**
   * Makes full-text search use the corrections as they are now. Call this at the start, since a desk that was restored, or a library
   * that was replaced, has others than it last saw; and when a pack has brought some.
   */
  async applyAll(signal: AbortSignal): Promise<void> {
    const { writer } = this.#library
    if (!writer) return
    const callIds = callsToCorrect(writer, getAllCorrections(this.#desk.reader))
    for (const callId of callIds) {
      // Read again: the user may have corrected more of the call meanwhile.
      try {
        writer.transaction(() => this.#apply(writer, callId, getCorrections(this.#desk.reader, callId)))
      } catch (error) {
        // A pack may bring more words than a call can have; the corrections of other calls are found all the same.
        if (failureOf(error)?.kind !== 'too-large') throw error
      }
      await setImmediate()
      signal.throwIfAborted()
    }
    // Figures and guidance were read from the words as they were before.
    for (const id of callIds) this.#library.announce({ kind: 'call', id })
    if (callIds.length > 0) this.#library.announce({ kind: 'searches' })
  }

  /** Throws `read-only`, and `not-in-library` when the turn does not have this text. */
  save({ callId, turn, text, correction }: Inputs['save']): Outputs['save'] {
    const writer = this.#writer()
    if (getTurnText(this.#library.reader, callId, turn) !== text) fail({ kind: 'not-in-library' })
    const words = this.#wordsOf(callId, turn, text)
    const previous = getCheck(writer, words)
    const check = { correction, author: this.#options.author(), at: this.#library.clock.now() }
    this.#write(writer, words, () => putCheck(writer, words, check), [previous, check])
    this.#announce(callId, [check, previous])
    return { words, check, previous }
  }

  /** Throws `read-only`. */
  restore({ words, check }: Inputs['restore']): Outputs['restore'] {
    const writer = this.#writer()
    const previous = getCheck(writer, words)
    const put = () => (check ? putCheck(writer, words, check) : deleteCheck(writer, words))
    this.#write(writer, words, put, [previous, check])
    this.#announce(words.callId, [check, previous])
    return {}
  }

  outdated(): Outputs['outdated'] {
    const isLost = ({ callId, text, occurrence }: CheckedWords) =>
      countTurns(this.#library.reader, callId, text, null) <= occurrence
    const checks = getChecks(this.#desk.reader).filter(({ words }) => isLost(words))
    return {
      checks: checks.map(({ words, check }) => {
        const [call] = getStoredCalls(this.#library.reader, { callId: words.callId })
        const { symbol = null, title = null, startedAt = null, language = null } = call ?? {}
        return { words, check, symbol, title, startedAt, language }
      }),
    }
  }

  /** Both or neither: a check is not stored without the search finding its words. */
  #write(
    desk: Writer,
    { callId, text }: CheckedWords,
    put: () => void,
    [previous, check]: readonly [previous: TurnCheck | null, check: TurnCheck | null],
  ): void {
    const { writer: library } = this.#library
    desk.transaction(() => {
      put()
      this.#options.corrected(desk, callId, previous?.correction ?? text, check?.correction ?? text)
      if (!library || (previous?.correction ?? null) === (check?.correction ?? null)) return
      library.transaction(() => this.#apply(library, callId, getCorrections(desk, callId)))
    })
  }

  #apply(library: Writer, callId: string, corrections: readonly (Omit<CheckedWords, 'callId'> & Correction)[]): void {
    applyCorrections(library, callId, corrections)
    this.#options.applied(library, callId)
  }

  #wordsOf(callId: string, turn: number, text: string): CheckedWords {
    return { callId, text, occurrence: countTurns(this.#library.reader, callId, text, turn) }
  }

  /** Figures, guidance and full-text search use the corrected words, so that a correction is a change of the call. */
  #announce(callId: string, checks: readonly (TurnCheck | null)[]): void {
    this.#library.announce({ kind: 'notes', id: callId })
    if (checks.every((check) => (check?.correction ?? null) === null)) return
    this.#library.announce({ kind: 'call', id: callId })
    this.#library.announce({ kind: 'searches' })
  }

  #writer(): Writer {
    return this.#desk.writer ?? fail({ kind: 'read-only' })
  }
}

/** A correction that comes in a pack. */
type ReceivedCorrection = Correction & { readonly pack: ReceivedPack }

/**
 * Whether a check that is there came in a pack too, and the author of this correction wrote it. The name of an account, such as “admin”, may be
 * that of two people: their packs are signed with different names.
 */
function isOfSameAuthor(there: TurnCheck, { author, pack }: ReceivedCorrection): boolean {
  return there.author === author && there.pack?.author === pack.author
}

function isEarlier(there: TurnCheck, check: ReceivedCorrection): boolean {
  return isOfSameAuthor(there, check) && there.at < check.at
}

/** What the user reads where the check that is there says something else. */
function conflictText(text: string, there: TurnCheck, check: ReceivedCorrection): string {
  const { author } = check.pack
  const turn = `the turn “${shortened(text)}”`
  const theirs = `“${shortened(check.correction)}”`
  // The pack may be somebody else's, who received the correction too.
  const corrected = `${author}’s pack corrects ${turn} to ${theirs}.`
  if (there.correction === null) return `${corrected} You confirmed the turn, and it stays as it is.`
  const here = `“${shortened(there.correction)}”`
  if (isEarlier(there, check)) return `${author}’s pack corrects ${turn} again: ${theirs} replaces ${here}.`
  if (isOfSameAuthor(there, check)) return `${corrected} The later correction by the same author, ${here}, stays.`
  const whose = there.pack ? `The correction ${here} from ${there.pack.author}’s pack` : `Your correction ${here}`
  return `${corrected} ${whose} stays.`
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80).toWellFormed()}…` : text
}
