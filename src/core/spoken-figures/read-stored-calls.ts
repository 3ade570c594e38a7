/** Finds the figures of all stored calls behind the user's work, so that a call, a guidance table or a brief need not wait for it. */

import type { CallReading } from '#contract/api/calls.ts'
import type { Writer } from '../database/reader-writer.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import { failureOf } from '../failure-error.ts'
import type { UserLookups } from '../user-lookups.ts'
import { getUnreadCalls, putClaims, type UnreadCall } from './claims-store.ts'
import type { SpokenFiguresOfCalls } from './spoken-figures.ts'

interface StoredCallReaderDependencies {
  readonly library: Pick<LibraryContext, 'reader' | 'writer' | 'inBackground'>
  readonly lookups: Pick<UserLookups, 'ended'>
  readonly spokenFigures: Pick<SpokenFiguresOfCalls, 'corrected' | 'read'>
  /** The latest version of a stored call; undefined: it cannot be read. */
  readonly latestVersion: (callId: string) => CallReading | undefined
  /** Reports why a call could not be read, which is a defect. */
  readonly failed: (error: unknown) => void
}

/** Each call is stored when it was read, so that after a restart only the others are. */
export class StoredCallReader {
  readonly #dependencies: StoredCallReaderDependencies
  #isRunning = false
  /** Versions of calls whose reading was a defect: they are read again after a restart. */
  readonly #failed = new Set<string>()
  /** More was stored meanwhile. */
  #isDue = false

  constructor(dependencies: StoredCallReaderDependencies) {
    this.#dependencies = dependencies
  }

  /** Call this at the start, and when calls were stored. On a read-only profile nothing is read ahead. */
  advance(): void {
    const { library } = this.#dependencies
    this.#isDue = true
    if (this.#isRunning || !library.writer) return
    this.#isRunning = true
    library.inBackground(async (signal) => {
      try {
        while (this.#isDue && !signal.aborted) await this.#readAll(signal)
      } finally {
        this.#isRunning = false
      }
    })
  }

  async #readAll(signal: AbortSignal): Promise<void> {
    const { library, lookups } = this.#dependencies
    this.#isDue = false
    await lookups.ended(signal)
    if (signal.aborted || !library.writer) return
    for (const unread of getUnreadCalls(library.reader)) {
      const version = `${unread.callId} ${unread.storedAt}`
      if (this.#failed.has(version)) continue
      try {
        await this.#read(library.writer, unread, signal)
      } catch (error) {
        // A full disk, for one, is the same for all calls.
        if (failureOf(error)) throw error
        this.#failed.add(version)
        this.#dependencies.failed(error)
      }
      await lookups.ended(signal)
      if (signal.aborted) return
    }
  }

  async #read(writer: Writer, { callId, storedAt }: UnreadCall, signal: AbortSignal): Promise<void> {
    const { lookups, spokenFigures } = this.#dependencies
    const pause = async () => {
      await lookups.ended(signal)
      return !signal.aborted
    }
    const call = this.#readCall(callId)
    const claims = call ? await spokenFigures.read(call, pause) : []
    // A turn that was corrected meanwhile has other figures: the call is read again.
    if (signal.aborted || (this.#isDue && this.#readCall(callId)?.version !== call?.version)) return
    putClaims(writer, { callId, storedAt, version: call?.version ?? null, claims })
  }

  /** One that cannot be read is passed over: opening it says why. */
  #readCall(callId: string): ReturnType<SpokenFiguresOfCalls['corrected']> | undefined {
    const { latestVersion, spokenFigures } = this.#dependencies
    try {
      const received = latestVersion(callId)
      return received && spokenFigures.corrected(received)
    } catch (error) {
      if (failureOf(error)) return undefined
      throw error
    }
  }
}
