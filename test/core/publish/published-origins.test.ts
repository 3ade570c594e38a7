import Database from 'better-sqlite3'
import { join } from 'node:path'
import { onTestFinished, describe, expect, test } from 'vitest'
import { libraryDatabase } from '#core/database/library-schema.ts'
import { publishedTables, tableNames } from '#core/publish/published-tables.ts'
import { sampleKey } from '#sample/options.ts'
import { startSampleService } from '#sample/server.ts'
import { ManualClock } from '../clocks.ts'
import { ownFolder } from '../folders.ts'
import { openedCore, type OpenedCore } from '../opened-core.ts'
import { opened as openPack, packOf } from '../packs/made-pack.ts'
import { filesOf, openDuck } from './duckdb.ts'
import { filledLibrary } from './filled-library.ts'
import { inodesOf, published, rowsInLibrary } from './publication.ts'

const day = 86_400_000
const annual = { symbol: 'HLDN', basis: 'annual', comparison: 'none', freshness: 'service' } as const

/** Somebody on some day, with the sample service, which has restated figures of HLDN or not yet. */
async function somebody(restated: 'always' | 'never', days: number) {
  const service = await startSampleService({ restated })
  onTestFinished(() => service.close())
  const clock = new ManualClock()
  clock.advance(days * day)
  return { ...openedCore({ sample: { baseUrl: service.baseUrl, key: sampleKey }, clock }), clock, service }
}

/** The same with the figures of HLDN as the service had them on that day. */
async function receiver(restated: 'always' | 'never', days: number) {
  const opened = await somebody(restated, days)
  await opened.api.financials.open(annual)
  return opened
}

async function publishedRows(opened: OpenedCore, sql: (files: (table: string) => string) => string) {
  const folder = ownFolder()
  await published(opened, folder)
  const duck = await openDuck()
  return duck.rows(sql((table) => filesOf(folder, table)))
}

const inQ2 = "edition = 'enhanced' AND quarter = 'Q2' AND year = 2026 AND field = 'Revenue'"
const versionsOfRevenue = (files: (table: string) => string) =>
  `SELECT value, known_from, pack_author FROM ${files('statement_versions')} WHERE ${inQ2} ORDER BY known_from`
const restatementsOfRevenue = (files: (table: string) => string) =>
  `SELECT restated, detected_at, pack_author FROM ${files('restatements')} WHERE ${inQ2}`
const [original, later] = [1_301_200_000, 1_296_800_000]
/** Of a day after `someMonday`. */
const onDay = (days: number) => new Date(new ManualClock().now() + days * day)

