/** Reads when and with which request stored records were received. */

import { createHash } from 'node:crypto'
import type { PackSource, RecordsSource } from '#contract/api/provenance.ts'
import type { Reader } from '../database/reader-writer.ts'
import { getOrigins, getPackOf, getResponse, hasPacks, requestParameters } from './ledger-store.ts'

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
    packs: packsOf(
      db,
      origins.map(({ responseId }) => responseId),
    ),
    hash: hashOf(origins.map(({ hash }) => hash)),
  }
}

/** The pack in which one record, as known at a moment, came; null: it came from the service. */
export function packOfRecord(db: Reader, recordId: number, asOf: number | null): PackSource | null {
  const [origin] = getOrigins(db, [recordId], asOf)
  return (origin && getPackOf(db, origin.responseId)) ?? null
}

/** The same of many records, in their order. */
export function packsOfRecords(
  db: Reader,
  records: readonly { readonly recordId: number; readonly at: number | null }[],
): (PackSource | null)[] {
  if (!hasPacks(db)) return records.map(() => null)
  return records.map(({ recordId, at }) => packOfRecord(db, recordId, at))
}

/** `responseIds`: of each record. */
function packsOf(db: Reader, responseIds: readonly number[]): RecordsSource['packs'] {
  const packOf = new Map([...new Set(responseIds)].map((id) => [id, getPackOf(db, id)]))
  const packs = new Map<string, RecordsSource['packs'][number]>()
  for (const id of responseIds) {
    const pack = packOf.get(id)
    if (!pack) continue
    const name = JSON.stringify(pack)
    packs.set(name, { ...pack, records: (packs.get(name)?.records ?? 0) + 1 })
  }
  return [...packs.values()]
}

function hashOf(hashes: readonly Buffer[]): string {
  const [only] = hashes
  if (only && hashes.length === 1) return only.toString('hex')
  const digest = createHash('sha256')
  for (const hash of hashes) digest.update(hash)
  return digest.digest('hex')
}
