/** Lists conference calls of the library. */

import { z } from 'zod'
import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import { lookup } from '../lookup.ts'
import { readSymbols, unknownNotes, unknownSymbols } from './known-symbols.ts'
import {
  link,
  linkTo,
  listFilter,
  listInput,
  moreNote,
  packedIn,
  packNotes,
  packsOf,
  time,
  timeOf,
} from './shared-fields.ts'

export const calls = lookup({
  command: 'calls',
  tool: 'list_calls',
  title: 'Conference calls',
  summary: 'Conference calls in the library, latest first.',
  input: listInput,
  positional: ['symbols'],
  response: z.object({
    total: z.int(),
    offset: z.int(),
    calls: z.array(
      z.object({
        callId: z.string(),
        symbol: z.string().nullable(),
        company: z.string().nullable(),
        title: z.string(),
        /** Inferred from title and date; null: it cannot be inferred. */
        inferredPeriod: z.string().nullable(),
        startedAt: time,
        status: z.string().nullable(),
        /** The transcript is in the library; null: the call is only listed. */
        transcript: z.object({ turns: z.int(), words: z.int(), fetchedAt: time, pack: packedIn }).nullable(),
        link,
      }),
    ),
    unknownSymbols,
  }),
  look: async (api, input, signal) => {
    const { symbols, unknown } = await readSymbols(api, input.symbols, signal)
    const { entries, total } = await api.calls.list(
      {
        filter: listFilter({ ...input, symbols }),
        order: { by: 'started', descending: true },
        offset: input.offset,
        limit: input.limit,
      },
      { signal },
    )
    const packs = await packsOf(api, { callIds: entries.map(({ callId }) => callId) }, signal)
    return {
      total,
      offset: input.offset,
      unknownSymbols: unknown,
      calls: entries.map(({ callId, symbol, company, title, quarter, startedAt, status, stored }, at) => ({
        callId,
        symbol,
        company,
        title,
        inferredPeriod: quarter && fiscalPeriodName(quarter),
        startedAt: timeOf(startedAt),
        status,
        transcript: stored && {
          turns: stored.turns,
          words: stored.words,
          fetchedAt: timeOf(stored.fetchedAt),
          pack: packs.calls[at] ?? null,
        },
        link: linkTo({ screen: 'call', callId, second: null }),
      })),
    }
  },
  table: ({ calls, offset, total, unknownSymbols }) => ({
    title: 'Conference calls',
    columns: [
      { title: 'Started', kind: 'text' },
      { title: 'Symbol', kind: 'text' },
      { title: 'Title', kind: 'text' },
      { title: 'Words', kind: 'count' },
      { title: 'Transcript', kind: 'text' },
      { title: 'Call', kind: 'text' },
    ],
    rows: calls.map(({ startedAt, symbol, title, transcript, callId }) => [
      startedAt,
      symbol,
      title,
      transcript?.words ?? null,
      transcript === null ? 'Not downloaded' : 'Downloaded',
      callId,
    ]),
    notes: [
      ...unknownNotes(unknownSymbols),
      ...moreNote({ shown: calls.length, offset, total }),
      ...packNotes(calls.map(({ transcript }) => transcript?.pack ?? null)),
    ],
  }),
})
