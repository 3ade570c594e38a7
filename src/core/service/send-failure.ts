/** A failed attempt to send a request. */

import { FailureError } from '../failure-error.ts'

/** A failed attempt, with the pause that the service requested. */
export class SendFailure extends FailureError {
  /** Seconds. */
  readonly retryAfter: number | undefined

  constructor(failure: FailureError['failure'], retryAfter?: number) {
    super(failure)
    this.retryAfter = retryAfter
  }
}
