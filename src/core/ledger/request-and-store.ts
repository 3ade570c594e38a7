/**
 * Sends a request to the service and stores the response. On a full disk or a read-only profile the
 * response is returned without being stored.
 */

import { setImmediate } from 'node:timers/promises'
import type { Failure } from '#contract/failure.ts'
import type { OperationName, ParametersOf } from '#contract/service/operations.ts'
import { fail, failureOf } from '../failure-error.ts'
import type { Urgency } from '../service/rate-limited-queue.ts'
import type { ValidatedResponse } from '../service/response-validation.ts'
import type { LibraryContext } from './library-context.ts'
import type { ResourceType } from './resource-type.ts'
import { storeResponse, type StoredRecords } from './store-response.ts'

export interface ServiceRequest<Name extends OperationName> {
  readonly parameters: ParametersOf<Name>
  readonly signal: AbortSignal
  readonly urgency?: Urgency
}

export interface StoredResponse<Name extends OperationName> {
  readonly response: ValidatedResponse<Name>
  /** Null when it could not be stored: on a read-only profile, or for the reason in `storeFailure`. */
  readonly recorded: StoredRecords | null
  readonly storeFailure: Failure | null
}

/**
 * Shared by the fetchers and by features that page through a whole list. A full disk costs
 * the storing, not the response: reading continues.
 */
export async function requestAndStore<Name extends OperationName>(
  library: LibraryContext,
  resource: ResourceType<Name>,
  request: ServiceRequest<Name>,
): Promise<StoredResponse<Name>> {
  const { parameters, urgency = 'user', signal } = request
  const response = await library.client.request(resource.operation, parameters, urgency, signal)
  // The next request goes out, and the core responds to whoever waits meanwhile, before storing keeps the thread.
  await setImmediate()
  if (urgency === 'background' && signal.aborted) fail({ kind: 'cancelled' })
  try {
    return {
      response,
      recorded: library.writer && storeResponse(library.writer, response, resource),
      storeFailure: null,
    }
  } catch (error) {
    const storeFailure = failureOrThrow(error)
    if (storeFailure.kind !== 'disk-full') throw error
    library.notice(storeFailure)
    return { response, recorded: null, storeFailure }
  }
}

/** For a caller that shows the old copy with the failure. */
export function failureOrThrow(error: unknown): Failure {
  const failure = failureOf(error)
  if (!failure) throw error
  return failure
}
