import { join } from 'node:path'
import { expect, test } from 'vitest'
import { libraryDatabase } from '#core/database/library-schema.ts'
import { openDatabase } from '#core/database/open-database.ts'
import { readSeries } from '#core/fundamentals/company-series.ts'
import { enhancedResource } from '#core/fundamentals/resources.ts'
import { storeResponse } from '#core/ledger/store-response.ts'
import { rebuildProjections } from '#core/ledger/rebuild-projections.ts'
import { validateResponse } from '#core/service/response-validation.ts'
import { ownFolder } from '../folders.ts'
import { enhanced, paged } from '../records.ts'

test('a library of the version before shows the same figures and restatements before its projections are made again, and after', async () => {
  const { reader, writer } = openDatabase(join(ownFolder(), 'library.db'), libraryDatabase)
  if (!writer) throw new Error('the folder is read-only')
  const years = [
    enhanced(
      { year: 2022 },
      { Revenue: 383_285_000_000, DilutedEarningsPerShare: 6.13, Goodwill: null, EBITDA: 'odd' },
    ),
    enhanced({ year: 2023 }, { Revenue: -0.5, Inventories: -0, mdna: { tone_score: 0.25 } }),
    enhanced({ year: 2024 }, { Revenue: 1e300 }),
  ]
  const restated = [
    enhanced({ year: 2022 }, { Revenue: 383_000_000_000, DilutedEarningsPerShare: 6.13, Goodwill: null }),
    ...years.slice(1),
  ]
  for (const [at, data] of [years, restated].entries()) {
    const sent = { body: Buffer.from(JSON.stringify(paged(data))), contentType: 'application/json', hadKey: true }
    const operation = 'fundamentals.enhanced'
    const asked = { path: '/asked', parameters: {} }
    storeResponse(
      writer,
      validateResponse(operation, {}, asked, sent, 1000 + at, { operation, host: 'service' }),
      enhancedResource,
    )
  }
  const packed = readSeries(reader, 'ACME', undefined, null)
  expect(packed?.periods.map(({ restated: fields }) => fields)).toEqual([['Revenue'], [], []])
  writer.run('UPDATE fundamental_period SET figures = NULL, restated = NULL')
  expect(readSeries(reader, 'ACME', undefined, null)).toEqual(packed)
  writer.run('DELETE FROM reprojection')
  expect(await rebuildProjections(writer, [enhancedResource], new AbortController().signal)).toBe(3)
  expect(readSeries(reader, 'ACME', undefined, null)).toEqual(packed)
  expect(reader.get('SELECT count(figures) AS figures, count(restated) AS restated FROM fundamental_period')).toEqual({
    figures: 3,
    restated: 1,
  })
})
