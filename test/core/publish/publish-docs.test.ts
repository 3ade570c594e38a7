import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { publishedTables, schemaVersion, tableNames } from '#core/publish/published-tables.ts'
import { ownFolder } from '../folders.ts'
import { lastStep } from '../storage/steps.ts'
import { dataDictionary } from './data-dictionary.ts'
import { countRows, documentedQueries } from '../../documented-queries.ts'
import { openDuck } from './duckdb.ts'
import { filledLibrary } from './filled-library.ts'
import { turnsInLibrary } from './publication.ts'

const document = readFileSync(join(import.meta.dirname, '../../../docs/publish.md'), 'utf8')

/** Without the spaces that align the columns of a table. */
const plain = (markdown: string) => markdown.replaceAll(/-{3,}/g, '---').replaceAll(/ +/g, ' ').trim()

test('the data dictionary in docs/publish.md has every table and column, as they are published', () => {
  const [, dictionary = ''] = document.split(/^## Data dictionary, schema version \d+\n/m)
  expect(document).toContain(`## Data dictionary, schema version ${schemaVersion}\n`)
  expect(plain(dictionary.slice(dictionary.indexOf('### ')))).toBe(plain(dataDictionary()))
})

test('the table that Trino is given has every column of its files, in their types', () => {
  const [, name = '', columns = ''] = /CREATE TABLE hive\.tearsheet\.(\w+) \(([^;]+?)\n\) WITH/.exec(document) ?? []
  const table = publishedTables[tableNames.find((each) => each === name) ?? 'securities']
  const types = { string: 'varchar', double: 'double', int64: 'bigint', date: 'date', timestamp: 'timestamp(3)' }
  expect(columns.trim().split(/,\s+/)).toEqual(
    [...table.columns, ...table.partitions].map((column) => `${column.name} ${types[column.type]}`),
  )
})

test('the DuckDB queries of docs/publish.md and of README run on a published library as they are written there, and find rows', async () => {
  const opened = await filledLibrary()
  const { api } = opened
  // The same periods once more, which a query without its edition counts twice.
  await api.fetch.liteFundamentals({ parameters: { symbol: 'HLDN' }, freshness: 'service' })
  for (const turn of turnsInLibrary(opened, 'position = 3 LIMIT 1'))
    await api.turnChecks.save({ ...turn, correction: 'Our margin was higher.' })
  const folder = join(ownFolder(), 'published')
  mkdirSync(folder)
  expect(await lastStep(api.storage.publish({ folder }))).toMatchObject({ kind: 'done' })
  const duck = await openDuck()
  const found = await countRows(duck, documentedQueries(folder))
  expect(found).toHaveLength(5)
  expect(Math.min(...found)).toBeGreaterThan(0)
  const ofFigures = documentedQueries(folder).filter((query) => /\/statement(s|_versions)\//.test(query))
  expect(ofFigures).toHaveLength(3)
  for (const query of ofFigures) {
    const rows = await duck.rows(query)
    const keys = rows.map(({ symbol, quarter, year, period_end: end }) =>
      JSON.stringify([symbol, quarter, year ?? end]),
    )
    expect(new Set(keys).size, query).toBe(keys.length)
  }
})