describe('published data names the author of its pack', () => {
  test('in every table that says when it was received, and in turns; what the service sent has no author', async () => {
    const ada = await filledLibrary()
    await ada.api.fetch.ratings({ parameters: { symbol: 'HLDN' }, freshness: 'service' })
    const path = await packOf(ada, { companies: ['HLDN'] })
    const ben = await somebody('always', 30)
    await ben.api.financials.open({ ...annual, symbol: 'VSPO', basis: 'quarterly' })
    await ben.api.securities.find({ query: 'VSPO', type: 'symbol', limit: 5, freshness: 'service' })
    await ben.api.fetch.ratings({ parameters: { symbol: 'VSPO' }, freshness: 'service' })
    await ben.api.fetch.news({ parameters: { symbol: 'VSPO' }, freshness: 'service' })
    const parameters = { symbol: 'VSPO', status: 'COMPLETED', page_size: 1 } as const
    const { records } = await ben.api.fetch.calls({ parameters, freshness: 'service' })
    await ben.api.fetch.call({ parameters: { call_id: String(records[0]?.call_id) }, freshness: 'service' })
    await openPack(ben, path)
    const folder = ownFolder()
    await published(ben, folder)
    const duck = await openDuck()
    const withOrigin = tableNames.filter((table) =>
      publishedTables[table].columns.some(({ name }) => name === 'pack_author'),
    )
    const stated = tableNames.filter((table) =>
      publishedTables[table].columns.some(({ name }) => name === 'known_from' || name === 'detected_at'),
    )
    expect(withOrigin).toEqual(expect.arrayContaining([...stated, 'turns']))
    for (const table of withOrigin) {
      const rows = await duck.rows(
        `SELECT DISTINCT symbol, pack_author FROM ${filesOf(folder, table)} ORDER BY symbol, pack_author`,
      )
      const ofBoth = [
        { symbol: 'HLDN', pack_author: 'Ada' },
        { symbol: 'VSPO', pack_author: null },
      ]
      expect(rows, table).toEqual(table === 'restatements' ? ofBoth.slice(0, 1) : ofBoth)
    }
    const viewed = (view: string, name: string) =>
      rowsInLibrary(ben, `SELECT DISTINCT ${name} AS name, pack_author FROM ${view} ORDER BY name, pack_author`)
    const ofHldn = { name: 'HLDN', pack_author: 'Ada' }
    const ofVspo = { name: 'VSPO', pack_author: null }
    for (const view of ['securities', 'statements_wide', 'statement_versions'])
      expect(viewed(view, 'symbol'), view).toEqual([ofHldn, ofVspo])
    for (const view of ['restatements', 'withdrawals']) expect(viewed(view, 'symbol'), view).toEqual([ofHldn])
    const ofCompanies = `(SELECT parameters ->> 'symbol' AS symbol, pack_author FROM requests WHERE symbol IS NOT NULL)`
    expect(viewed(ofCompanies, 'symbol')).toEqual([ofHldn, ofVspo])
  })

  test('for the figure that was restated in it, and not for the one that you had from the service', async () => {
    const ada = await receiver('always', 5)
    const ben = await receiver('never', 0)
    ben.clock.advance(6 * day)
    await openPack(ben, await packOf(ada, { companies: ['HLDN'] }))
    expect(await publishedRows(ben, versionsOfRevenue)).toEqual([
      { value: original, known_from: onDay(0), pack_author: null },
      { value: later, known_from: onDay(5), pack_author: 'Ada' },
    ])
    expect(await publishedRows(ben, restatementsOfRevenue)).toEqual([
      { restated: later, detected_at: onDay(5), pack_author: 'Ada' },
    ])
    expect(
      rowsInLibrary(ben, `SELECT value, pack_author FROM statement_versions WHERE ${inQ2} ORDER BY known_from`),
    ).toEqual([
      { value: original, pack_author: null },
      { value: later, pack_author: 'Ada' },
    ])
    expect(rowsInLibrary(ben, `SELECT pack_author FROM restatements WHERE ${inQ2}`)).toEqual([{ pack_author: 'Ada' }])
  })

  test('for the figures of a day before you had any, and not for the restatement that the service sent you', async () => {
    const ada = await receiver('never', 0)
    const ben = await receiver('always', 5)
    await openPack(ben, await packOf(ada, { companies: ['HLDN'] }))
    expect(await publishedRows(ben, versionsOfRevenue)).toEqual([
      { value: original, known_from: onDay(0), pack_author: 'Ada' },
      { value: later, known_from: onDay(5), pack_author: null },
    ])
    expect(await publishedRows(ben, restatementsOfRevenue)).toEqual([
      { restated: later, detected_at: onDay(5), pack_author: null },
    ])
    const current = `SELECT DISTINCT pack_author FROM statements_wide WHERE edition = 'enhanced' AND quarter = 'Q2' AND year = 2026`
    expect(rowsInLibrary(ben, current)).toEqual([{ pack_author: null }])
  })

  test('for each version of a figure, also when later ones came in the pack of somebody else and from the service', async () => {
    const ada = await receiver('never', 0)
    const cleo = await receiver('always', 5)
    const ben = await somebody('always', 8)
    const companies = ['HLDN']
    await openPack(ben, await packOf(ada, { companies }))
    await openPack(ben, await packOf(cleo, { companies, author: 'Cleo' }))
    ben.service.setFaults({ 'fundamentals.enhanced': 'figures-null;share=0.1' })
    await ben.api.financials.open(annual)
    expect(await publishedRows(ben, versionsOfRevenue)).toEqual([
      { value: original, known_from: onDay(0), pack_author: 'Ada' },
      { value: later, known_from: onDay(5), pack_author: 'Cleo' },
    ])
    const withdrawn = (files: (table: string) => string) =>
      `SELECT DISTINCT known_from, pack_author FROM ${files('statement_versions')} WHERE value IS NULL`
    expect(await publishedRows(ben, withdrawn)).toEqual([{ known_from: onDay(8), pack_author: null }])
    expect(
      rowsInLibrary(ben, `SELECT value, pack_author FROM statement_versions WHERE ${inQ2} ORDER BY known_from`),
    ).toEqual([
      { value: original, pack_author: 'Ada' },
      { value: later, pack_author: 'Cleo' },
    ])
    expect(await publishedRows(ben, restatementsOfRevenue)).toMatchObject([{ pack_author: 'Cleo' }])
  })

  test('and not for figures that stay shown since what came later lacks too many of them', async () => {
    const ben = await receiver('always', 0)
    const ada = await somebody('always', 5)
    ada.service.setFaults({ 'fundamentals.enhanced': 'figures-missing;share=0.5' })
    await ada.api.financials.open(annual)
    ben.clock.advance(6 * day)
    await openPack(ben, await packOf(ada, { companies: ['HLDN'] }))
    const origins = (files: (table: string) => string) =>
      `SELECT DISTINCT known_from, pack_author FROM ${files('statements_wide')} WHERE edition = 'enhanced'`
    expect(await publishedRows(ben, origins)).toEqual([{ known_from: onDay(0), pack_author: null }])
    const heldBack = rowsInLibrary(
      ben,
      "SELECT count(*) AS count FROM shown_record WHERE notes ->> '$.heldBack' IS NOT NULL",
    )
    expect(heldBack).not.toEqual([{ count: 0 }])
  })

  test.each([
    ['was ahead when they were last received', { received: 10, seen: 100, damaged: 60 }],
    ['was ahead when they were first received', { received: 100, seen: 50, damaged: 101 }],
  ])('and figures that stay shown keep their time and author also where a clock %s', async (_, days) => {
    const ben = await receiver('always', days.received)
    const fetchOn = async (on: number) => {
      ben.clock.set(new ManualClock().now() + on * day)
      await ben.api.financials.open(annual)
    }
    await fetchOn(days.seen)
    ben.service.setFaults({ 'fundamentals.enhanced': 'figures-missing;share=0.5' })
    await fetchOn(days.damaged)
    const origins = (files: (table: string) => string) =>
      `SELECT DISTINCT known_from FROM ${files('statements_wide')} WHERE edition = 'enhanced'`
    expect(await publishedRows(ben, origins)).toEqual([{ known_from: onDay(days.received) }])
  })

  test('and figures that an earlier version of the program withheld have their own time after the update', async () => {
    const ben = await receiver('always', 0)
    ben.service.setFaults({ 'fundamentals.enhanced': 'figures-missing;share=0.5' })
    ben.clock.advance(5 * day)
    await ben.api.financials.open(annual)
    await ben.close()
    const database = new Database(join(ben.profile, 'workspaces', 'sample', 'library.db'))
    database.exec("UPDATE shown_record SET notes = json_remove(notes, '$.heldBack.shownContentId')")
    database.pragma(`user_version = ${libraryDatabase.migrations.length - 1}`)
    database.close()
    const updated = openedCore({ profile: ben.profile, clock: ben.clock })
    const origins = (files: (table: string) => string) =>
      `SELECT DISTINCT known_from FROM ${files('statements_wide')} WHERE edition = 'enhanced'`
    expect(await publishedRows(updated, origins)).toEqual([{ known_from: onDay(0) }])
  })

  test('and figures that were withheld have the time of their acceptance, the record that of its receipt', async () => {
    const ben = await receiver('always', 0)
    ben.service.setFaults({ 'fundamentals.enhanced': 'figures-missing;share=0.5' })
    ben.clock.advance(5 * day)
    await ben.api.financials.open(annual)
    ben.clock.advance(4 * day)
    await ben.api.financials.acceptNewFigures({ symbol: 'HLDN' })
    const times = (table: string) => (files: (name: string) => string) =>
      `SELECT DISTINCT known_from FROM ${files(table)} WHERE edition = 'enhanced' ORDER BY known_from`
    const [received, accepted] = [{ known_from: onDay(5) }, { known_from: onDay(9) }]
    expect(await publishedRows(ben, times('statement_versions'))).toEqual([{ known_from: onDay(0) }, accepted])
    expect(await publishedRows(ben, times('statements_wide'))).toEqual([received])
  })

  test('also when the service sends the same later, which writes no file again; the view of the library then has the later time', async () => {
    const ada = await receiver('always', 0)
    const ben = await somebody('always', 10)
    await openPack(ben, await packOf(ada, { companies: ['HLDN'] }))
    const folder = ownFolder()
    await published(ben, folder)
    const before = inodesOf(folder)
    const origins = () =>
      rowsInLibrary(ben, "SELECT DISTINCT fetched_at, pack_author FROM statements_wide WHERE symbol = 'HLDN'")
    const fetchedAt = (days: number) => onDay(days).toISOString().replace('.000', '')
    expect(origins()).toEqual([{ fetched_at: fetchedAt(0), pack_author: 'Ada' }])
    await ben.api.financials.open(annual)
    expect(origins()).toEqual([{ fetched_at: fetchedAt(10), pack_author: null }])
    expect(await published(ben, folder)).toMatchObject({ isChanged: false })
    expect(inodesOf(folder)).toEqual(before)
  })
})
