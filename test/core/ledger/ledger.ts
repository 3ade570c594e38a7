import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { OperationName } from '#contract/service/operations.ts'
import { libraryDatabase } from '#core/database/library-schema.ts'
import type { Reader, Writer } from '#core/database/handles.ts'
import { openDatabase } from '#core/database/open.ts'
import { recordAnswer, type Projection, type Recorded } from '#core/ledger/record-answer.ts'
import { believe } from '#core/service/believe.ts'
import { ownFolder } from '../folders.ts'

export interface OpenLedger {
  readonly file: string
  readonly writer: Writer
  readonly reader: Reader
  /** The answer as if it had come at that time, kept. */
  record<Name extends OperationName>(projection: Projection<Name>, content: unknown, at: number): Recorded
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
      const answer = believe(operation, { symbol: 'ACME' }, request, sent, at, { operation, host: 'data.example.com' })
      return recordAnswer(writer, answer, projection)
    },
  }
}
