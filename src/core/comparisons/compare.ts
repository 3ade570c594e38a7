import type {
  ComparedCompany,
  ComparedLine,
  ComparedTable,
  ComparisonSpec,
  Slot,
  SlotRecords,
} from '#contract/desk/comparisons.ts'
import { figureLines, type FigureLine } from '#contract/desk/figure-lines.ts'
import type { Figure } from '#contract/desk/financials.ts'
import type { OwnMetric } from '#contract/desk/metrics.ts'
import type { Formula } from '../metrics/formula.ts'
import { yearEndOf } from '../fundamentals/calendar.ts'
import { figurePlaces } from '../fundamentals/figure-fields.ts'
import { failingTotals } from '../fundamentals/tie-outs.ts'
import { shownOf } from './modes.ts'
import { against, isComparable, medians, ranks } from './peers.ts'
import type { CompanySeries, SeriesPeriod } from '../fundamentals/series.ts'
import { SlotFigures, type Before } from './slot-figures.ts'
import { slotsOf, twelveMonthsBefore, type CompanySlots, type PlacedSlot, type SlotSource } from './slots.ts'

/** A company of a comparison: its stored series, if it has one. */
export interface ComparedSeries {
  readonly symbol: string
  readonly name: string | null
  readonly series: CompanySeries | undefined
}

/** A metric of the user's own whose formula can be reckoned. */
export interface ReadMetric {
  readonly metric: Pick<OwnMetric, 'name' | 'unit'>
  readonly formula: Formula
}

export interface CompareParts {
  readonly companies: readonly ComparedSeries[]
  /** By field. */
  readonly own: ReadonlyMap<string, ReadMetric>
  readonly isStale: (period: SeriesPeriod) => boolean
}

/** One company's way through the comparison. */
interface Side {
  readonly company: ComparedSeries
  readonly slots: CompanySlots
  readonly figures: SlotFigures
}

/** The whole comparison, from series that are read already. Columns older than those shown are reckoned too: growth is told on them. */
export function compare(spec: ComparisonSpec, { companies, own, isStale }: CompareParts): ComparedTable {
  const slots = companies.map(({ series }) => slotsOf(series?.periods ?? [], spec.basis, spec.alignment))
  const columns = columnsOf(slots)
  const period = spec.basis === 'annual' || spec.basis === 'annual-ltm' ? 4 : 1
  const before = beforeIn(columns)
  const formulas = new Map([...own].map(([field, { formula }]) => [field, formula]))
  const sides = companies.map((company, at): Side => {
    const its = slots[at] ?? nothing
    const periods = company.series?.periods ?? []
    const figures = new SlotFigures({ periods, columns, sources: its.sources, own: formulas, before, period })
    return { company, slots: its, figures }
  })
  const shown = columns
    .flatMap((column, at) => (column.key === twelveMonthsBefore.key ? [] : [at]))
    .slice(-spec.periods)
  const known = spec.lines.flatMap((field) => lineOf(field, own) ?? [])
  return {
    columns: shown.flatMap((at) => (columns[at] ? [slotOf(columns[at])] : [])),
    companies: sides.map((side) =>
      companyOf(
        side,
        shown.flatMap((at) => columns[at] ?? []),
        isStale,
      ),
    ),
    lines: known.map((line) => comparedLine(line, spec, { sides, shown, before, period })),
    unknownLines: spec.lines.filter((field) => lineOf(field, own) === undefined),
  }
}

const nothing: CompanySlots = { sources: new Map(), slots: [], missing: [] }

function columnsOf(slots: readonly CompanySlots[]): readonly PlacedSlot[] {
  const byKey = new Map(slots.flatMap((each) => each.slots.map((slot) => [slot.key, slot])))
  return [...byKey.values()].sort((left, right) => left.order - right.order)
}

function beforeIn(columns: readonly PlacedSlot[]): Before {
  const byOrder = new Map(columns.map(({ order }, at) => [order, at]))
  return (column, quarters) => {
    const order = columns[column]?.order
    return order === undefined ? undefined : byOrder.get(order - quarters)
  }
}

function slotOf({ key, kind, year, quarter }: PlacedSlot): Slot {
  return { key, kind, year, quarter }
}

