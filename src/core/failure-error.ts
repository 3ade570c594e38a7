/**
 * The error class for expected failures, which carry a `Failure` for the user; any other error is a
 * defect.
 */

import { sentenceOf, type Failure } from '#contract/failure.ts'

/** An expected failure on its way to the user. Anything else that is thrown is a defect. */
export class FailureError extends Error {
  override readonly name = 'FailureError'
  readonly failure: Failure

  constructor(failure: Failure) {
    super(sentenceOf(failure))
    this.failure = failure
  }
}

export function fail(failure: Failure): never {
  throw new FailureError(failure)
}

/** The failure that an error carries; undefined for a defect. */
export function failureOf(error: unknown): Failure | undefined {
  return error instanceof FailureError ? error.failure : undefined
}
