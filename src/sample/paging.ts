/**
 * Cuts the requested page from a list, for all lists except the securities search. Also simulates
 * faults of paging, such as repeated or empty pages.
 */

import type { PagingFault } from './faults/fault-catalog.ts'
import { wholeParameter } from './responses.ts'

/** docs/interface.md, Operations. */
interface Pagination {
  hits: number
  page: number
  page_count: number
  page_size: number
}

interface Paging {
  readonly parameters: URLSearchParams
  readonly largestPage: number
  readonly fault?: PagingFault | undefined
}

/** One page of a list, the first page being 1; a page beyond the end is empty. */
export function pageOf<T>(list: readonly T[], { parameters, largestPage, fault }: Paging, defaultSize = 10) {
  const page = wholeParameter(parameters, 'page', 1)
  const size = Math.min(wholeParameter(parameters, 'page_size', defaultSize), largestPage)
  const pagination: Pagination = {
    hits: list.length,
    page,
    page_count: Math.ceil(list.length / size),
    page_size: size,
  }
  const from = (page - 1) * size
  switch (fault) {
    case undefined:
      return { items: list.slice(from, from + size), pagination }
    case 'page-repeats':
      return { items: list.slice(0, size), pagination }
    case 'page-empty':
      return { items: page === 1 ? list.slice(0, size) : [], pagination }
    case 'page-count-high':
      return {
        items: list.slice(from, from + size),
        pagination: { ...pagination, page_count: pagination.page_count + 3 },
      }
    case 'page-count-low':
      return { items: list.slice(from, from + size), pagination: { ...pagination, page_count: 1 } }
    case 'page-count-huge':
      return {
        items: list.slice(0, size),
        pagination: { ...pagination, hits: 10_000_000_000, page_count: 1_000_000_000 },
      }
    case 'list-shifts':
      // a row came in at the front after each page: the last row of one page is the first of the next
      return { items: list.slice(Math.max(0, from - (page - 1)), from - (page - 1) + size), pagination }
    case 'page-size-refused':
      // an accepted size is served as usual; the server refuses others before the list is read
      return { items: list.slice(from, from + size), pagination }
    case 'rows-missing':
      return { items: list.slice(from, Math.min(from + size, Math.max(0, list.length - 3))), pagination }
    case 'page-short':
      return { items: list.slice(from, from + Math.max(1, size - 3)), pagination }
    default:
      return fault satisfies never
  }
}
