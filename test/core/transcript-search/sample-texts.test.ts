import { expect, onTestFinished, test } from 'vitest'
import { sampleKey } from '#sample/options.ts'
import { startSampleService } from '#sample/server.ts'
import { openedCore } from '../opened-core.ts'

/** A core on the sample service, and what its full text finds: kind, symbol and time of each hit. */
async function sampleSetup() {
  const service = await startSampleService()
  onTestFinished(() => service.close())
  const { api } = openedCore({ sample: { baseUrl: service.baseUrl, key: sampleKey } })
  const found = async (query: string) => {
    const told = await api.search.run({ query, chosen: {}, order: 'best', offset: 0, limit: 100 })
    if (!told.understood) throw new Error(told.error.message)
    return told.result.groups.flatMap(({ symbol, at, hits }) => hits.map(({ kind }) => ({ kind, symbol, at })))
  }
  return { api, found }
}

/** Some words that stand side by side, as a phrase. */
function phraseOf(text: string): string {
  return `"${/[A-Za-z]+ [a-z]+ [a-z]+/.exec(text)?.[0] ?? text}"`
}
const latestFirst = (all: readonly { readonly at: number | null }[]) =>
  all.map(({ at }) => at ?? 0).toSorted((left, right) => right - left)

test('ratings are found as they land, latest first, and by firm, story, symbol and day', async () => {
  const { api, found } = await sampleSetup()
  expect(await found('in:ratings')).toEqual([])
  const { records } = await api.fetch.ratings({ parameters: {}, freshness: 'service' })
  const ratings = await found('in:ratings')
  expect(ratings).toHaveLength(records.length)
  expect(ratings.map(({ at }) => at)).toEqual(latestFirst(ratings))
  for (const { firm, ticker, story, created_at } of records) {
    const query = `"${firm}" ${phraseOf(story ?? '')} symbol:${ticker} date:${created_at?.slice(0, 10)} in:ratings`
    expect(await found(query), query).toContainEqual(expect.objectContaining({ kind: 'rating', symbol: ticker }))
  }
  expect(await found(`${phraseOf(records[0]?.story ?? '')} in:news`)).toEqual([])
})

test('news are found as they land, latest first, and by headline, catalyst, symbol and day', async () => {
  const { api, found } = await sampleSetup()
  const { records } = await api.fetch.news({ parameters: { symbol: 'HLDN' }, freshness: 'service' })
  const news = await found('in:news')
  expect(news).toHaveLength(records.length)
  expect(news.map(({ at }) => at)).toEqual(latestFirst(news))
  for (const { headline, catalyst, created_at } of records) {
    const texts = [headline, catalyst].flatMap((text) => (text ? phraseOf(text) : []))
    const query = `${texts.join(' ')} symbol:hldn date:${created_at?.slice(0, 10) ?? ''} in:news`
    expect(await found(query), query).toContainEqual(expect.objectContaining({ kind: 'news', symbol: 'HLDN' }))
  }
  expect(await found('in:ratings')).toEqual([])
})
