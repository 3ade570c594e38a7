/** Names that many summaries, ratings and news items share, by number. */

import { companyName, Numbered } from './facet-values.ts'

/** Symbol and name of the company of documents. */
export interface DocumentCompany {
  readonly symbol: string | null
  readonly company: string | null
  /** Index into `DocumentNames.companies`. */
  readonly number: number
}

const none: DocumentCompany = { symbol: null, company: null, number: 0 }

/** Each name once. Numbers stay the same while documents are added and removed. */
export class DocumentNames {
  readonly companies = new Numbered()
  readonly years = new Numbered()
  readonly #calls: (string | null)[] = [null]
  readonly #numbersOfCalls = new Map<string, number>()
  readonly #written: DocumentCompany[] = []
  readonly #numbersOfWritten = new Map<string, number>()

  /** The call of a summary; 0: none. */
  numberOfCall(callId: string | null): number {
    if (callId === null) return 0
    const known = this.#numbersOfCalls.get(callId)
    if (known !== undefined) return known
    const number = this.#calls.push(callId) - 1
    this.#numbersOfCalls.set(callId, number)
    return number
  }

  /** Undefined: no document is of this call. */
  findCall(callId: string): number | undefined {
    return this.#numbersOfCalls.get(callId)
  }

  callAt(number: number): string | null {
    return this.#calls[number] ?? null
  }

  /** Symbol and name as a document has them. */
  numberOfCompany(symbol: string | null, company: string | null): number {
    const key = JSON.stringify([symbol, company])
    const known = this.#numbersOfWritten.get(key)
    if (known !== undefined) return known
    const number = this.companies.numberOf(companyName({ symbol, company }), company ?? symbol)
    const written = this.#written.push({ symbol, company, number }) - 1
    this.#numbersOfWritten.set(key, written)
    return written
  }

  companyAt(number: number): DocumentCompany {
    return this.#written[number] ?? none
  }
}
