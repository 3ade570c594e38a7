import { libraryDatabase } from '#core/database/library-schema.ts'
import { openDatabase } from '#core/database/open-database.ts'
import { enhancedResource } from '#core/fundamentals/resources.ts'
import { storeResponse } from '#core/ledger/store-response.ts'
import { validateResponse } from '#core/service/response-validation.ts'
import { enhanced, paged } from '../core/records.ts'

// Stores responses of twenty periods of one company, each time with other figures; ends only by being killed.
const [file = ''] = process.argv.slice(2)
const { writer } = openDatabase(file, libraryDatabase)
if (!writer) throw new Error('the library is read-only')
for (let round = Date.now(); ; round += 1) {
  const periods = Array.from({ length: 20 }, (_, index) => enhanced({ year: 2000 + index }, { Revenue: round }))
  const sent = { body: Buffer.from(JSON.stringify(paged(periods))), contentType: 'application/json' }
  const request = { path: '/delivery/api/v1/fundamentals/enhanced', parameters: {} }
  const asked = { operation: 'Enhanced fundamentals', host: 'data.example.com' }
  const answer = validateResponse('fundamentals.enhanced', { symbol: 'ACME' }, request, sent, round, asked)
  storeResponse(writer, answer, enhancedResource)
  process.stdout.write(`${round}\n`)
}
