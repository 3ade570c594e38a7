/** Reads when and with which request stored records were received. */

import { createHash } from 'node:crypto'
import type { RecordsSource } from '#contract/api/provenance.ts'
import type { Reader } from '../database/reader-writer.ts'
import { getOrigins, getResponse, requestParameters } from './ledger-store.ts'

/**
 * The origin of some records, as known at a moment (ms since 1970; null: now): the latest of their responses. Null when none of
 * them was stored then.
 */
export function recordsSource(db: Reader, recordIds: readonly number[], asOf: number | null): RecordsSource | null {
  const origins = getOrigins(db, recordIds, asOf)
  const responses = [...new Set(origins.map(({ responseId }) => responseId))].flatMap((id) => getResponse(db, id) ?? [])
  const latest = responses.toSorted((one, other) => other.fetchedAt - one.fetchedAt)[0]
  if (!latest) return null
  return {
    records: origins.length,
    responses: responses.length,
    request: {
      operation: latest.operation,
      path: latest.path,
      parameters: requestParameters(latest),
    },
    fetchedAt: latest.fetchedAt,
    hash: hashOf(origins.map(({ hash }) => hash)),
  }
}

function hashOf(hashes: readonly Buffer[]): string {
  const [only] = hashes
  if (only && hashes.length === 1) return only.toString('hex')
  const digest = createHash('sha256')
  for (const hash of hashes) digest.update(hash)
  return digest.digest('hex')
}
