/** The requests of the securities search to the core. */

import type { ApiOutputs, ApiInputs } from '#contract/api/api.ts'
import type { SecuritiesParameters } from '#contract/service/securities.ts'
import type { Core } from '../core-client/client.ts'

export type FindResult = ApiOutputs['securities']['find']
export type FindRequest = ApiInputs['securities']['find']

/** The requests of the search to the core; each rejects with `RequestFailed`, or `AbortError` when cancelled. */
export interface SearchApi {
  find(request: FindRequest, signal: AbortSignal): Promise<FindResult>
  /** Fetches one more page of the service's results; resolves with its records once they are stored. */
  fetchPage(parameters: SecuritiesParameters, signal: AbortSignal): Promise<FetchedPage>
}

interface FetchedPage {
  readonly count: number
  /** Ids of the securities that have one. */
  readonly ids: readonly string[]
}

export function searchApiOf(core: Core): SearchApi {
  return {
    find: (request, signal) => core.securities.find(request, { signal }),
    fetchPage: async (parameters, signal) => {
      const { records } = await core.fetch.securities({ parameters, freshness: 'service' }, { signal })
      return { count: records.length, ids: records.flatMap(({ id }) => id ?? []) }
    },
  }
}
