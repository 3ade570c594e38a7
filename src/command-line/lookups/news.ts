/** Lists news of the library. */

import { z } from 'zod'
import { lookup } from '../lookup.ts'
import { readSymbols, unknownNotes, unknownSymbols } from './known-symbols.ts'
import { dayOf, listFilter, listInput, moreNote, packedIn, packNotes, packsOf, time, timeOf } from './shared-fields.ts'

export const news = lookup({
  command: 'news',
  tool: 'list_news',
  title: 'News',
  summary: 'News in the library, latest first.',
  input: listInput,
  positional: ['symbols'],
  response: z.object({
    total: z.int(),
    offset: z.int(),
    news: z.array(
      z.object({
        record: z.int(),
        /** The service’s number. */
        id: z.int(),
        at: time,
        symbol: z.string().nullable(),
        company: z.string().nullable(),
        headline: z.string().nullable(),
        /** Why the shares moved; null: not stated. */
        catalyst: z.string().nullable(),
        type: z.string().nullable(),
        receivedAt: time,
        pack: packedIn,
      }),
    ),
    unknownSymbols,
  }),
  look: async (api, input, signal) => {
    const { symbols, unknown } = await readSymbols(api, input.symbols, signal)
    const { entries, total } = await api.news.list(
      {
        filter: listFilter({ ...input, symbols }),
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
      news: entries.map(({ recordId, id, at, symbol, company, headline, catalyst, type, seenAt }, index) => ({
        record: recordId,
        id,
        at: timeOf(at),
        symbol,
        company,
        headline,
        catalyst,
        type,
        receivedAt: timeOf(seenAt),
        pack: packs.records[index] ?? null,
      })),
    }
  },
  table: ({ news, offset, total, unknownSymbols }) => ({
    title: 'News',
    columns: [
      { title: 'Date', kind: 'text' },
      { title: 'Symbol', kind: 'text' },
      { title: 'Headline', kind: 'text' },
      { title: 'Catalyst', kind: 'text' },
      { title: 'Record', kind: 'id' },
    ],
    rows: news.map(({ at, symbol, headline, catalyst, record }) => [dayOf(at), symbol, headline, catalyst, record]),
    notes: [
      ...unknownNotes(unknownSymbols),
      ...moreNote({ shown: news.length, offset, total }),
      ...packNotes(news.map(({ pack }) => pack)),
    ],
  }),
})
