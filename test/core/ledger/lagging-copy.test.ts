import { join } from 'node:path'
import { expect, test } from 'vitest'
import { libraryDatabase } from '#core/database/library-schema.ts'
import { openDatabase } from '#core/database/open-database.ts'
import { figuresIn } from '#core/fundamentals/tie-outs.ts'
import { readSeries } from '#core/fundamentals/company-series.ts'
import { enhancedResource } from '#core/fundamentals/resources.ts'
import { getRevisions } from '#core/ledger/ledger-store.ts'
import { storeResponse } from '#core/ledger/store-response.ts'
import { validateResponse } from '#core/service/response-validation.ts'
import { ownFolder } from '../folders.ts'
import { enhanced, paged } from '../records.ts'

const asked = { operation: 'Enhanced fundamentals', host: 'service' }

function answered(revenue: number, updatedAt: string | undefined, fetchedAt: number) {
  const record = enhanced({ symbol: 'ACME' }, { Revenue: revenue, ...(updatedAt ? { updated_at: updatedAt } : {}) })
  const body = Buffer.from(JSON.stringify(paged([record])))
  const sent = { body, contentType: 'application/json' }
  return validateResponse(
    'fundamentals.enhanced',
    { symbol: 'ACME' },
    { path: '/', parameters: {} },
    sent,
    fetchedAt,
    asked,
  )
}

function library() {
  const { reader, writer } = openDatabase(join(ownFolder(), 'library.db'), libraryDatabase)
  if (!writer) throw new Error('the folder is read-only')
  return {
    reader,
    store: (...what: Parameters<typeof answered>) => storeResponse(writer, answered(...what), enhancedResource),
  }
}

test('a copy that lags behind does not undo a restatement', () => {
  const { reader, store } = library()
  store(1301, '2026-08-08T06:15:00Z', 1000)
  store(1296, '2026-10-20T17:04:51Z', 2000)
  store(1301, '2026-08-08T06:15:00Z', 3000)
  const [period] = readSeries(reader, 'ACME', 'enhanced', null)?.periods ?? []
  expect(figuresIn(period?.figures ?? new Float64Array())('Revenue')).toBe(1296)
  expect(getRevisions(reader, period?.recordId ?? 0).map(({ knownFrom }) => knownFrom)).toEqual([2000, 1000])
})

test('a change without the service’s own time of update is still taken as the latest', () => {
  const { reader, store } = library()
  store(1301, '2026-08-08T06:15:00Z', 1000)
  store(1296, undefined, 2000)
  const [period] = readSeries(reader, 'ACME', 'enhanced', null)?.periods ?? []
  expect(figuresIn(period?.figures ?? new Float64Array())('Revenue')).toBe(1296)
})
