/** Looks up where a figure comes from: its requests, records and versions; of a calculated one its rule and inputs. */

import { z } from 'zod'
import { statedAtEnd, twelveMonthMetricByField } from '#contract/api/calculated-lines.ts'
import { comparedLines, labelOf } from '#contract/api/figure-lines.ts'
import { receivedSentence, versionWords } from '#contract/api/figure-mark-words.ts'
import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import { figure } from '#contract/api/financials.ts'
import { insightByField, metricByField, unitKinds, type UnitKind } from '#contract/service/statement-lines.ts'
import { mark } from '#contract/api/provenance.ts'
import { versionState } from '#contract/api/source.ts'
import { didYouMean, nearestNames } from '../nearest-names.ts'
import { refuse } from '../refuse.ts'
import type { LibraryApi } from '../library-reading.ts'
import { lookup } from '../lookup.ts'
import { nearestLines } from './nearest-lines.ts'
import { asOf, changeIn, endOfDay, figureChange, packedIn, packIn, time, timeOf } from './shared-fields.ts'

const recordSource = z.object({
  record: z.int(),
  request: z.object({
    operation: z.string(),
    /** Path at the service, without host and key. */
    path: z.string(),
    parameters: z.record(z.string(), z.string()),
  }),
  fetchedAt: time,
  pack: packedIn,
  firstFetchedAt: time,
  /** The service’s own time of the record. */
  recordUpdatedAt: z.string().nullable(),
  /** sha256 of the record’s content, hex. */
  hash: z.string(),
})

const input = z.object({
  record: z.int(),
  field: z.string(),
  label: z.string(),
  /** `Q3 FY2025`. */
  period: z.string(),
  /** YYYY-MM-DD, as received. */
  end: z.string(),
  value: figure,
  /** How it is adjusted for splits; null: as reported. */
  adjusted: z.string().nullable(),
})

const version = z.object({ value: z.unknown(), from: time, until: time, state: versionState })

const tie = z.object({
  rule: z.string(),
  result: z.enum(['ties', 'fails', 'unknown']),
  stated: z.number().nullable(),
  calculated: z.number().nullable(),
  difference: z.number().nullable(),
})

const foundSource = z.object({
  records: z.array(z.int()),
  field: z.string(),
  label: z.string(),
  /** Null: text, or not known. */
  unit: z.enum(unitKinds).nullable(),
  /** How it compares with the year-ago period: growth, a fraction whatever the unit, or a difference in the unit; null: it is the figure. */
  change: figureChange.nullable(),
  /** `stored`: as the service sent it; `calculated`: by Tearsheet; `own-metric`: by a formula of the user. */
  origin: z.enum(['stored', 'calculated', 'own-metric']),
  /** Null: n/a. */
  value: z.unknown(),
  /** How a stored figure is adjusted for splits; null: `value` is as reported. */
  adjustment: z.object({ reported: z.number(), explanation: z.string() }).nullable(),
  /** How it is calculated; null: it is stored. */
  rule: z.string().nullable(),
  /** The stored figures that it is calculated from. */
  inputs: z.array(input),
  /** One for each record that the figure or an input is in. */
  sources: z.array(recordSource),
  /** Of a stored figure, latest first. */
  versions: z.array(version),
  /** Of a stored figure. */
  ties: z.array(tie),
  /** How the figure, or an input, was received where that was not clean: damaged, retained from an earlier response, withdrawn, rounded, converted. */
  marks: z.array(z.object({ record: z.int(), field: z.string(), kind: mark.shape.kind, message: z.string() })),
})
type FoundSource = z.infer<typeof foundSource>

interface FigureView {
  /** The moment as of which it is requested; undefined: now. */
  readonly asOf: number | undefined
  /** EPS and shares as the user sees them in the window. */
  readonly adjustSplits: boolean
}

interface RequestedFigure extends FigureView {
  readonly records: readonly number[]
  readonly field: string
  readonly isGrowth: boolean
}

