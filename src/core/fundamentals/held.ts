import type { Edition } from '#contract/desk/financials.ts'
import { canonicalJson } from '../canonical-json.ts'
import { gapWords, lostOf, neverFetched, type Held } from '../ledger/held.ts'
import { getAnswerRecords, getNewestAnswer, type LedgerAnswer } from '../ledger/ledger-store.ts'
import type { Library } from '../ledger/library.ts'
import { listGap } from '../ledger/list-gap.ts'
import { getPeriodEndsOf } from './fundamentals-store.ts'
import { mostPages, pageOfPeriods, reachesBefore } from './refresh-company.ts'
import { enhancedShelf, liteShelf } from './shelves.ts'

function operationOf(edition: Edition) {
  return (edition === 'enhanced' ? enhancedShelf : liteShelf).operation
}

/** The newest answers for the pages of a company's periods, from the first page on that were ever asked for without one missing. */
export function answersForPeriods({ reader, client }: Library, symbol: string, edition: Edition): LedgerAnswer[] {
  const operation = operationOf(edition)
  const pageSize = client.pageSizes.of(operation)
  const answers: LedgerAnswer[] = []
  for (let page = 1; page <= mostPages; page += 1) {
    const answer = getNewestAnswer(reader, operation, canonicalJson(pageOfPeriods(symbol, page, pageSize)))
    if (!answer) break
    answers.push(answer)
  }
  return answers
}

/**
 * The periods of a company that the service gave when it was last asked for them, page by page, as far back as they are wanted.
 * `since` as `refreshCompany` has it.
 */
export function heldStatements(library: Library, symbol: string, edition: Edition, since?: string): Held {
  const { reader: db } = library
  const answers = answersForPeriods(library, symbol, edition)
  const [first] = answers
  if (!first) return neverFetched
  const gap = gapWords(listGap(db, operationOf(edition), answers), 'period', 'periods')
  const records = new Set(getAnswerRecords(db, first.id))
  const { pageCount, hits } = first
  const isDeep = (answerId: number) =>
    since !== undefined && reachesBefore(getPeriodEndsOf(db, getAnswerRecords(db, answerId)), since)
  let newest = first
  for (let page = 2; page <= mostPages && !isDeep(newest.id); page += 1) {
    // Where the service does not count, a page that brings nothing new was the last.
    const isLast = pageCount === null ? records.size === 0 : page > pageCount && records.size >= (hits ?? 0)
    if (isLast) break
    const next = answers[page - 1]
    if (!next) return { askedAt: first.fetchedAt, things: records.size, lacks: `page ${page} was never fetched`, gap }
    const before = records.size
    for (const id of getAnswerRecords(db, next.id)) records.add(id)
    if (records.size === before) break
    newest = next
  }
  const lost = lostOf(db, [...records])
  const lacks = lost > 0 ? `${lost} of ${records.size} periods are no longer in the library` : null
  return { askedAt: first.fetchedAt, things: records.size, lacks, gap }
}
