import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { libraryDatabase } from '#core/database/library-schema.ts'
import { openDatabase } from '#core/database/open-database.ts'
import type { View } from '#core/database/views.ts'
import { sampleKey } from '#sample/options.ts'
import { startSampleService } from '#sample/server.ts'
import { ManualClock } from '../clocks.ts'
import { filesIn, ownFolder } from '../folders.ts'
import { statementsSetup } from '../fundamentals/statements-setup.ts'
import { openedCore } from '../opened-core.ts'
import { enhanced, lite, paged } from '../records.ts'
import { json } from '../service/scripted-service.ts'

type Row = Readonly<Record<string, unknown>>

/** What another process reads out of a library. */
function rowsOf(file: string, query: string): Row[] {
  const reader = join(import.meta.dirname, 'read-rows.ts')
  return JSON.parse(execFileSync(process.execPath, [reader, file, query], { encoding: 'utf8' })) as Row[]
}

const day = 86_400_000
const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8')
const exampleOfReadme = /```sql\n([^`]+)```/.exec(readme)?.[1] ?? ''

/** A library with a restated company, its calls, a transcript, ratings and news. The core is still open on it. */
async function filledLibrary(): Promise<string> {
  const service = await startSampleService()
  onTestFinished(() => service.close())
  const clock = new ManualClock()
  const { api, profile } = openedCore({ sample: { baseUrl: service.baseUrl, key: sampleKey }, clock })
  const statements = { symbol: 'HLDN', basis: 'annual', comparison: 'none', freshness: 'service' } as const
  await api.financials.open(statements)
  clock.advance(day)
  await api.financials.open(statements)
  // Every tenth figure is withdrawn; then a response comes that lacks every second one, and is held back.
  for (const fault of ['figures-null;share=0.1', 'figures-missing;share=0.5']) {
    clock.advance(day)
    service.setFaults({ 'fundamentals.enhanced': fault })
    await api.financials.open(statements)
  }
  service.setFaults({})
  await api.securities.find({ query: 'HLDN', type: 'symbol', limit: 5, freshness: 'service' })
  const parameters = { symbol: 'HLDN', status: 'COMPLETED', page_size: 1 } as const
  const { records } = await api.fetch.calls({ parameters, freshness: 'service' })
  await api.fetch.call({ parameters: { call_id: String(records[0]?.call_id) }, freshness: 'service' })
  await api.fetch.ratings({ parameters: {}, freshness: 'service' })
  await api.fetch.news({ parameters: { symbol: 'HLDN' }, freshness: 'service' })
  const file = filesIn(profile).find((path) => path.endsWith('library.db')) ?? ''
  return join(profile, file)
}

describe('the library for the user’s own SQL', () => {
  test('is read by another process while the core has it open: every view has rows, and the columns that README names', async () => {
    const library = await filledLibrary()
    const described = [...readme.matchAll(/^\| `(\w+)` +\| [^|]+ \| (.+?) \|$/gm)]
    expect(described.map(([, view]) => view).toSorted()).toEqual(
      rowsOf(library, "SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY name").map(({ name }) => name),
    )
    for (const [, view = '', words = ''] of described) {
      const [first] = rowsOf(library, `SELECT * FROM ${view} LIMIT 1`)
      const named = [...words.matchAll(/`(\w+)`/g)].map(([, column]) => column)
      expect(Object.keys(first ?? {}), view).toEqual(expect.arrayContaining(named))
    }
  })

  test('runs the example of README as it is written there', async () => {
    const library = await filledLibrary()
    const [growth] = rowsOf(library, exampleOfReadme)
    const [now, before] = rowsOf(
      library,
      "SELECT Revenue FROM statements_wide WHERE symbol = 'HLDN' AND quarter = 'FY' ORDER BY year DESC LIMIT 2",
    ).map(({ Revenue }) => Number(Revenue))
    expect(growth).toMatchObject({ symbol: 'HLDN', revenue: now, growth: Number(now) / Number(before) - 1 })
  })

  test('finds the growth of a company whose lite statements go one year further', async () => {
    const years = (record: typeof enhanced, revenues: Readonly<Record<number, number>>) =>
      Object.entries(revenues).map(([year, revenue]) => record({ year: Number(year) }, { Revenue: revenue }))
    const { open, profile } = await statementsSetup({
      enhanced: (response) => json(response, paged(years(enhanced, { 2024: 110, 2023: 100 }))),
      lite: (response) => json(response, years(lite, { 2025: 130, 2024: 110 })),
    })
    await open({ edition: 'enhanced' })
    await open({ edition: 'lite' })
    const library = join(profile, filesIn(profile).find((path) => path.endsWith('library.db')) ?? '')
    const latest = rowsOf(library, 'SELECT edition, MAX(year) AS year FROM statements_wide GROUP BY edition')
    expect(latest).toEqual([
      { edition: 'enhanced', year: 2024 },
      { edition: 'lite', year: 2025 },
    ])
    expect(rowsOf(library, exampleOfReadme)).toEqual([
      { symbol: 'ACME', year: 2024, revenue: 110, growth: expect.closeTo(0.1) as number },
    ])
  })

  test('has what was known when, and what was restated', async () => {
    const library = await filledLibrary()
    const versions = rowsOf(
      library,
      `SELECT value, known_until FROM statement_versions WHERE field = 'Revenue' AND quarter = 'Q2' AND year = 2026
       ORDER BY known_from`,
    )
    const restated = rowsOf(library, "SELECT was, now FROM restatements WHERE field = 'Revenue'")
    expect([versions.map(({ value }) => value), versions.map(({ known_until: until }) => until === null)]).toEqual([
      [1_301_200_000, 1_296_800_000],
      [false, true],
    ])
    expect(restated).toEqual([{ was: 1_301_200_000, now: 1_296_800_000 }])
    const held = rowsOf(
      library,
      "SELECT value FROM statements WHERE field = 'Revenue' AND quarter = 'Q2' AND year = 2026",
    )
    expect(held).toEqual([{ value: 1_296_800_000 }])
  })

  test('has figures as they are shown: what a damaged response lacks is still there, what was withdrawn has an end', async () => {
    const library = await filledLibrary()
    const inQ2 = "edition = 'enhanced' AND quarter = 'Q2' AND year = 2026"
    const versionsOf = (field: string) =>
      rowsOf(
        library,
        `SELECT value, known_until IS NULL AS holds FROM statement_versions WHERE field = '${field}' AND ${inQ2} ORDER BY known_from`,
      )
    const [cost] = rowsOf(library, `SELECT value FROM statements WHERE field = 'CostOfRevenue' AND ${inQ2}`)
    expect(versionsOf('CostOfRevenue').at(-1)).toEqual({ value: cost?.['value'], holds: 1 })
    expect(versionsOf('CostOfRevenue').map(({ value }) => value)).not.toContain(null)
    const withdrawn = rowsOf(library, `SELECT field, was FROM withdrawals WHERE ${inQ2}`)
    expect(withdrawn.length).toBeGreaterThan(3)
    for (const { field, was } of withdrawn) {
      expect(versionsOf(String(field)).slice(-2)).toEqual([
        { value: was, holds: 0 },
        { value: null, holds: 1 },
      ])
      expect(rowsOf(library, `SELECT 1 FROM statements WHERE field = '${String(field)}' AND ${inQ2}`)).toEqual([])
    }
  })
})

describe('views', () => {
  test('are read in the midst of a transaction, as they were before it', () => {
    const file = join(ownFolder(), 'library.db')
    const opened = openDatabase(file, libraryDatabase)
    const count = () => rowsOf(file, 'SELECT count(*) AS count FROM requests')[0]?.['count']
    const insert = `INSERT INTO ledger_response (operation, parameters, path, fetched_at) VALUES ('news', '{}', '/', 0)`
    opened.writer?.transaction(() => {
      opened.writer?.run(insert)
      expect(count()).toBe(0)
    })
    expect(count()).toBe(1)
    opened.close()
  })

  test('follow what the program says of them, and go before the tables change', () => {
    const file = join(ownFolder(), 'library.db')
    const open = (view: View) => openDatabase(file, { ...libraryDatabase, views: [view] })
    open({ name: 'asked', as: 'AS SELECT path FROM ledger_response' }).close()
    open({ name: 'asked', as: '(path, message) AS SELECT path, message FROM ledger_response' }).close()
    const later = {
      ...libraryDatabase,
      views: [],
      migrations: [...libraryDatabase.migrations, 'ALTER TABLE ledger_response DROP COLUMN message;'],
    }
    const opened = openDatabase(file, later)
    expect(opened.reader.all("SELECT name FROM sqlite_schema WHERE type = 'view'")).toEqual([])
    opened.close()
  })
})
