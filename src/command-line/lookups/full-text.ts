/** Searches the stored transcripts, summaries, ratings and news. */

import { z } from 'zod'
import { refuse } from '../refuse.ts'
import { lookup } from '../lookup.ts'
import { readSymbols, unknownNotes, unknownSymbols } from './known-symbols.ts'
import {
  dayOf,
  limit,
  link,
  linkTo,
  moreNote,
  offset,
  packedIn,
  packNotes,
  packsOf,
  symbols,
  time,
  timeOf,
} from './shared-fields.ts'
import { clockOf } from './transcript.ts'

export const fullText = lookup({
  command: 'search',
  tool: 'search_transcripts',
  title: 'Search transcripts',
  summary:
    'Full-text search of stored transcripts, summaries, ratings and news: words, "phrases", AND, OR, NOT, NEAR/5, prefix*, speaker:, section:qa and other fields.',
  input: z.strictObject({
    query: z.string().min(1).max(2000).describe('Words and operators, such as price NEAR/5 increase'),
    symbols: symbols.default([]).describe('Only these companies (symbols, separated by commas)'),
    order: z.enum(['best', 'newest', 'most-hits']).default('best').describe('Order of the calls; default: best'),
    limit: limit(20, 1000),
    offset,
  }),
  positional: ['query'],
  response: z.object({
    total: z.int(),
    offset: z.int(),
    hits: z.array(
      z.object({
        kind: z.enum(['turn', 'summary', 'rating', 'news']),
        symbol: z.string().nullable(),
        company: z.string().nullable(),
        title: z.string(),
        at: time,
        /** Null for ratings and news. */
        callId: z.string().nullable(),
        /** Null for what is no turn. */
        turn: z.int().nullable(),
        speaker: z.string().nullable(),
        role: z.string().nullable(),
        organization: z.string().nullable(),
        /** Seconds of the recording. */
        start: z.number().nullable(),
        /** The words around the hit; hits are between « and ». */
        text: z.string(),
        /** The text is the user's correction of the transcript that the service sent. */
        corrected: z.boolean(),
        /** The rating or news item; null: it is in a call. */
        record: z.int().nullable(),
        pack: packedIn,
        link,
      }),
    ),
    unknownSymbols,
  }),
  look: async (api, { query, symbols: given, order, limit, offset }, signal) => {
    const { symbols, unknown } = await readSymbols(api, given, signal)
    const chosen = symbols.length > 0 ? { company: [...symbols] } : {}
    const checked = await api.search.run({ query, chosen, order, offset: 0, limit: 1 }, { signal })
    if (!checked.understood) refuse(`The query cannot be read: ${checked.error.message}`)
    const { rows, total } = await api.search.hits({ query, chosen, order, offset, limit }, { signal })
    const callIds = [...new Set(rows.flatMap(({ callId }) => callId ?? []))]
    const recordIds = [...new Set(rows.flatMap(({ recordId }) => recordId ?? []))]
    const packs = await packsOf(
      api,
      { callIds, records: recordIds.map((recordId) => ({ recordId, at: null })) },
      signal,
    )
    const packOf = new Map<string | number, (typeof packs.calls)[number]>([
      ...callIds.map((callId, at) => [callId, packs.calls[at] ?? null] as const),
      ...recordIds.map((recordId, at) => [recordId, packs.records[at] ?? null] as const),
    ])
    return {
      total,
      offset,
      unknownSymbols: unknown,
      hits: rows.map((row) => ({
        kind: row.kind,
        symbol: row.symbol,
        company: row.company,
        title: row.title,
        at: timeOf(row.at),
        callId: row.callId,
        turn: row.turn < 0 ? null : row.turn,
        speaker: row.speaker,
        role: row.role,
        organization: row.organization,
        start: row.start,
        text: row.snippet.map(({ text, hit }) => (hit ? `«${text}»` : text)).join(''),
        corrected: row.corrected,
        record: row.recordId,
        pack: packOf.get(row.recordId ?? row.callId ?? '') ?? null,
        link: row.callId === null ? null : linkTo({ screen: 'call', callId: row.callId, second: row.start }),
      })),
    }
  },
  table: ({ hits, offset, total, unknownSymbols }) => ({
    title: 'Hits',
    columns: [
      { title: 'Date', kind: 'text' },
      { title: 'Symbol', kind: 'text' },
      { title: 'Speaker', kind: 'text' },
      { title: 'Time', kind: 'text' },
      { title: 'Text', kind: 'text' },
      { title: 'Call', kind: 'text' },
    ],
    rows: hits.map((hit) => [
      dayOf(hit.at),
      hit.symbol,
      hit.speaker ?? hit.kind,
      clockOf(hit.start),
      hit.corrected ? `Corrected: ${hit.text}` : hit.text,
      hit.callId,
    ]),
    notes: [
      ...unknownNotes(unknownSymbols),
      ...moreNote({ shown: hits.length, offset, total }),
      ...packNotes(hits.map(({ pack }) => pack)),
    ],
  }),
})
