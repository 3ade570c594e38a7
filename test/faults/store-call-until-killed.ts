import { callResource } from '#core/calls/resources.ts'
import { libraryDatabase } from '#core/database/library-schema.ts'
import { openDatabase } from '#core/database/open-database.ts'
import { storeResponse } from '#core/ledger/store-response.ts'
import { validateResponse } from '#core/service/response-validation.ts'

/** Stores one version of a call after the other, each turn of it with its number, and prints the number of each it has stored. */
const [file = ''] = process.argv.slice(2)
const turns = 300
const { reader, writer } = openDatabase(file, libraryDatabase)
if (!writer) throw new Error('the folder is read-only')

const stored = reader.get<{ versions: number }>('SELECT count(*) AS versions FROM ledger_revision')
for (let version = stored?.versions ?? 0; ; version += 1) {
  const segments = Array.from({ length: turns }, (_, at) => ({
    segment_id: at + 1,
    speaker: `Speaker ${at % 5}`,
    text: `version${version} word${at}`,
    start_time: String(at),
    end_time: String(at + 1),
  }))
  const call = { call_id: 'a', summary: { summary: `version${version}` }, transcripts: [{ text: '', segments }] }
  const sent = { body: Buffer.from(JSON.stringify(call)), contentType: 'application/json', hadKey: true }
  const asked = { operation: 'One conference call', host: 'service' }
  const request = { path: '/', parameters: {} }
  storeResponse(
    writer,
    validateResponse('calls.one', { call_id: 'a' }, request, sent, version + 1, asked),
    callResource,
  )
  process.stdout.write(`${version}\n`)
}
