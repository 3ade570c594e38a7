/** Lists analyst ratings of the library. */

import { z } from 'zod'
import { ratingKind } from '#contract/api/ratings.ts'
import { lookup } from '../lookup.ts'
import { readSymbols, unknownNotes, unknownSymbols } from './known-symbols.ts'
import { dayOf, listFilter, listInput, moreNote, packedIn, packNotes, packsOf, time, timeOf } from './shared-fields.ts'

export const ratings = lookup({
  command: 'ratings',
  tool: 'list_ratings',
  title: 'Analyst ratings',
  summary: 'Analyst ratings and price targets in the library, latest first.',
  input: listInput,
  positional: ['symbols'],
  response: z.object({
    total: z.int(),
    offset: z.int(),
    ratings: z.array(
      z.object({
        record: z.int(),
        /** The service’s number. */
        id: z.int(),
        at: time,
        symbol: z.string().nullable(),
        company: z.string().nullable(),
        firm: z.string().nullable(),
        action: z.string().nullable(),
        kind: ratingKind,
        rating: z.string().nullable(),
        /** As received, and as far as it can be read. */
        priceTarget: z
          .object({ received: z.string(), amount: z.number().nullable(), currency: z.string().nullable() })
          .nullable(),
        previousRating: z.string().nullable(),
        receivedAt: time,
        pack: packedIn,
      }),
    ),
    unknownSymbols,
  }),
  look: async (api, input, signal) => {
    const { symbols, unknown } = await readSymbols(api, input.symbols, signal)
    const { entries, total } = await api.ratings.list(
      {
        filter: listFilter({ ...input, symbols }),
        order: { by: 'written', descending: true },
        offset: input.offset,
        limit: input.limit,
      },
      { signal },
    )
    const records = entries.map(({ recordId }) => ({ recordId, at: null }))
    const packs = await packsOf(api, { records }, signal)
    return {
      total,
      offset: input.offset,
      unknownSymbols: unknown,
      ratings: entries.map((entry, at) => ({
        record: entry.recordId,
        id: entry.id,
        at: timeOf(entry.at),
        symbol: entry.symbol,
        company: entry.company,
        firm: entry.firmName,
        action: entry.action,
        kind: entry.kind,
        rating: entry.rating,
        priceTarget: entry.target && {
          received: entry.target.raw,
          amount: entry.target.amount,
          currency: entry.target.currency,
        },
        previousRating: entry.previous?.rating ?? null,
        receivedAt: timeOf(entry.seenAt),
        pack: packs.records[at] ?? null,
      })),
    }
  },
  table: ({ ratings, offset, total, unknownSymbols }) => ({
    title: 'Analyst ratings',
    columns: [
      { title: 'Date', kind: 'text' },
      { title: 'Symbol', kind: 'text' },
      { title: 'Firm', kind: 'text' },
      { title: 'Action', kind: 'text' },
      { title: 'Rating', kind: 'text' },
      { title: 'Price target', kind: 'text' },
      { title: 'Record', kind: 'id' },
    ],
    rows: ratings.map((each) => [
      dayOf(each.at),
      each.symbol,
      each.firm,
      each.action,
      each.rating,
      each.priceTarget?.received ?? null,
      each.record,
    ]),
    notes: [
      ...unknownNotes(unknownSymbols),
      ...moreNote({ shown: ratings.length, offset, total }),
      ...packNotes(ratings.map(({ pack }) => pack)),
    ],
  }),
})
