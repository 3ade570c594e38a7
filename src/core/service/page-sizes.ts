/** Learns how many records per page the service accepts for each operation. */

import type { OperationName } from '#contract/service/operations.ts'
import { failureOf } from '../failure-error.ts'

/**
 * Records per request, the most first. The interface shows neither the largest page nor the response to a larger one: a service
 * may send fewer, or refuse the request.
 */
const sizes = [100, 50, 25, 10] as const
export const largestPage = sizes[0]

/** The sizes that a service accepted where it had refused a larger one. */
export type AcceptedPageSizes = { readonly [Operation in OperationName]?: number | undefined }

/** Page size by operation: learned from the service, and remembered for the workspace. */
export class PageSizes {
  readonly #remember: (accepted: AcceptedPageSizes) => void
  #accepted: AcceptedPageSizes
  /** Sizes that were accepted in this run: a request of such a size that is refused now is refused for another reason. */
  readonly #proven = new Map<OperationName, number>()

  constructor(accepted: AcceptedPageSizes = {}, remember: (accepted: AcceptedPageSizes) => void = () => undefined) {
    this.#accepted = accepted
    this.#remember = remember
  }

  of(operation: OperationName): number {
    return this.#accepted[operation] ?? largestPage
  }

  /** The service is another one now. */
  forget(): void {
    this.#accepted = {}
    this.#proven.clear()
  }

  /**
   * Does paged work with the size that is known to work. Where the service refuses the request, the work begins again with smaller
   * pages, since page 2 of another size holds other records. Throws the first refusal when no size is accepted.
   */
  async withAccepted<Result>(operation: OperationName, work: (pageSize: number) => Promise<Result>): Promise<Result> {
    const known = this.of(operation)
    let refusal: unknown
    for (const size of [known, ...sizes.filter((each) => each < known)]) {
      try {
        const result = await work(size)
        this.#prove(operation, size)
        return result
      } catch (error) {
        if (!isRefused(error)) throw error
        refusal ??= error
        if (this.#proven.get(operation) === size) break
      }
    }
    throw refusal
  }

  #prove(operation: OperationName, size: number): void {
    this.#proven.set(operation, size)
    if (size === this.of(operation)) return
    this.#accepted = { ...this.#accepted, [operation]: size }
    this.#remember(this.#accepted)
  }
}

/** A request that the service calls invalid, by RFC 9110 §15.5.1 and §15.5.21. */
function isRefused(error: unknown): boolean {
  const failure = failureOf(error)
  return failure?.kind === 'request-refused' && (failure.status === 400 || failure.status === 422)
}
