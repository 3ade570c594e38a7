import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { publishedTables, schemaVersion, tableNames } from '#core/publish/published-tables.ts'
import { ownFolder } from '../folders.ts'
import { lite } from '../records.ts'
import { lastStep } from '../storage/steps.ts'
import { day, twoYears, watchlistSetup } from '../watchlists/watchlist-setup.ts'
import { dataDictionary } from './data-dictionary.ts'
import { countRows, documentedQueries } from '../../documented-queries.ts'
import { filesOf, openDuck } from './duckdb.ts'
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
  expect(found).toHaveLength(6)
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

test('the documented query of restatements lists those that the program does, each once where both editions have it', async () => {
  const latest = { symbol: 'HLDN', quarter: 'Q3', year: 2025, end: '2025-09-30' }
  const fundamentals = twoYears('HLDN')
  const setup = await watchlistSetup({
    fundamentals,
    lite: [lite(latest, { Revenue: 170, OperatingIncome: 17, GrossProfit: 50 })],
  })
  const { api, knows, clock } = setup
  const parameters = { symbol: 'HLDN' }
  const fetchBoth = async () => {
    await api.fetch.enhancedFundamentals({ parameters, freshness: 'service' })
    await api.fetch.liteFundamentals({ parameters, freshness: 'service' })
  }
  await fetchBoth()
  clock.advance(day)
  Object.assign(fundamentals.at(-1) ?? {}, { Revenue: 150 })
  knows.lite = [lite(latest, { Revenue: 150, OperatingIncome: 17, GrossProfit: 40 })]
  await fetchBoth()
  const folder = join(ownFolder(), 'published')
  mkdirSync(folder)
  expect(await lastStep(api.storage.publish({ folder }))).toMatchObject({ kind: 'done' })
  const { restatements } = await api.comparisons.restatements({ symbols: null, since: null, offset: 0, limit: 10 })
  const shown = restatements.map(({ previous, current }) => ({ previous, restated: current }))
  expect(shown).toHaveLength(2)
  const duck = await openDuck()
  const published = await duck.rows(`SELECT previous FROM ${filesOf(folder, 'restatements')}`)
  expect(published).toHaveLength(3)
  const [setVersion = '', ...queries] = documentedQueries(folder)
  await duck.rows(setVersion)
  const rows = await duck.rows(queries.find((query) => query.includes('/restatements/')) ?? '')
  const found = rows.map(({ previous, restated }) => ({ previous, restated }))
  expect(found).toHaveLength(shown.length)
  expect(found).toEqual(expect.arrayContaining(shown))
})
