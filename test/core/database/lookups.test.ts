import Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openedCore } from '../opened-core.ts'
import { callOf, day, newsOf, ratingOf, securityOf, twoYears, watchlistSetup } from '../watchlists/watchlist-setup.ts'

/** Tables with a row for each record, or more: reading all of one takes longer the more the library has. */
const growing = new Set([
  ...['security', 'fundamental_period', 'fundamental_figure', 'rating', 'news_item', 'news_security', 'news_link'],
  ...['call', 'transcript', 'transcript_turn', 'call_speaker', 'document', 'vocabulary', 'spoken_figure'],
  ...['ledger_response', 'ledger_record', 'ledger_content', 'ledger_revision', 'shown_record'],
  // In desk.db, for each company or call of each job.
  'sync_item',
])

/** Every statement that is prepared from now on, whatever connection it is of, until the test ends. */
function preparedStatements(): ReadonlySet<string> {
  const statements = new Set<string>()
  const { prototype } = Database
  const prepare = Reflect.get(prototype, 'prepare') as (this: Database.Database, sql: string) => Database.Statement
  Reflect.set(prototype, 'prepare', function (this: Database.Database, sql: string) {
    statements.add(sql)
    return prepare.call(this, sql)
  })
  onTestFinished(() => void Reflect.set(prototype, 'prepare', prepare))
  return statements
}

interface PlanRow {
  readonly detail: string
}

/** How SQLite would run a statement; empty: it is of another database, or reads nothing. */
function planOf(database: Database.Database, sql: string): string[] {
  if (!/^\s*(SELECT|WITH)/i.test(sql)) return []
  const named = Object.fromEntries([...sql.matchAll(/@(\w+)/g)].map(([, name = '']) => [name, '[]']))
  const unnamed = [...sql.matchAll(/\?/g)].map(() => '[]')
  try {
    const plan = database.prepare<unknown[], PlanRow>(`EXPLAIN QUERY PLAN ${sql}`)
    return plan.all(...(Object.keys(named).length > 0 ? [named] : unnamed)).map(({ detail }) => detail)
  } catch (error) {
    if (error instanceof Error && /no such (table|column)/.test(error.message)) return []
    throw error
  }
}

/** The growing tables of which a statement reads every row, once or for each row of another. */
function tablesRead(sql: string, plan: readonly string[]): string[] {
  return plan.flatMap((detail) => {
    const [, name] = /^SCAN (\w+)/.exec(detail) ?? []
    if (name === undefined) return []
    const [, table = name] = new RegExp(String.raw`(\w+) AS ${name}\b`).exec(sql) ?? []
    return growing.has(table) ? [`${table} in ${sql.replaceAll(/\s+/g, ' ').trim()}`] : []
  })
}

/** Which calls are still to be searched for figures is found in the background, while nobody looks anything up. */
const isInBackground = (sql: string) => sql.includes('NOT EXISTS (SELECT 1 FROM transcript_figures')

test('what a company, a call, the command field and Home show is found without reading a whole table of the library', async () => {
  const setup = await watchlistSetup({
    securities: [securityOf('HLDN')],
    fundamentals: twoYears('HLDN'),
    calls: [callOf('HLDN', 'call', -1)],
    ratings: [ratingOf('HLDN', 1, '2026-01-02 10:00:00.000000')],
    news: [
      newsOf('HLDN', 2, '2026-01-03T10:00:00.000Z', { additional_data: { rating_id: '1', transcript_id: 'CALL' } }),
    ],
  })
  const { api, clock, profile } = setup
  const listId = await setup.list('HLDN')
  await setup.search('HLDN')
  clock.advance(day)
  await setup.sync('HLDN')
  await api.fetch.call({ parameters: { call_id: 'call' }, freshness: 'service' })
  await setup.close()
  const statements = preparedStatements()
  const { api: again } = openedCore({ profile, clock })
  const company = { symbol: 'HLDN' }
  const freshness = 'library'
  await again.home.read()
  await again.watchlists.all()
  await again.watchlists.table({ listId })
  await again.securities.find({ query: '', freshness })
  await again.securities.find({ query: 'hldn', freshness })
  await again.overview.call(company)
  await again.overview.ratings(company)
  await again.overview.news({ ...company, limit: 10 })
  await again.overview.library(company)
  await again.packs.preview({ companies: ['HLDN', 'NONE'], watchlistIds: [], kinds: ['calls', 'ratings', 'news'] })
  await again.turnChecks.list({ callId: 'call', state: 'all', limit: 10 })
  await again.turnChecks.ofCall({ callId: 'call' })
  const { active } = await again.workspaces.list()
  const plans = ['library.db', 'desk.db'].flatMap((file) => {
    const database = new Database(join(profile, 'workspaces', active, file), { readonly: true })
    onTestFinished(() => void database.close())
    return [...statements].map((sql) => ({ sql, plan: planOf(database, sql) })).filter(({ plan }) => plan.length > 0)
  })
  expect(plans.length).toBeGreaterThan(40)
  const read = plans.flatMap(({ sql, plan }) => tablesRead(sql, plan))
  expect(read.filter((each) => !isInBackground(each))).toEqual([])
})
