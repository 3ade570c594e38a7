/** Looks up figures of several companies, period by period. */

import { z } from 'zod'
import { missingSentences } from '#contract/api/figure-mark-words.ts'
import { edition, figure } from '#contract/api/financials.ts'
import { comparedLines } from '#contract/api/figure-lines.ts'
import { periodColumnName } from '#contract/api/fiscal-period-name.ts'
import { readTable } from '#contract/api/packed-figures.ts'
import { unitKinds } from '#contract/service/statement-lines.ts'
import type { LibraryApi } from '../library-reading.ts'
import { lookup } from '../lookup.ts'
import { refuse } from '../refuse.ts'
import { markNotes, marksOf, periodMarks } from './period-marks.ts'
import { readSymbols, unknownNotes, unknownSymbols } from './known-symbols.ts'
import { noLine } from './nearest-lines.ts'
import {
  adjustedForSplits,
  asOf,
  changeIn,
  currency,
  endOfDay,
  figureChange,
  link,
  linkTo,
  mostRows,
  packedInEach,
  packNotes,
  packsOfPeriods,
  reportedCurrency,
  symbols,
  time,
  timeOf,
} from './shared-fields.ts'

const usualLines = [
  'Revenue',
  'calculated.gross_margin',
  'calculated.operating_margin',
  'NetIncomeLossAttributableCommonShareholders',
  'DilutedEarningsPerShare',
  'calculated.free_cash_flow',
]

const company = z.object({
  symbol: z.string(),
  name: z.string().nullable(),
  /** Null: the library holds no statements of it. */
  edition: edition.nullable(),
  /** One for each period: the stored records behind it; null: none is stored. */
  periods: z.array(
    z
      .object({ records: z.array(z.int()), end: z.string(), fetchedAt: time, packs: packedInEach, ...periodMarks })
      .nullable(),
  ),
  /** Why periods are empty though those around them are not. */
  missing: z.array(z.string()),
})

const line = z.object({
  field: z.string(),
  label: z.string(),
  /** Of the figures, and of a difference between two of them; growth is a fraction, whatever the unit. */
  unit: z.enum(unitKinds),
  /** How the values compare with the year-ago period: growth of amounts, and the difference of ratios, percents and days; null: they are the figures. */
  change: figureChange.nullable(),
  companies: z.array(
    z.object({
      symbol: z.string(),
      /** One for each period; `n.m.`: without a meaning; null: n/a. */
      values: z.array(figure),
    }),
  ),
})

