/** Finds securities in the library by symbol, name or identifier. */

import { z } from 'zod'
import { securityHit } from '#contract/api/securities.ts'
import { lookup } from '../lookup.ts'
import { limit, link, linkTo, moreNote, offset, time, timeOf } from './shared-fields.ts'

const security = securityHit
  .omit({ status: true, marketCap: true, source: true, fetchedAt: true })
  .extend({ fetchedAt: time, link })

export const securities = lookup({
  command: 'find',
  tool: 'find_securities',
  title: 'Find securities',
  summary: 'Find securities in the library by symbol, name, ISIN, CUSIP, FIGI, CIK or exchange.',
  input: z.strictObject({
    query: z
      .string()
      .max(200)
      .default('')
      .describe('Symbol, name or identifier; empty: companies whose statements are stored'),
    limit: limit(20, 500),
    offset,
  }),
  positional: ['query'],
  response: z.object({
    /** Matches in the library; more than the securities that are listed where `limit` cut them. */
    found: z.int(),
    offset: z.int(),
    /** There are more than `found`. */
    atLeast: z.boolean(),
    securities: z.array(security),
  }),
  look: async (api, { query, limit, offset }, signal) => {
    const { hits, found, atLeast } = await api.securities.find(
      { query, limit, offset, freshness: 'library' },
      { signal },
    )
    return {
      found,
      offset,
      atLeast,
      securities: hits.map((hit) => ({
        ...hit,
        fetchedAt: timeOf(hit.fetchedAt),
        link: linkTo({ screen: 'company', symbol: hit.symbol }),
      })),
    }
  },
  table: ({ securities, offset, found, atLeast }) => ({
    title: 'Securities',
    columns: [
      { title: 'Symbol', kind: 'text' },
      { title: 'Name', kind: 'text' },
      { title: 'Exchange', kind: 'text' },
      { title: 'Country', kind: 'text' },
      { title: 'Type', kind: 'text' },
      { title: 'ISIN', kind: 'text' },
      { title: 'FIGI', kind: 'text' },
      { title: 'Statements', kind: 'text' },
    ],
    rows: securities.map((each) => [
      each.symbol,
      each.name,
      each.exchange ?? each.mic,
      each.country,
      each.type,
      each.isin,
      each.figi,
      each.hasFundamentals ? 'yes' : 'no',
    ]),
    notes: moreNote({ shown: securities.length, offset, total: found, isAtLeast: atLeast }),
  }),
})
