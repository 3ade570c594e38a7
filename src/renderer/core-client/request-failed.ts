/** The errors that a request to the core rejects with, and the failure that is shown for each. */

import { ORPCError } from '@orpc/client'
import { failures, type Failure, type FailureKind } from '#contract/failure.ts'

/** What every request to the core rejects with, unless it was aborted: one of the closed list. */
export class RequestFailed extends Error {
  readonly failure: Failure

  constructor(failure: Failure, cause?: unknown) {
    super(failure.kind, { cause })
    this.name = 'RequestFailed'
    this.failure = failure
  }
}

/** The connection to the core was lost before the response arrived. */
export class ConnectionLost extends Error {
  constructor() {
    super('the connection to the core was lost')
    this.name = 'ConnectionLost'
  }
}

/**
 * The one place where an error becomes what the user may read. Null when there is nothing to report: the request was aborted. An
 * undeclared error is a defect, which the core has logged in full; the window only knows that it happened.
 */
export function failureToShow(error: unknown): Failure | null {
  if (error instanceof RequestFailed) return error.failure
  if (error instanceof ConnectionLost) return { kind: 'core-stopped' }
  if (error instanceof ORPCError && isFailure(error.data)) return error.data
  if (error instanceof Error && error.name === 'AbortError') return null
  if (hasFailure(error)) return error.failure
  return { kind: 'defect' }
}

function isKind(value: unknown): value is FailureKind {
  return typeof value === 'string' && Object.hasOwn(failures, value)
}

function isFailure(value: unknown): value is Failure {
  return typeof value === 'object' && value !== null && 'kind' in value && isKind(value.kind)
}

function hasFailure(value: unknown): value is { readonly failure: Failure } {
  return typeof value === 'object' && value !== null && 'failure' in value && isFailure(value.failure)
}