export const figureSource = lookup({
  command: 'source',
  tool: 'get_figure_source',
  title: 'Source of a figure',
  summary:
    'Where a figure comes from: request, record, versions and checks of a stored one; rule and inputs of a margin, of growth, of twelve months or of your own metric.',
  input: z.strictObject({
    records: z
      .array(z.int().min(1))
      .min(1)
      .max(4)
      .describe(
        'Number of the record, or of the four records of twelve months, from statements, compare or restatements',
      ),
    field: z.string().min(1).max(200).describe('Field of the figure, such as Revenue or calculated.gross_margin'),
    growth: z.boolean().default(false).describe('Its change from the year-ago period, as compare gives it with growth'),
    asOf,
  }),
  positional: ['records', 'field'],
  response: foundSource,
  look: async (api, { records: given, field, growth, asOf }, signal) => {
    if (given.length !== 1 && given.length !== 4) refuse('Give one record, or the four of twelve months.')
    const records = statedAtEnd.has(field) ? given.slice(-1) : given
    const { adjustSplits } = await api.preferences.read(undefined, { signal })
    const moment = asOf === undefined ? undefined : endOfDay(asOf)
    const requested = { records, field, isGrowth: growth, asOf: moment, adjustSplits }
    return isCalculated(requested) ? calculatedIn(api, requested, signal) : storedIn(api, requested, signal)
  },
  table: ({ label, value, adjustment, unit, change, origin, rule, inputs, sources, versions, ties, marks }) => ({
    title: `Source of ${label}`,
    columns: [
      { title: 'Fact', kind: 'text' },
      { title: 'Value', kind: 'text' },
    ],
    rows: [
      [label, asText(value)],
      ...(adjustment === null
        ? []
        : [
            ['Reported', asText(adjustment.reported)],
            ['Split adjustment', adjustment.explanation],
          ]),
      ...(unit === null ? [] : [['Unit', unitOfText(unit, change)]]),
      ...(rule === null ? [] : [[origin === 'own-metric' ? 'Your formula' : 'Calculated as', rule]]),
      ...inputs.map((each) => [
        `${each.label}, ${each.period}`,
        `${asText(each.value)} (record ${each.record}${each.adjusted === null ? '' : ', adjusted for splits'})`,
      ]),
      ...sources.flatMap((each) => [
        ...(sources.length > 1 ? [['Record', String(each.record)]] : []),
        ['Operation', each.request.operation],
        ['Path', each.request.path],
        ['Parameters', new URLSearchParams(each.request.parameters).toString()],
        ['Fetched', each.fetchedAt],
        ...(each.pack ? [['Origin', each.pack.origin]] : []),
        ['First fetched', each.firstFetchedAt],
        ['SHA-256', each.hash],
      ]),
      ...versions.map(({ from, value, state }) => {
        const words = versionWords[state]
        return [`Version from ${from ?? ''}${words === null ? '' : `, ${words}`}`, asText(value)]
      }),
      ...ties.map(({ rule, result }) => [
        rule,
        { ties: 'ties out', fails: 'does not tie out', unknown: 'cannot be checked' }[result],
      ]),
    ],
    notes: marks.map(({ field, message }) => (origin === 'stored' ? message : `${labelOf(field)}: ${message}`)),
  }),
})

function isCalculated({ records, field, isGrowth }: RequestedFigure): boolean {
  return isGrowth || records.length > 1 || /^(calculated|own)\./.test(field)
}

async function calculatedIn(
  api: LibraryApi,
  { records, field, isGrowth, asOf, adjustSplits }: RequestedFigure,
  signal: AbortSignal,
): Promise<FoundSource> {
  const { metrics } = await api.metrics.list(undefined, { signal })
  const metric = metrics.find(({ id }) => field === `own.${id}`)
  const line = comparedLines.get(field)
  if (!metric && !line) refuse(`There is no line “${field}”.${didYouMean(nearestLines(field, metrics))}`)
  const isServed = (metricByField.has(field) || insightByField.has(field)) && !twelveMonthMetricByField.has(field)
  if (isServed && records.length > 1)
    refuse(`${labelOf(field)} is n/a over twelve months: the service states it for single periods.`)
  const isRevenueGrowth = field === 'calculated.revenue_growth'
  if (isGrowth && (metric || isRevenueGrowth)) refuse(`--growth: not of ${metric?.name ?? labelOf(field)}.`)
  const found = await api.source.calculated(
    {
      recordIds: [...records],
      field: isRevenueGrowth ? 'Revenue' : field,
      ...((isGrowth || isRevenueGrowth) && { comparison: 'yoy' }),
      ...(asOf !== undefined && { asOf }),
      adjustSplits,
    },
    { signal },
  )
  const unit = metric?.unit ?? line?.unit ?? null
  const sources = new Map<number, FoundSource['sources'][number]>()
  const marks: FoundSource['marks'] = []
  for (const { recordId, field } of found.inputs) {
    const stored = await figureOf(api, { recordId, field, asOf, adjustSplits }, signal)
    sources.set(recordId, recordSourceOf(recordId, stored))
    marks.push(...marksOf({ recordId, field }, stored))
  }
  return {
    records: [...records],
    field,
    label: isGrowth ? `${found.label}, change from the year-ago period` : (metric?.name ?? labelOf(field)),
    unit,
    change: isGrowth && unit !== null ? changeIn(unit) : null,
    origin: metric ? 'own-metric' : 'calculated',
    value: found.value,
    adjustment: null,
    rule: found.rule,
    inputs: found.inputs.map((each) => ({
      record: each.recordId,
      field: each.field,
      label: each.label,
      period: fiscalPeriodName(each),
      end: each.endPeriod,
      value: each.value,
      adjusted: each.adjusted,
    })),
    sources: [...sources.values()],
    versions: [],
    ties: [],
    marks,
  }
}

