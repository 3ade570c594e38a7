import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { callResource } from '#core/calls/resources.ts'
import { newsResource } from '#core/news/resource.ts'
import { DocumentCorpus } from '#core/transcript-search/document-corpus.ts'
import { finish } from '#core/transcript-search/read-in-steps.ts'
import { StoredTexts } from '#core/transcript-search/stored-texts.ts'
import { segmentsOf } from '../calls/calls-service.ts'
import { someMonday } from '../clocks.ts'
import { openLedger } from '../ledger/ledger.ts'
import { newsOf } from '../watchlists/watchlist-setup.ts'

const never = new AbortController().signal

const newsAt = (at: number) => newsOf('ACME', at, '2025-12-02T10:00:00Z', { headline: `Item ${at}` })

/** All that a search knows of each document, in the order of their positions. */
function known(corpus: DocumentCorpus) {
  const { names } = corpus.columns
  return Array.from({ length: corpus.size }, (_, position) => [
    corpus.itemAt(position),
    names.companies.values[corpus.columns.companyAt(position)],
    names.years.values[corpus.columns.yearOf[position] ?? 0],
    corpus.columns.kindOf[position],
    corpus.columns.signOf[position],
  ])
}

test('a search knows the same of summaries and news read all at once or one change after the other', () => {
  const ledger = openLedger()
  const summary = (text: string) => ({
    call_id: 'a',
    symbol: 'ACME',
    summary: { summary: text },
    transcripts: [{ text: '', segments: segmentsOf('Jane Doe: Margins rose.') }],
  })
  let corpus: DocumentCorpus | undefined
  let at = someMonday
  const read = () => {
    corpus = finish(DocumentCorpus.read(ledger.reader, corpus))
    const atOnce = finish(DocumentCorpus.read(ledger.reader, undefined))
    expect(known(corpus)).toEqual(known(atOnce))
    return corpus.size
  }
  const receive = (...items: unknown[]) => {
    at += 1000
    ledger.record(newsResource, { data: items, message: 'ok' }, at)
  }
  expect(read()).toBe(0)
  receive(newsAt(1), newsAt(2), newsAt(3))
  ledger.record(callResource, summary('Margins rose.'), at)
  expect(read()).toBe(4)
  // The last one is replaced, and no other one came: its row must not be taken for the former one.
  ledger.record(callResource, summary('Margins rose a lot, to everybody’s surprise.'), (at += 1000))
  expect(read()).toBe(4)
  receive({ ...newsAt(2), headline: 'Another headline that is longer', ticker: 'OTHR' }, newsAt(4))
  expect(read()).toBe(5)
  ledger.record(callResource, summary(''), (at += 1000))
  expect(read()).toBe(4)
  receive(newsAt(5))
  expect(read()).toBe(5)
})

/** A library that is read in three steps. */
function manyCalls() {
  const ledger = openLedger()
  for (let call = 0; call < 250; call += 1)
    ledger.record(
      callResource,
      {
        call_id: `call-${call}`,
        symbol: 'ACME',
        transcripts: [{ text: '', segments: segmentsOf('Jane Doe: Prices.') }],
      },
      someMonday,
    )
  return ledger.reader
}

test('while the texts of a library are read for the first search, other requests have their turn', async () => {
  const texts = new StoredTexts(manyCalls(), false, never)
  const ended: string[] = []
  const [first, second] = await Promise.all([
    texts.current().finally(() => ended.push('search')),
    texts.current(),
    setImmediate().then(() => ended.push('other request')),
  ])
  expect(ended).toEqual(['other request', 'search'])
  expect(first.transcripts.size).toBe(250)
  // Two searches at once read them once.
  expect(second.transcripts).toBe(first.transcripts)
})

test('a search whose texts are still being read is canceled, and is no defect, when the library is closed', async () => {
  const ending = new AbortController()
  const search = new StoredTexts(manyCalls(), false, ending.signal).current()
  ending.abort()
  await expect(search).rejects.toMatchObject({ failure: { kind: 'cancelled' } })
})