export const comparison = lookup({
  command: 'compare',
  tool: 'compare_companies',
  title: 'Compare companies',
  summary:
    'Figures of several companies by period, from the stored statements. Monetary figures are in each company’s reporting currency; nothing is converted.',
  input: z.strictObject({
    symbols: symbols.min(1).describe('Symbols of the companies'),
    fields: z
      .array(z.string().max(100))
      .min(1)
      .max(250)
      .default(usualLines)
      .describe(
        'Fields of the lines, or names of your own metrics; default: revenue, margins, net income, diluted EPS and free cash flow',
      ),
    basis: z
      .enum(['annual', 'quarterly', 'ltm'])
      .default('annual')
      .describe('Years, quarters, or the twelve months to each quarter; default: annual'),
    growth: z
      .boolean()
      .default(false)
      .describe(
        'Change from the year-ago period instead of the figures: growth of amounts, difference of ratios, percents and days',
      ),
    periods: z.int().min(1).max(40).default(4).describe('How many of the latest periods; default 4'),
    asOf,
  }),
  positional: ['symbols'],
  response: z.object({
    /** `calendar`: companies whose years end in other months are placed by calendar quarters. */
    alignment: z.enum(['fiscal', 'calendar']),
    mode: z.enum(['values', 'yoy']),
    asOf: time,
    currency,
    adjustedForSplits,
    /** Oldest first. */
    periods: z.array(z.string()),
    companies: z.array(company),
    lines: z.array(line),
    unknownFields: z.array(z.string()),
    unknownSymbols,
    link,
  }),
  look: async (api, { symbols: given, fields: named, basis, growth, periods, asOf }, signal) => {
    const { symbols, unknown } = await readSymbols(api, given, signal)
    const fields = await fieldsOf(api, named, signal)
    const rows = symbols.length * fields.length
    if (rows > mostRows)
      refuse(
        `${symbols.length} companies with ${fields.length} fields are ${rows.toLocaleString('en-US')} rows; at most 1,000 are given. Name fewer companies or fields.`,
      )
    const mode: 'values' | 'yoy' = growth ? 'yoy' : 'values'
    const moment = asOf === undefined ? null : endOfDay(asOf)
    const { adjustSplits } = await api.preferences.read(undefined, { signal })
    const table = await readTable(
      await api.comparisons.table(
        {
          companies: symbols.map((symbol) => ({ symbol })),
          lines: fields,
          basis,
          alignment: 'automatic',
          mode,
          periods,
          asOf: moment,
          adjustSplits,
          firstLines: fields,
        },
        { signal },
      ),
    )
    const records = table.companies.flatMap(({ periods }) => periods.map((each) => each?.recordIds ?? []))
    const packs = await packsOfPeriods(api, records, moment, signal)
    return {
      alignment: table.alignment,
      mode,
      asOf: timeOf(moment),
      currency: reportedCurrency,
      adjustedForSplits: adjustSplits,
      periods: table.columns.map((column) => periodColumnName(column, table)),
      companies: table.companies.map(({ symbol, name, edition, periods, missing }, company) => ({
        symbol,
        name,
        edition,
        periods: periods.map(
          (each, at) =>
            each && {
              records: each.recordIds,
              end: each.endPeriod,
              fetchedAt: timeOf(each.fetchedAt),
              packs: [...(packs[company * periods.length + at] ?? [])],
              ...marksOf(each, growth ? 'compared' : 'figures'),
            },
        ),
        missing,
      })),
      lines: table.lines.map(({ field, label, unit, values, shown }) => ({
        field,
        label,
        unit,
        change: growth ? changeIn(unit) : null,
        companies: table.companies.map(({ symbol }, at) => {
          const first = at * table.columns.length
          return { symbol, values: (growth ? shown : values).slice(first, first + table.columns.length) }
        }),
      })),
      unknownFields: table.unknownLines,
      unknownSymbols: unknown,
      link: linkTo({ screen: 'compare', symbols: [...symbols] }),
    }
  },
  table: ({
    mode,
    currency,
    adjustedForSplits,
    periods,
    companies,
    lines,
    unknownFields,
    unknownSymbols,
    alignment,
  }) => {
    // Without a stored period of any company every figure would be n/a: nothing is found then.
    const isFound = companies.some(({ periods: each }) => each.some((period) => period !== null))
    const shown = isFound ? lines : []
    const isChange = mode === 'yoy'
    return {
      title: 'Comparison',
      columns: [
        { title: 'Line', kind: 'text' },
        { title: 'Company', kind: 'text' },
        ...(isChange ? [{ title: 'Change', kind: 'text' as const }] : []),
        ...periods.map((title) => ({ title, kind: isChange ? ('growth' as const) : ('number' as const) })),
      ],
      rows: shown.flatMap(({ label, change, companies: each }) =>
        each.map(({ symbol, values }) => [label, symbol, ...(isChange ? [change] : []), ...values]),
      ),
      units: shown.flatMap(({ unit, companies: each }) => each.map(() => unit)),
      notes: [
        alignment === 'calendar'
          ? 'Periods are calendar periods, because the fiscal years end in different months.'
          : 'Periods are fiscal periods.',
        currency,
        ...companies.flatMap(({ symbol, edition }) =>
          edition === null && !unknownSymbols.some((unknown) => unknown.symbol === symbol)
            ? [`${symbol}: no statements are stored.`]
            : [],
        ),
        ...missingSentences(companies).map((sentence) => `${sentence}.`),
        ...markNotes(
          companies.flatMap(({ symbol, periods: each }) =>
            each.flatMap((period, at) =>
              period ? [{ ...period, name: `${symbol} ${periods[at] ?? ''}`, company: symbol }] : [],
            ),
          ),
          lines,
          { adjustedForSplits, isGrowth: isChange },
        ),
        ...packNotes(companies.flatMap(({ periods }) => periods.flatMap((each) => (each ? [each.packs] : [])))),
        ...unknownFields.map(noLine),
        ...unknownNotes(unknownSymbols),
      ],
    }
  },
})

/** The user’s own metrics may be given by their names. */
async function fieldsOf(api: LibraryApi, named: readonly string[], signal: AbortSignal): Promise<string[]> {
  if (named.every((field) => comparedLines.has(field))) return [...named]
  const { metrics } = await api.metrics.list(undefined, { signal })
  const byName = new Map(metrics.map(({ id, name }) => [name.toLowerCase(), `own.${id}`]))
  return named.map((field) => (comparedLines.has(field) ? field : (byName.get(field.toLowerCase()) ?? field)))
}
