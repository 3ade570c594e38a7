/** Calculates the user's metrics for every stored period of every company, as the screener does, for publication. */

import { systemClock } from '../clock.ts'
import { Metrics } from '../metrics/metrics.ts'
import type { Formula } from '../metrics/formula.ts'
import { readPeriodTable } from '../screener/period-table.ts'
import { storedFieldsFor, TableFigures } from '../screener/screen-figures.ts'
import type { Reader } from '../database/reader-writer.ts'
import type { Cell, PartitionKeys } from './publish-store.ts'

/** All that a library has. */
const allYears = 1000

interface ValuedPeriod {
  readonly symbol: string
  readonly quarter: string
  readonly endPeriod: string
  readonly year: number
  readonly recordId: number
}

interface ValuedMetric {
  readonly id: string
  readonly name: string
  readonly unit: string
  /** One figure a period; n/a and n.m. are no finite numbers. */
  readonly figures: Float64Array | readonly number[]
}

export class MetricValues {
  /** In the order of the rows: by symbol, end and quarter. */
  readonly #periods: readonly ValuedPeriod[]
  /** By name, in the order of its bytes, as programs that read the files sort it. */
  readonly #metrics: readonly ValuedMetric[]

  constructor(library: Reader, desk: Reader) {
    const metrics = [...new Metrics(reading, { reader: desk, writer: null }).read()].flatMap(
      ([field, { metric, formula }]) => (formula ? [{ field, metric, formula }] : []),
    )
    const formulas = new Map<string, Formula>(metrics.map(({ field, formula }) => [field, formula]))
    if (formulas.size === 0) {
      this.#periods = []
      this.#metrics = []
      return
    }
    const fields = storedFieldsFor([...formulas.keys()], formulas)
    const { table, lines } = readPeriodTable(library, { asOf: null, years: allYears }, fields)
    const figures = new TableFigures(table, lines, formulas)
    this.#metrics = metrics
      .map(({ field, metric: { id, name, unit } }) => ({ id, name, unit, figures: figures.line('filed', field) }))
      .toSorted((one, other) => Buffer.compare(Buffer.from(one.name), Buffer.from(other.name)))
    this.#periods = table.symbols.flatMap((symbol, company) =>
      table.periods
        .slice(table.starts[company], table.starts[company + 1])
        .map(({ quarter, endPeriod, year, recordId }) => ({ symbol, quarter, endPeriod, year, recordId })),
    )
  }

  /** By fiscal year. Keys: positions of periods. */
  partitions(): PartitionKeys[] {
    const valued = [...this.#periods.keys()].filter((at) => this.#metrics.some(({ figures }) => isFigure(figures[at])))
    const years = Map.groupBy(valued, (at) => this.#periods[at]?.year ?? null)
    return [...years]
      .map(([year, keys]) => ({ values: [year], keys }))
      .toSorted((one, other) => Number(one.values[0]) - Number(other.values[0]))
  }

  /** A metric that is n/a or n.m. in a period has no row. */
  rows(positions: readonly number[]): Cell[][] {
    return positions.flatMap((at) => {
      const period = this.#periods[at]
      if (period === undefined) return []
      const { symbol, quarter, endPeriod, recordId } = period
      return this.#metrics.flatMap(({ id, name, unit, figures }): Cell[][] => {
        const value = figures[at]
        return isFigure(value) ? [[symbol, quarter, endPeriod, id, name, unit, value, recordId]] : []
      })
    })
  }
}

function isFigure(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value)
}

const reading = {
  clock: systemClock,
  announce: () => {
    throw new Error('publishing announces no change')
  },
}
