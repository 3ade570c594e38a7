import { expect, test } from 'vitest'
import { callResource } from '#core/calls/resources.ts'
import { newsResource } from '#core/news/resource.ts'
import { BitSet } from '#core/transcript-search/bit-set.ts'
import { filterAndCount } from '#core/transcript-search/facets.ts'
import { HitGroups } from '#core/transcript-search/hit-groups.ts'
import { rank } from '#core/transcript-search/rank-hits.ts'
import { StoredTexts, type Texts } from '#core/transcript-search/stored-texts.ts'
import { segmentsOf } from '../calls/calls-service.ts'
import { someMonday } from '../clocks.ts'
import { openLedger } from '../ledger/ledger.ts'
import { newsOf } from '../watchlists/watchlist-setup.ts'

const never = new AbortController().signal

const orders = ['best', 'newest', 'most-hits'] as const

/** Some calls with turns and summaries, and more news than a page is ever selected from. */
function stored(): Promise<Texts> {
  const ledger = openLedger()
  for (let call = 0; call < 7; call += 1) {
    const segments = segmentsOf(...Array.from({ length: 1 + (call % 3) }, (_, turn) => `Jane Doe: Margin ${turn}.`))
    ledger.record(
      callResource,
      {
        call_id: `call-${call}`,
        symbol: call % 2 === 0 ? 'ACME' : 'OTHR',
        start_time: `2025-0${1 + ((call * 3) % 7)}-01T00:00:00Z`,
        transcripts: [{ text: '', segments }],
        ...(call % 2 === 0 && { summary: { summary: 'Margins rose.' } }),
      },
      someMonday,
    )
  }
  const items = Array.from({ length: 1_200 }, (_, at) =>
    newsOf(at % 3 === 0 ? 'ACME' : 'NEWS', at, new Date(someMonday - ((at * 7) % 50) * 86_400_000).toISOString()),
  )
  ledger.record(newsResource, { data: items, message: 'ok' }, someMonday)
  return new StoredTexts(ledger.reader, false, never).current()
}

test('a page is the same part of the order however far it lies from the first, and no group is on two', async () => {
  const texts = await stored()
  const hits = { turns: BitSet.all(texts.transcripts.size), documents: BitSet.all(texts.documents.size) }
  const ranking = rank(texts.transcripts, texts.documents, [hits])
  const keyOf = ({ callId, documents }: { callId: string | null; documents: readonly number[] }) =>
    callId ?? `document ${documents[0] ?? -1}`
  for (const order of orders) {
    const all = new HitGroups(texts, hits, ranking, order).page(0, 5_000).map(keyOf)
    expect(all).toHaveLength(1_207)
    expect(new Set(all).size).toBe(1_207)
    for (const offset of [0, 13, 900]) {
      const groups = new HitGroups(texts, hits, ranking, order)
      expect(groups.page(offset, 50).map(keyOf), `${order}, from ${offset}`).toEqual(all.slice(offset, offset + 50))
    }
  }
})

test('a call with an empty symbol is of no company', async () => {
  const ledger = openLedger()
  const segments = segmentsOf('Jane Doe: Margins rose.')
  ledger.record(callResource, { call_id: 'a', symbol: '', transcripts: [{ text: '', segments }] }, someMonday)
  const texts = await new StoredTexts(ledger.reader, false, never).current()
  const hits = { turns: BitSet.all(texts.transcripts.size), documents: BitSet.all(texts.documents.size) }
  const groups = new HitGroups(texts, hits, rank(texts.transcripts, texts.documents, [hits]), 'best')
  expect([groups.calls, groups.companies]).toEqual([1, 0])
  const [companies] = filterAndCount(texts.transcripts, texts.documents, hits, {}).facets
  expect(companies).toMatchObject({ name: 'company', values: [], more: 0 })
})

test('counts the calls and the companies that have hits, each once', async () => {
  const texts = await stored()
  const { transcripts, documents } = texts
  const count = (turns: readonly number[], items: readonly number[]) => {
    const hits = { turns: new BitSet(transcripts.size), documents: new BitSet(documents.size) }
    for (const position of turns) hits.turns.add(position)
    for (const position of items) hits.documents.add(position)
    const groups = new HitGroups(texts, hits, rank(transcripts, documents, [hits]), 'best')
    return { calls: groups.calls, companies: groups.companies, page: groups.page(0, 9).map(({ count }) => count) }
  }
  const [summary = -1] = documents.ofCall('call-0')
  const news = Array.from({ length: documents.size }, (_, at) => at).filter(
    (at) => documents.itemAt(at).kind === 'news' && documents.itemAt(at).symbol === 'NEWS',
  )
  expect(count([], [])).toEqual({ calls: 0, companies: 0, page: [] })
  expect(count([0], [summary])).toEqual({ calls: 1, companies: 1, page: [2] })
  expect(count([], [summary, ...news.slice(0, 2)])).toEqual({ calls: 1, companies: 2, page: [1, 1, 1] })
})
