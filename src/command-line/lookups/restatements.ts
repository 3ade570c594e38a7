/** Looks up figures that the service restated or withdrew. */

import { z } from 'zod'
import { figure } from '#contract/api/financials.ts'
import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import { figureLines } from '#contract/api/figure-lines.ts'
import { unitKinds } from '#contract/service/statement-lines.ts'
import { lookup } from '../lookup.ts'
import { readSymbols, unknownNotes, unknownSymbols } from './known-symbols.ts'
import { limit, offset, packedIn, packNotes, packsOf, startOfDay, symbols, time, timeOf } from './shared-fields.ts'

export const restatements = lookup({
  command: 'restatements',
  tool: 'list_restatements',
  title: 'Restatements',
  summary: 'Stored figures that the service restated or withdrew, latest first.',
  input: z.strictObject({
    symbols: symbols.default([]).describe('Symbols; none: all companies'),
    since: z.iso.date().optional().describe('Changes received from this day on (YYYY-MM-DD)'),
    withdrawn: z.boolean().default(false).describe('Withdrawn figures instead of restated ones'),
    limit: limit(50, 1000),
    offset,
  }),
  positional: ['symbols'],
  response: z.object({
    restatements: z.array(
      z.object({
        symbol: z.string(),
        field: z.string(),
        label: z.string(),
        /** Null: not known. */
        unit: z.enum(unitKinds).nullable(),
        period: z.string(),
        end: z.string(),
        previous: figure,
        current: figure,
        receivedAt: time,
        record: z.int(),
        pack: packedIn,
      }),
    ),
    offset: z.int(),
    more: z.boolean(),
    unknownSymbols,
  }),
  look: async (api, { symbols: given, since, withdrawn, limit, offset }, signal) => {
    const { symbols, unknown } = await readSymbols(api, given, signal)
    const { restatements, more } = await api.comparisons.restatements(
      {
        symbols: symbols.length === 0 ? null : [...symbols],
        kind: withdrawn ? 'withdrawn' : 'restated',
        since: since === undefined ? null : startOfDay(since),
        offset,
        limit,
      },
      { signal },
    )
    // Of the version that changed the figure, which a later one may have replaced.
    const records = restatements.map(({ recordId, seenAt }) => ({ recordId, at: seenAt }))
    const packs = await packsOf(api, { records }, signal)
    return {
      restatements: restatements.map(({ recordId, endPeriod, seenAt, ...each }, at) => ({
        symbol: each.symbol,
        field: each.field,
        label: each.label,
        unit: figureLines.get(each.field)?.unit ?? null,
        period: fiscalPeriodName(each),
        end: endPeriod,
        previous: each.previous,
        current: each.current,
        receivedAt: timeOf(seenAt),
        record: recordId,
        pack: packs.records[at] ?? null,
      })),
      offset,
      more,
      unknownSymbols: unknown,
    }
  },
  table: ({ restatements, more, unknownSymbols }) => ({
    title: 'Restatements',
    columns: [
      { title: 'Received', kind: 'text' },
      { title: 'Symbol', kind: 'text' },
      { title: 'Period', kind: 'text' },
      { title: 'Line', kind: 'text' },
      { title: 'Unit', kind: 'text' },
      { title: 'Previous', kind: 'number' },
      { title: 'Restated', kind: 'number' },
      { title: 'Record', kind: 'id' },
    ],
    rows: restatements.map((each) => [
      each.receivedAt,
      each.symbol,
      each.period,
      each.label,
      each.unit,
      each.previous,
      each.current,
      each.record,
    ]),
    units: restatements.map(({ unit }) => unit),
    notes: [
      ...unknownNotes(unknownSymbols),
      ...(more ? ['There are more. Use --limit, --offset or --since.'] : []),
      ...packNotes(restatements.map(({ pack }) => pack)),
    ],
  }),
})
