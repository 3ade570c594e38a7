import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { OperationName } from '#contract/service/operations.ts'
import { libraryDatabase } from '#core/database/library-schema.ts'
import type { Reader, Writer } from '#core/database/reader-writer.ts'
import { openDatabase } from '#core/database/open-database.ts'
import { storeResponse, type Projector, type StoredRecords } from '#core/ledger/store-response.ts'
import { validateResponse } from '#core/service/response-validation.ts'
import { ownFolder } from '../folders.ts'

export interface OpenLedger {
  readonly file: string
  readonly writer: Writer
  readonly reader: Reader
  /** Stores the response as if it had come at that time. */
  record<Name extends OperationName>(projection: Projector<Name>, content: unknown, at: number): StoredRecords
}

/** A library of the test's own. */
export function openLedger(): OpenLedger {
  const library = openDatabase(join(ownFolder(), 'library.db'), libraryDatabase)
  onTestFinished(() => {
    library.close()
  })
  const { file, reader, writer } = library
  if (!writer) throw new Error('the library is read-only')
  return {
    file,
    writer,
    reader,
    record: (projection, content, at) => {
      const { operation } = projection
      const sent = { body: Buffer.from(JSON.stringify(content)), contentType: 'application/json' }
      const request = { path: '/asked', parameters: {} }
      const answer = validateResponse(operation, { symbol: 'ACME' }, request, sent, at, {
        operation,
        host: 'data.example.com',
      })
      return storeResponse(writer, answer, projection)
    },
  }
}
