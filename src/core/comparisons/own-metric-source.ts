/** The source of a figure of a user's metric: its formula, and the stored figures that it uses, directly or not. */

import type { ApiInputs, ApiOutputs } from '#contract/api/api.ts'
import { statedAtEnd } from '#contract/api/calculated-lines.ts'
import { labelOf } from '#contract/api/figure-lines.ts'
import { figureOf } from '#contract/api/figure-numbers.ts'
import type { Reader } from '../database/reader-writer.ts'
import { fail } from '../failure-error.ts'
import { adjustedForSplits, adjustmentOf } from '../fundamentals/adjust-splits.ts'
import { calculatedFormulas } from '../fundamentals/calculate-lines.ts'
import { readPeriod, readSeries, shareBasesIn, type SeriesPeriod } from '../fundamentals/company-series.ts'
import { comparisonFormulas, twelveMonthFormulas } from '../fundamentals/comparison-formulas.ts'
import { figureIndexes } from '../fundamentals/figure-fields.ts'
import { isQuarter } from '../fundamentals/fiscal-period.ts'
import { shareLines } from '../fundamentals/share-split.ts'
import type { Formula } from '../metrics/formula.ts'
import type { ReadMetric } from '../metrics/metrics.ts'
import { ColumnFigures } from './column-figures.ts'
import { columnsOf, earlierIn } from './compare.ts'
import { periodColumnsOf } from './period-columns.ts'

type CalculatedFigure = ApiOutputs['source']['calculated']

/**
 * As a comparison calculates the metric, for one period or for four quarters. Throws `not-in-library`, or `bad-request` for a metric that
 * does not exist or cannot be calculated, and for records that are neither one period nor four consecutive quarters.
 */
export function ownMetricSource(
  db: Reader,
  own: ReadonlyMap<string, ReadMetric>,
  { recordIds, field, asOf, adjustSplits = false }: ApiInputs['source']['calculated'],
): CalculatedFigure {
  const { metric, formula } = own.get(field) ?? fail({ kind: 'bad-request', detail: 'this metric no longer exists' })
  if (!formula) fail({ kind: 'bad-request', detail: metric.error?.message })
  const then = asOf ?? null
  const [first] = recordIds.map((id) => readPeriod(db, id, then) ?? fail({ kind: 'not-in-library' }))
  const stored = first && readSeries(db, first.symbol, first.edition, then)
  if (!stored) fail({ kind: 'not-in-library' })
  const { periods } = adjustSplits ? adjustedForSplits(stored) : stored
  const basis = recordIds.length > 1 ? 'ltm' : isQuarter(first.quarter) ? 'quarterly' : 'annual'
  const { sources, columns: placed } = periodColumnsOf(periods, basis, 'fiscal')
  const columns = columnsOf([{ sources, columns: placed, missing: [] }])
  const periodsIn = (column: number) =>
    (sources.get(columns[column]?.key ?? '')?.at ?? []).flatMap((at) => periods[at] ?? [])
  const column = columns.findIndex(
    (_, at) =>
      periodsIn(at)
        .map(({ recordId }) => recordId)
        .join() === recordIds.join(),
  )
  if (column < 0) fail({ kind: 'bad-request', detail: 'one period or four consecutive quarters' })
  const earlier = earlierIn(columns, sources, periods)
  const [prior, yearAgo] = [earlier(basis === 'annual' ? 4 : 1), earlier(4)]
  const formulas = new Map([...own].flatMap(([name, each]) => (each.formula ? [[name, each.formula] as const] : [])))
  const shareBases = shareBasesIn(periods)
  const figures = new ColumnFigures({ periods, shareBases, columns, sources, own: formulas, prior, yearAgo })
  const inputs = new Map<string, CalculatedFigure['inputs'][number]>()
  const addFormula = (part: Formula, at: number): void => {
    switch (part.kind) {
      case 'number':
        return
      case 'line':
        return addLine(part.field, at)
      case 'negative':
        return addFormula(part.of, at)
      case 'operation':
        addFormula(part.left, at)
        return addFormula(part.right, at)
      case 'call':
        if (part.name !== 'prior' && part.name !== 'yearago') part.of.forEach((of) => addFormula(of, at))
        if (part.name === 'prior') part.of.forEach((of) => addFormula(of, prior[at] ?? -1))
        if (part.name === 'yearago' || part.name === 'growth')
          part.of.forEach((of) => addFormula(of, yearAgo[at] ?? -1))
        return
      default:
        part satisfies never
    }
  }
  const addLine = (name: string, at: number): void => {
    const all = periodsIn(at)
    const overYear = all.length > 1 ? twelveMonthFormulas.get(name) : undefined
    const calculated = formulas.get(name) ?? calculatedFormulas.get(name) ?? comparisonFormulas.get(name) ?? overYear
    if (calculated) return addFormula(calculated, at)
    for (const period of statedAtEnd.has(name) ? all.slice(-1) : all)
      inputs.set(`${period.recordId} ${name}`, inputOf(period, name))
  }
  addFormula(formula, column)
  return {
    field,
    label: metric.name,
    rule: `${metric.formula}${basis === 'ltm' ? ', last four consecutive quarters' : ''}`,
    value: figureOf(figures.line(field)[column]),
    inputs: [...inputs.values()],
  }
}

function inputOf(period: SeriesPeriod, field: string): CalculatedFigure['inputs'][number] {
  const { recordId, quarter, year, endPeriod, figures } = period
  return {
    recordId,
    field,
    label: labelOf(field),
    quarter,
    year,
    endPeriod,
    value: figureOf(figures[figureIndexes.get(field) ?? -1]),
    adjusted: shareLines.has(field) ? adjustmentOf([period]) : null,
  }
}
