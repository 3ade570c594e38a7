/** Downloads all securities of one exchange, so that its companies are found by name without a network. */

import type { SecuritiesParameters } from '#contract/service/securities.ts'
import { canonicalJson } from '../canonical-json.ts'
import { requestAndStore } from '../ledger/request-and-store.ts'
import { getLatestResponse, getResponseRecords } from '../ledger/ledger-store.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import { securitiesResource } from './resource.ts'
import { countOfExchange } from './securities-store.ts'

/** Pages of one exchange that are requested at most: a service that repeats a page under every number must not keep us for ever. */
const mostPages = 2_000

/**
 * Fetches every security of one exchange, page by page, in the background, so that its companies are found by name. Pages that came
 * since `startedAt` (ms UTC) are not requested again: a download that was interrupted continues. Gives how many records are new or
 * changed. Throws the failure of the service.
 */
export async function downloadExchange(
  library: LibraryContext,
  { mic, startedAt }: { readonly mic: string; readonly startedAt: number },
  signal: AbortSignal,
): Promise<{ readonly changed: number; readonly stored: number }> {
  let changed = 0
  let received = 0
  const seen = new Set<string>()
  for (let page = 1; page <= mostPages; page += 1) {
    const parameters: SecuritiesParameters = { query: mic, type: 'exchange_info.mic_code', page }
    const earlier = getLatestResponse(library.reader, 'securities', canonicalJson(parameters))
    if (earlier !== undefined && earlier.fetchedAt >= startedAt && earlier.hits !== null) {
      received += getResponseRecords(library.reader, earlier.id).length
      if (received >= earlier.hits) break
      continue
    }
    const { response, recorded } = await requestAndStore(library, securitiesResource, {
      parameters,
      signal,
      urgency: 'background',
    })
    changed += (recorded?.added ?? 0) + (recorded?.changed ?? 0)
    received += response.records.length
    const known = seen.size
    for (const { record } of response.records) if (record?.id) seen.add(record.id)
    const isRepeated = seen.size === known
    if (response.records.length === 0 || isRepeated || received >= (response.extent.hits ?? Infinity)) break
  }
  return { changed, stored: countOfExchange(library.reader, mic) }
}
