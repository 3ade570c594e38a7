import Database from 'better-sqlite3'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { briefSetup, quarterCall, secondQuarter, thirdQuarter } from '../brief/brief-setup.ts'
import { newsOf } from '../watchlists/watchlist-setup.ts'

/**
 * A company with two calls and one news item, and highlights in the later call that have to be looked for in its text: each lets other
 * work of the core go first. `storeMeanwhile` makes another change of the library before each step of a page: the title of the call, the
 * headline and the time of every response all say the number of the change.
 */
async function changingLibrary() {
  const setup = await briefSetup({
    calls: [quarterCall('Q3 2025', -70, thirdQuarter), quarterCall('Q2 2025', -160, secondQuarter)],
    news: [newsOf('HLDN', 1, '2025-12-01 10:00:00')],
  })
  const passage = { hash: 'h', firstTurn: 0, from: 0, lastTurn: 0, to: 4, segmentId: null, before: '', after: '' }
  for (const quote of ['Revenue was', 'orders were', 'Mix was', 'Yield at', 'price in', 'second site']) {
    await setup.api.notes.add({
      callId: 'Q3-2025',
      passage: { ...passage, quote },
      color: 'violet',
      note: `On ${quote}`,
    })
  }
  const database = new Database(libraryOf(setup.profile))
  onTestFinished(() => void database.close())
  const titles = database.prepare('UPDATE call SET call_title = ?')
  const headlines = database.prepare('UPDATE news_item SET headline = ?')
  const responses = database.prepare('UPDATE ledger_response SET fetched_at = ?')
  const store = database.transaction((change: number) => {
    titles.run(String(change))
    headlines.run(String(change))
    responses.run(change)
  })
  const storeMeanwhile = async <Page>(composing: () => Promise<Page>): Promise<Page> => {
    let [page, change] = [null as Page | null, 0]
    store.immediate(change)
    const composed = composing().then((each) => (page = each))
    while (page === null && change < 10_000) {
      await setImmediate()
      store.immediate((change += 1))
    }
    // Otherwise nothing was stored in the middle.
    expect(change).toBeGreaterThan(6)
    return composed
  }
  return { ...setup, storeMeanwhile }
}

function libraryOf(profile: string): string {
  const [found] = readdirSync(profile, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('library.db'),
  )
  return join(profile, found ?? 'library.db')
}

test('a tear sheet that is composed while a download is stored has it whole or not at all', async () => {
  const { api, storeMeanwhile } = await changingLibrary()
  const { call, news, sources } = await storeMeanwhile(() => api.tearSheet.compose({ symbol: 'HLDN' }))
  const change = call?.entry.title
  expect(news.entries.map(({ headline }) => headline)).toEqual([change])
  expect([sources.call?.fetchedAt, sources.news?.fetchedAt]).toEqual([Number(change), Number(change)])
})

test('a brief that is composed while a download is stored has it whole or not at all', async () => {
  const { api, storeMeanwhile } = await changingLibrary()
  const { brief } = await storeMeanwhile(() => api.brief.compose({ symbol: 'HLDN' }))
  const change = brief?.call.title
  expect(brief?.news.map(({ headline }) => headline)).toEqual([change])
  expect([brief?.sources.transcript.fetchedAt, brief?.sources.news?.fetchedAt]).toEqual([
    Number(change),
    Number(change),
  ])
})
