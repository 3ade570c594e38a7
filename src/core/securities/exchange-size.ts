/** Estimates the cost of downloading all securities of an exchange. */

import type { ApiInputs, ApiOutputs } from '#contract/api/api.ts'
import { requestAndStore } from '../ledger/request-and-store.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import { storedFactor } from '../sync/size-estimates.ts'
import { rowOf, securitiesResource } from './resource.ts'

/**
 * How many securities the service has for one exchange, and the cost of downloading them all: from one request, whose page tells
 * how many records a page has. Throws the service's failure.
 */
export async function measureExchange(
  library: LibraryContext,
  { mic }: ApiInputs['securities']['measureExchange'],
  signal: AbortSignal,
): Promise<ApiOutputs['securities']['measureExchange']> {
  const { response, recorded } = await requestAndStore(library, securitiesResource, {
    parameters: { query: mic, type: 'exchange_info.mic_code', page: 1 },
    signal,
  })
  if (recorded && recorded.added + recorded.changed > 0) library.announce({ kind: 'securities' })
  const records = response.records.flatMap(({ record }) => (record === null ? [] : [record]))
  const securities = Math.max(response.extent.hits ?? 0, response.records.length)
  const received = records.reduce((bytes, record) => bytes + Buffer.byteLength(JSON.stringify(record)), 0)
  const bytesEach = records.length === 0 ? 0 : (received / records.length) * storedFactor
  const [first] = records
  return {
    mic,
    name: first?.id ? rowOf(first.id, first).exchange : null,
    securities,
    requests: securities === 0 ? 0 : Math.ceil(securities / Math.max(1, response.records.length)),
    bytes: Math.round(securities * bytesEach),
  }
}
