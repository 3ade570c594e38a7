/**
 * Plans the table of contents of a booklet: its rows, page numbers, and remarks on what is missing.
 */

import type { BookletEntry, MissingPart } from '#contract/api/booklet.ts'
import type { PaperSize } from '#contract/api/paper-size.ts'
import { sentenceOf } from '../../format/failure-text.ts'
import { formatInstantDay } from '../../format/dates.ts'

/** A line of the contents. */
export interface ContentsRow {
  readonly symbol: string
  readonly name: string
  /** Page number in the booklet, from 1; null: none. */
  readonly page: number | null
  /** Id of its first page; empty: it has none. */
  readonly anchor: string
  /** The day of the latest fetch. */
  readonly fetched: string
  readonly remark: string
  readonly isFailed: boolean
}

/** Rows on the first page of the contents and on each further one: as many as the page holds. */
const rowsPerPage: Readonly<Record<PaperSize, { readonly first: number; readonly further: number }>> = {
  a4: { first: 52, further: 58 },
  letter: { first: 48, further: 54 },
}

/** The rows of each page of the contents; of none, one empty page. */
export function contentsPages<Row>(rows: readonly Row[], size: PaperSize): readonly (readonly Row[])[] {
  const { first, further } = rowsPerPage[size]
  const pages = [rows.slice(0, first)]
  for (let at = first; at < rows.length; at += further) pages.push(rows.slice(at, at + further))
  return pages
}

/** Id of a company's first page, by its place among the companies. */
export function anchorOf(at: number): string {
  return `company-${at + 1}`
}

export const spreadAnchor = 'spread'

/** `pages`: how many there are of each company, in the order of the entries. `before`: pages in front of the first one. */
export function contentsRows(
  entries: readonly BookletEntry[],
  pages: readonly number[],
  before: number,
): readonly ContentsRow[] {
  let next = before + 1
  return entries.map((entry, at): ContentsRow => {
    const count = pages[at] ?? 0
    const page = count === 0 ? null : next
    next += count
    return {
      symbol: entry.symbol,
      name: entry.name ?? '',
      page,
      anchor: page === null ? '' : anchorOf(at),
      fetched: entry.fetchedAt === null ? 'n/a' : formatInstantDay(entry.fetchedAt),
      remark: remarkOf(entry),
      isFailed: entry.failure !== null,
    }
  })
}

const partNames: Readonly<Record<MissingPart, string>> = {
  quarters: 'quarters',
  years: 'fiscal years',
  calls: 'calls',
  transcript: 'latest transcript',
  ratings: 'ratings',
  news: 'news',
  security: 'security record',
}

/** "quarters, ratings"; of a company that has nothing, or could not be drawn, that. */
export function remarkOf({ missing, isEmpty, failure }: BookletEntry): string {
  if (failure) return `Not included: ${sentenceOf(failure, '')}`
  if (isEmpty) return 'Nothing stored'
  return missing.map((part) => partNames[part]).join(', ')
}

/** "Quarters: none stored." for each part. */
export function missingSentences({ missing }: BookletEntry): readonly string[] {
  return missing.map((part) => {
    const name = partNames[part]
    return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}: none stored.`
  })
}
