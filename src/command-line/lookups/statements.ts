/** Looks up a company's statements, period by period. */

import { z } from 'zod'
import { figureLines } from '#contract/api/figure-lines.ts'
import { edition, figure } from '#contract/api/financials.ts'
import { heldBackSentence } from '#contract/api/figure-mark-words.ts'
import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import { usualNumberFormat } from '#contract/api/number-format.ts'
import { unitKinds } from '#contract/service/statement-lines.ts'
import { lookup } from '../lookup.ts'
import { markNotes, marksOf, periodMarks } from './period-marks.ts'
import { readSymbol } from './known-symbols.ts'
import { noLine } from './nearest-lines.ts'
import {
  adjustedForSplits,
  asOf,
  currency,
  endOfDay,
  link,
  linkTo,
  packedInEach,
  packNotes,
  packsOfPeriods,
  reportedCurrency,
  symbol,
  time,
  timeOf,
} from './shared-fields.ts'

const period = z.object({
  /** `Q3 FY2025`, `FY2025`, `LTM`. */
  name: z.string(),
  kind: z.enum(['annual', 'quarter', 'ltm', 'other']),
  /** YYYY-MM-DD, as received. */
  end: z.string(),
  /** Stored records behind the period, for the source of a figure: one, or the four quarters of the last twelve months. */
  records: z.array(z.int()),
  fetchedAt: time,
  packs: packedInEach,
  /** Fields that were restated since the record was first stored. */
  restated: z.array(z.string()),
  /** Fields that do not tie out. */
  breaks: z.array(z.string()),
  ...periodMarks,
})

const line = z.object({
  field: z.string(),
  label: z.string(),
  unit: z.enum(unitKinds),
  /** One for each period, in full units; `n.m.`: without a meaning; null: n/a. */
  values: z.array(figure),
})

export const statements = lookup({
  command: 'statements',
  tool: 'get_statements',
  title: 'Statements of a company',
  summary:
    'Stored income statement, balance sheet, cash flow and metrics of a company, oldest period first. Monetary figures are in the company’s reporting currency; nothing is converted.',
  input: z.strictObject({
    symbol,
    quarterly: z.boolean().default(false).describe('Quarters instead of years'),
    periods: z.int().min(1).max(120).default(8).describe('How many of the latest periods; default 8'),
    fields: z
      .array(z.string().max(100))
      .max(250)
      .optional()
      .describe(
        'Only these fields, such as Revenue,OperatingIncome; default: every line with a figure, or with one that is damaged or withdrawn',
      ),
    edition: edition.optional().describe('Enhanced or lite fundamentals; default: enhanced where stored'),
    asOf,
  }),
  positional: ['symbol'],
  response: z.object({
    symbol: z.string(),
    edition,
    /** The time as of which the figures are; null: now. */
    asOf: time,
    currency,
    adjustedForSplits,
    /** Oldest first; the latest of all. */
    periods: z.array(period),
    /** Stored periods, of which `periods` are the latest. */
    totalPeriods: z.int(),
    lines: z.array(line),
    /** Periods whose latest response lacks more than a fifth of their figures: the previous figures are given until the user accepts it. */
    heldBack: z.object({ periods: z.int(), lost: z.int(), of: z.int(), receivedAt: time }).nullable(),
    /** Fields that were requested and that no line has. */
    unknownFields: z.array(z.string()),
    link,
  }),
  look: async (api, { symbol: given, quarterly, periods: wanted, fields, edition, asOf }, signal) => {
    const symbol = await readSymbol(api, given, signal)
    const moment = asOf === undefined ? undefined : endOfDay(asOf)
    const { adjustSplits } = await api.preferences.read(undefined, { signal })
    const opened = await api.financials.open(
      {
        symbol,
        basis: quarterly ? 'quarterly' : 'annual',
        comparison: 'none',
        freshness: 'library',
        adjustSplits,
        ...(edition && { edition }),
        ...(moment !== undefined && { asOf: moment }),
      },
      { signal },
    )
    const first = Math.max(0, opened.periods.length - wanted)
    const shown = opened.periods.slice(first)
    const records = shown.map(({ recordIds }) => recordIds)
    const packs = await packsOfPeriods(api, records, moment ?? null, signal)
    const lost = new Set(shown.flatMap(({ unreadable, withdrawn }) => [...unreadable, ...withdrawn]))
    const isWanted = fields === undefined ? null : new Set(fields)
    return {
      symbol: opened.symbol,
      edition: opened.edition,
      asOf: timeOf(moment ?? null),
      currency: reportedCurrency,
      adjustedForSplits: adjustSplits,
      totalPeriods: opened.periods.length,
      periods: shown.map((each, at) => ({
        name: each.kind === 'ltm' ? 'LTM' : fiscalPeriodName(each),
        kind: each.kind,
        end: each.endPeriod,
        records: each.recordIds,
        fetchedAt: timeOf(each.fetchedAt),
        packs: [...(packs[at] ?? [])],
        restated: each.restated,
        breaks: each.breaks,
        ...marksOf(each, 'figures'),
      })),
      lines: [...figureLines.values()].flatMap(({ field, label, unit }) => {
        const values = opened.values[field]?.slice(first) ?? []
        const isShown = isWanted ? isWanted.has(field) : values.some((value) => value !== null) || lost.has(field)
        return isShown ? [{ field, label, unit, values }] : []
      }),
      heldBack: opened.heldBack && { ...opened.heldBack, receivedAt: timeOf(opened.heldBack.receivedAt) },
      unknownFields: (fields ?? []).filter((field) => !figureLines.has(field)),
      link: linkTo({ screen: 'company', symbol: opened.symbol }),
    }
  },
  table: ({
    symbol,
    edition,
    asOf,
    currency,
    adjustedForSplits,
    periods,
    totalPeriods,
    lines,
    heldBack,
    unknownFields,
  }) => {
    // Without a stored period every line is empty: nothing is found then.
    const shown = periods.length === 0 ? [] : lines
    return {
      title: `${symbol} statements`,
      columns: [
        { title: 'Line', kind: 'text' },
        ...periods.map(({ name, end }) => ({ title: `${name} ${end}`, kind: 'number' as const })),
      ],
      rows: shown.map(({ label, values }) => [label, ...values]),
      units: shown.map(({ unit }) => unit),
      notes: [
        `${edition === 'enhanced' ? 'Enhanced' : 'Lite'} fundamentals${asOf === null ? '' : `, as of ${asOf}`}.`,
        currency,
        ...(asOf !== null && totalPeriods === 0
          ? [`No statements of ${symbol} were in the library at that time.`]
          : []),
        ...(periods.length < totalPeriods
          ? [`${periods.length} of ${totalPeriods} periods are shown. Use --periods for more.`]
          : []),
        ...(heldBack
          ? [heldBackSentence(heldBack, { received: heldBack.receivedAt ?? '', numbers: usualNumberFormat })]
          : []),
        ...markNotes(periods, lines, { adjustedForSplits, isGrowth: false }),
        ...packNotes(periods.map(({ packs }) => packs)),
        ...unknownFields.map(noLine),
      ],
    }
  },
})
