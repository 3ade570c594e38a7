import { expect, test } from 'vitest'
import { newsResource } from '#core/news/resource.ts'
import { BitSet } from '#core/transcript-search/bit-set.ts'
import { filterAndCount } from '#core/transcript-search/facets.ts'
import { StoredTexts, type Texts } from '#core/transcript-search/stored-texts.ts'
import { someMonday } from '../clocks.ts'
import { openLedger } from '../ledger/ledger.ts'
import { newsOf } from '../watchlists/watchlist-setup.ts'

const never = new AbortController().signal

const day = 86_400_000
const nameOf = (company: number) => `C${String(company).padStart(3, '0')}`

/** 250 companies, of which each but the last fifty has two items of news, and those one. */
function stored(): Promise<Texts> {
  const ledger = openLedger()
  const companies = Array.from({ length: 250 }, (_, company) => company)
  const items = [...companies, ...companies.slice(0, 200)].map((company, at) =>
    newsOf(nameOf(company), at, new Date(someMonday - at * day).toISOString()),
  )
  ledger.record(newsResource, { data: items, message: 'ok' }, someMonday)
  return new StoredTexts(ledger.reader, false, never).current()
}

async function companiesOf(chosen: readonly string[]) {
  const { transcripts, documents } = await stored()
  const found = { turns: BitSet.all(transcripts.size), documents: BitSet.all(documents.size) }
  const choice = chosen.length === 0 ? {} : { company: [...chosen] }
  const [companies] = filterAndCount(transcripts, documents, found, choice).facets
  return {
    values: companies?.values.map(({ value, count }) => `${value} ${count}`) ?? [],
    more: companies?.more,
  }
}

const withMostHits = Array.from({ length: 200 }, (_, company) => `${nameOf(company)} 2`)

test('of many companies the 200 with the most hits are listed, and how many others there are', async () => {
  expect(await companiesOf([])).toEqual({ values: withMostHits, more: 50 })
})

test('a chosen company is listed however few hits it has', async () => {
  expect(await companiesOf([nameOf(230), 'NONE'])).toEqual({ values: [...withMostHits, 'C230 1', 'NONE 0'], more: 49 })
})