function lineOf(field: string, own: ReadonlyMap<string, ReadMetric>): FigureLine | undefined {
  const metric = own.get(field)?.metric
  if (!metric) return figureLines.get(field)
  return {
    ...{ field, label: metric.name, unit: metric.unit, favour: 'neither', statement: null, measure: null },
    first: 'highest',
  }
}

function companyOf(
  { company, slots }: Side,
  columns: readonly PlacedSlot[],
  isStale: (period: SeriesPeriod) => boolean,
): ComparedCompany {
  const periods = company.series?.periods ?? []
  return {
    symbol: company.symbol,
    name: company.name,
    edition: company.series?.edition ?? null,
    yearEnd: yearEndOf(periods),
    slots: columns.map(({ key }) => {
      const source = slots.sources.get(key)
      return source ? recordsOf(source, periods, isStale) : null
    }),
    missing: [...slots.missing],
  }
}

function recordsOf(
  { at, how }: SlotSource,
  all: readonly SeriesPeriod[],
  isStale: (period: SeriesPeriod) => boolean,
): SlotRecords | null {
  const periods = at.flatMap((each) => all[each] ?? [])
  const last = periods.at(-1)
  if (!last) return null
  const fieldsOf = (fields: (period: SeriesPeriod) => readonly string[]) => [...new Set(periods.flatMap(fields))]
  return {
    recordIds: periods.map(({ recordId }) => recordId),
    how,
    quarter: last.quarter,
    year: last.year,
    endPeriod: last.endPeriod,
    stale: periods.some(isStale),
    restated: fieldsOf(({ restated }) => restated),
    fails: fieldsOf(({ figures }) => failingTotals((field) => figures[figurePlaces.get(field) ?? -1])),
    marked: fieldsOf(({ marked }) => marked),
  }
}

interface LineParts {
  readonly sides: readonly Side[]
  readonly shown: readonly number[]
  readonly before: Before
  readonly period: number
}

function comparedLine(
  line: FigureLine,
  spec: ComparisonSpec,
  { sides, shown, before, period }: LineParts,
): ComparedLine {
  const { field, label, unit, favour, first } = line
  const pick = (figures: readonly Figure[]) => shown.map((at) => figures[at] ?? null)
  const values = sides.flatMap(({ figures }) => pick(figures.line(field)))
  const modeOf = ({ figures }: Side) => ({
    ...{ mode: spec.mode, years: spec.years ?? 1, before, period },
    line: (name: string) => figures.line(name),
  })
  const told =
    spec.mode === 'values'
      ? values
      : sides.flatMap((side) =>
          spec.mode === 'index'
            ? shownOf(line, pick(side.figures.line(field)), modeOf(side))
            : pick(shownOf(line, side.figures.line(field), modeOf(side))),
        )
  const peers = { figures: told, companies: sides.length, columns: shown.length }
  const isSetBeside = isComparable(line, spec.mode)
  const median = isSetBeside ? medians(peers) : []
  return {
    ...{ field, label, unit, favour, first },
    values,
    shown:
      spec.mode === 'values' ? [] : againstOthers(told, { spec, sides, columns: shown.length, median, isSetBeside }),
    ranks: isSetBeside ? ranks(peers, first) : [],
    median,
  }
}

interface Others {
  readonly spec: ComparisonSpec
  readonly sides: readonly Side[]
  readonly columns: number
  readonly median: readonly Figure[]
  readonly isSetBeside: boolean
}

/** What is told already, or the difference of it to the median or to a peer; n/a where there is none to be had. */
function againstOthers(told: readonly Figure[], { spec, sides, columns, median, isSetBeside }: Others): Figure[] {
  if (spec.mode !== 'median' && spec.mode !== 'peer') return [...told]
  if (!isSetBeside) return told.map(() => null)
  const peers = { figures: told, companies: sides.length, columns }
  if (spec.mode === 'median') return against(peers, median)
  const peer = sides.findIndex(({ company }) => company.symbol === spec.peer)
  return peer < 0 ? told.map(() => null) : against(peers, told.slice(peer * columns, (peer + 1) * columns))
}
