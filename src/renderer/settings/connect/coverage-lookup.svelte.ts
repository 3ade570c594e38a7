/**
 * Looks up the lines of a pasted coverage in the library and at the service, and the size of
 * exchanges.
 */

import { SvelteMap, SvelteSet } from 'svelte/reactivity'
import type { ApiOutputs } from '#contract/api/api.ts'
import type { ResolvedCompany } from '#contract/api/watchlists.ts'
import type { Failure } from '#contract/failure.ts'
import type { After } from '../../core-client/timeout.ts'
import { failureToShow } from '../../core-client/request-failed.ts'
import { lookUp } from '../../app/look-up-companies.ts'

/** Milliseconds without typing before the lines are looked up: an unfinished text is not a company yet. */
const quietTime = 700
/** Lines that a page looks up automatically, each with a request, and those of one click. */
export const mostLookedUp = 100
/** Exchanges of the recognized companies that are measured without being named. */
const mostMeasured = 6

type ExchangeSize = ApiOutputs['securities']['measureExchange']

/** An exchange that may be loaded: measured, being measured (both null), or failed. */
interface MeasuredExchange {
  readonly mic: string
  readonly size: ExchangeSize | null
  readonly failure: Failure | null
}

interface CoverageLookupDependencies {
  /** Looks a text up at the service, and reads from the library what was found; returns the failure of its request, or null. */
  readonly find: (text: string) => Promise<Failure | null>
  readonly measure: (mic: string) => Promise<ExchangeSize>
  /** Why the service is not sent anything now; null: it is. */
  readonly offlineReason: () => string | null
  readonly after: After
  readonly fail: (error: unknown) => void
}

export function isMistyped({ interpretedAs }: Pick<ResolvedCompany, 'interpretedAs'>): boolean {
  return interpretedAs.endsWith('invalid check digit')
}

/** The requests for a pasted coverage: each line that the library does not know, and the size of each exchange. */
export class CoverageLookup {
  readonly #dependencies: CoverageLookupDependencies
  readonly #checked = new SvelteSet<string>()
  readonly #exchanges = new SvelteMap<string, MeasuredExchange>()
  #progress = $state.raw<{ readonly of: number; readonly done: number } | null>(null)
  #failure = $state.raw<Failure | null>(null)
  /** How many lines may still be looked up automatically. */
  #automaticLeft = mostLookedUp
  #cancel = () => {}
  #closed = false

  constructor(dependencies: CoverageLookupDependencies) {
    this.#dependencies = dependencies
  }

  /** Null: no lookup is running. */
  get progress(): { readonly of: number; readonly done: number } | null {
    return this.#progress
  }

  /** Why the last lookup did not reach every line. */
  get failure(): Failure | null {
    return this.#failure
  }

  get exchanges(): readonly MeasuredExchange[] {
    return [...this.#exchanges.values()]
  }

  /** The service has responded to this text. */
  isChecked(text: string): boolean {
    return this.#checked.has(text)
  }

  /** Texts that can be requested from the service, which has no search by name. */
  open(companies: readonly ResolvedCompany[]): readonly string[] {
    return companies.flatMap((each) =>
      each.security === null && each.interpretedAs !== 'name' && !isMistyped(each) && !this.#checked.has(each.text)
        ? each.text
        : [],
    )
  }

  /** After a pause in typing, looks up the lines unknown to the library, and finds the sizes of the exchanges of the known ones. */
  consider(companies: readonly ResolvedCompany[]): void {
    this.#cancel()
    this.#cancel = this.#dependencies.after(quietTime, () => {
      if (this.#closed || this.#dependencies.offlineReason() !== null) return
      // After a failure the user decides when to try again.
      if (this.#progress === null && this.#failure === null) this.#lookUpAutomatically(companies)
      const mics = new Set(companies.flatMap(({ security }) => security?.mic ?? []))
      for (const mic of [...mics].slice(0, mostMeasured)) void this.measure(mic)
    })
  }

  /** What the page finds is considered again: without a limit of all together, one batch would follow the other. */
  #lookUpAutomatically(companies: readonly ResolvedCompany[]): void {
    const texts = this.open(companies).slice(0, this.#automaticLeft)
    this.#automaticLeft -= texts.length
    void this.#lookUp(texts)
  }

  /** The next lines that were not looked up. Never rejects. */
  lookUp(companies: readonly ResolvedCompany[]): Promise<void> {
    return this.#lookUp(this.open(companies).slice(0, mostLookedUp))
  }

  async #lookUp(texts: readonly string[]): Promise<void> {
    if (texts.length === 0) return
    this.#failure = null
    this.#progress = { of: texts.length, done: 0 }
    try {
      const { failure } = await lookUp(texts, this.#dependencies.find, (done, found) => {
        this.#progress = { of: texts.length, done }
        for (const text of found) this.#checked.add(text)
      })
      this.#failure = failure
    } catch (error) {
      if (!this.#closed) this.#dependencies.fail(error)
    } finally {
      this.#progress = null
    }
  }

  /** Once each, and again after a failure. Never rejects. */
  async measure(mic: string): Promise<void> {
    const known = this.#exchanges.get(mic)
    if (known && known.failure === null) return
    this.#exchanges.set(mic, { mic, size: null, failure: null })
    try {
      this.#exchanges.set(mic, { mic, size: await this.#dependencies.measure(mic), failure: null })
    } catch (error) {
      const failure = failureToShow(error)
      if (failure === null) this.#exchanges.delete(mic)
      else this.#exchanges.set(mic, { mic, size: null, failure })
    }
  }

  close(): void {
    this.#closed = true
    this.#cancel()
  }
}