async function storedIn(
  api: LibraryApi,
  { records, field, asOf, adjustSplits }: RequestedFigure,
  signal: AbortSignal,
): Promise<FoundSource> {
  const recordId = records.at(-1) ?? 0
  const found = await figureOf(api, { recordId, field, asOf, adjustSplits }, signal)
  if (found.value === undefined) await demandKnown(api, { recordId, field }, found, signal)
  const { adjustment } = found
  return {
    records: [...records],
    field,
    label: labelOf(field),
    unit: comparedLines.get(field)?.unit ?? null,
    change: null,
    origin: 'stored',
    value: adjustment ? adjustment.value : (found.value ?? null),
    adjustment: adjustment && { reported: adjustment.reported, explanation: adjustment.explanation },
    rule: null,
    inputs: [],
    sources: [recordSourceOf(recordId, found)],
    versions: found.versions.map(({ value, knownFrom, lastSeen, state }) => ({
      value: value ?? null,
      from: timeOf(knownFrom),
      until: timeOf(lastSeen),
      state,
    })),
    ties: found.ties.map(({ rule, result, stated, calculated, difference }) => ({
      rule,
      result,
      stated,
      calculated,
      difference,
    })),
    marks: marksOf({ recordId, field }, found),
  }
}

function marksOf(
  { recordId, field }: { readonly recordId: number; readonly field: string },
  { marks }: StoredFigure,
): FoundSource['marks'] {
  const write = { day: (moment: number) => timeOf(moment) ?? '', value: asText }
  return marks.map((mark) => ({ record: recordId, field, kind: mark.kind, message: receivedSentence(mark, write) }))
}

type StoredFigure = Awaited<ReturnType<LibraryApi['source']['figure']>>

function figureOf(
  api: LibraryApi,
  { recordId, field, asOf, adjustSplits }: FigureView & { readonly recordId: number; readonly field: string },
  signal: AbortSignal,
): Promise<StoredFigure> {
  return api.source.figure({ recordId, field, adjustSplits, ...(asOf !== undefined && { asOf }) }, { signal })
}

/** A record without a line of the statements has it as n/a, with that record as its source. Anything else is a mistake. Throws Refusal. */
async function demandKnown(
  api: LibraryApi,
  { recordId, field }: { readonly recordId: number; readonly field: string },
  { request, record }: StoredFigure,
  signal: AbortSignal,
): Promise<void> {
  const isStatement = request.operation.startsWith('fundamentals.')
  if (isStatement && comparedLines.has(field)) return
  const { metrics } = await api.metrics.list(undefined, { signal })
  const near = isStatement ? nearestLines(field, metrics) : nearestNames(field, fieldsIn(record))
  refuse(`Record ${recordId} has no field “${field}”.${didYouMean(near)}`)
}

function fieldsIn(record: string): readonly string[] {
  const content: unknown = JSON.parse(record)
  return typeof content === 'object' && content !== null ? Object.keys(content) : []
}

function recordSourceOf(record: number, found: StoredFigure): FoundSource['sources'][number] {
  return {
    record,
    request: found.request,
    fetchedAt: timeOf(found.fetchedAt),
    pack: packIn(found.pack),
    firstFetchedAt: timeOf(found.firstFetchedAt),
    recordUpdatedAt: found.recordUpdatedAt,
    hash: found.hash,
  }
}

/** The value of a percent or growth is written as a fraction. */
function unitOfText(unit: UnitKind, change: z.infer<typeof figureChange> | null): string {
  if (change === 'growth') return 'growth, as a fraction'
  return unit === 'percent' ? 'percent, as a fraction' : unit
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return 'n/a'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
