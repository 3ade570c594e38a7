import type { Edition } from '#contract/desk/financials.ts'
import type { Reader } from '../database/handles.ts'
import { canonicalJson } from '../canonical-json.ts'
import { lostOf, type Held } from '../ledger/held.ts'
import { getAnswerRecords, getNewestAnswer } from '../ledger/ledger-store.ts'
import { getPeriodEndsOf } from './fundamentals-store.ts'
import { mostPages, pageOfPeriods, reachesBefore } from './refresh-company.ts'
import { enhancedShelf, liteShelf } from './shelves.ts'

/**
 * The periods of a company that the service gave when it was last asked for them, page by page, as far back as they are wanted.
 * `since` as `refreshCompany` has it.
 */
export function heldStatements(db: Reader, symbol: string, edition: Edition, since?: string): Held {
  const { operation } = edition === 'enhanced' ? enhancedShelf : liteShelf
  const answerOf = (page: number) => getNewestAnswer(db, operation, canonicalJson(pageOfPeriods(symbol, page)))
  const first = answerOf(1)
  if (!first) return { askedAt: null, things: 0, lacks: 'never fetched' }
  const records = new Set(getAnswerRecords(db, first.id))
  const { pageCount, hits } = first
  const isDeep = (answerId: number) =>
    since !== undefined && reachesBefore(getPeriodEndsOf(db, getAnswerRecords(db, answerId)), since)
  let newest = first
  for (let page = 2; page <= mostPages && !isDeep(newest.id); page += 1) {
    // Where the service does not count, a page that brings nothing new was the last.
    const isLast = pageCount === null ? records.size === 0 : page > pageCount && records.size >= (hits ?? 0)
    if (isLast) break
    const next = answerOf(page)
    if (!next) return { askedAt: first.fetchedAt, things: records.size, lacks: `page ${page} was never fetched` }
    const before = records.size
    for (const id of getAnswerRecords(db, next.id)) records.add(id)
    if (records.size === before) break
    newest = next
  }
  const lost = lostOf(db, [...records])
  const lacks = lost > 0 ? `${lost} of ${records.size} periods are no longer in the library` : null
  return { askedAt: first.fetchedAt, things: records.size, lacks }
}
