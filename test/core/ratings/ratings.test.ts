import { expect, test } from 'vitest'
import { getRecords } from '#core/ledger/ledger-store.ts'
import { newsResource } from '#core/news/resource.ts'
import { ratingsResource } from '#core/ratings/resource.ts'
import { someMonday } from '../clocks.ts'
import { openLedger } from '../ledger/ledger.ts'
import { listed } from '../records.ts'

const idOf = ({ body }: { body: string }) => (JSON.parse(body) as { id: number }).id

test.each([
  ['all, the latest first', {}, [3, 2, 1, 4]],
  ['by number', { id: '2' }, [2]],
  ['by what is no number: none, rather than all', { id: 'two' }, []],
  ['by nothing as a number: none', { id: ' ' }, []],
  ['by symbol', { symbol: 'ACME' }, [3, 1]],
  ['by firm and exchange', { firm: 'house', exchange: 'NYSE' }, [1]],
  ['by company', { company: 'Acme' }, [1]],
  ['from a time on', { from: '2026-01-05 12:00:00' }, [3, 2]],
  ['until a time', { to: '2026-01-05 11:59:59' }, [1]],
  ['page by page, the pages written as text', { page: '2', page_size: '3' }, [4]],
  ['with pages that are no numbers, as if none were given', { page: 'next', page_size: 'all' }, [3, 2, 1, 4]],
  ['with pages that make no sense', { page: '-1', page_size: '1.5' }, [3]],
  ['with endless pages', { page: '1', page_size: 'Infinity' }, [3, 2, 1, 4]],
])('ratings are found %s', (_, parameters, ids) => {
  const ledger = openLedger()
  const ratings = [
    {
      id: 1,
      ticker: 'ACME',
      firm: 'house',
      exchange: 'NYSE',
      company: 'Acme',
      created_at: '2026-01-05T09:00:00.123456Z',
    },
    { id: 2, ticker: 'OTHR', firm: 'house', exchange: 'NASDAQ', created_at: '2026-01-05 12:00:00' },
    { id: 3, ticker: 'ACME', firm: 'other', created_at: '2026-01-06T09:00:00+00:00' },
    { id: 4, ticker: 'OTHR', created_at: 'never' },
  ]
  ledger.record(ratingsResource, listed(ratings), someMonday)
  const found = ratingsResource.find(ledger.reader, parameters)
  expect(getRecords(ledger.reader, found.recordIds).map(idOf)).toEqual(ids)
})

test.each([
  ['of a company, the latest first', { symbol: 'ACME' }, [3, 1]],
  ['of a type', { symbol: 'ACME', type: 'losers' }, [3]],
  ['of a share class', { symbol: 'ACME', share_class_figi: 'BBG001S5N8V8' }, [1]],
  ['by number', { symbol: 'OTHR', id: 2 }, [2]],
  ['page by page', { symbol: 'ACME', page: 2, page_size: 1 }, [1]],
])('news are found %s', (_, parameters, ids) => {
  const ledger = openLedger()
  const news = [
    { id: 1, ticker: 'ACME', type: 'gainers', share_class_figi: 'BBG001S5N8V8', created_at: '2026-01-05T09:00:00Z' },
    { id: 2, ticker: 'OTHR', type: 'gainers', created_at: '2026-01-05T10:00:00Z' },
    { id: 3, ticker: 'ACME', type: 'losers', created_at: '2026-01-06T09:00:00Z' },
  ]
  ledger.record(newsResource, listed(news), someMonday)
  const found = newsResource.find(ledger.reader, parameters)
  expect(getRecords(ledger.reader, found.recordIds).map(idOf)).toEqual(ids)
})
