/**
 * The state of the statement table: which statement, periods and comparison it shows, its grid, and
 * its queries.
 */

import type { Announcement, ApiOutputs, Preferences } from '#contract/api/api.ts'
import type { Basis, PeriodComparison, Edition, Figure } from '#contract/api/financials.ts'
import type { Freshness } from '#contract/api/provenance.ts'
import type { Changes } from '../../core-client/changes.ts'
import type { FigureLocation } from '../../app/tab-locations.ts'
import type { Core } from '../../core-client/client.ts'
import { Query } from '../../core-client/query.svelte.ts'
import { GridState, type Widths } from '../../ui/grid/grid-state.svelte.ts'
import { comfortableRows, denseRows, type GridCell, type GridColumn, type Range } from '../../ui/grid/grid-types.ts'
import { cellOf, emptyCell, figureAt, type Figures } from './cells.ts'
import { ChartChoice } from './chart-choice.svelte.ts'
import { chosenPanels, keyFigurePanels, type StatementChartData, type StripPanel } from './chart-plan.ts'
import { copyRange, type Copied } from './copy-range.ts'
import { flaggedFigures, nextFlagged, type Flagged, type FlagKind } from './flagged-figures.ts'
import { columnOf, columnsOf, isAcrossSplit, latestPeriod } from './periods.ts'
import { rowsOf, statementOf, type FigureRow, type GrowthPlacement, type Statement } from './statement-rows.ts'
import { statisticsOf } from './statistics.ts'
import { columnWidth, unitsOf } from './units.ts'

type Response = ApiOutputs['financials']['open']

/** A response with its request: rows and figures on screen always match. */
interface LoadedFigures {
  readonly response: Response
  readonly basis: Basis
  readonly comparison: PeriodComparison
  readonly requested: PeriodComparison
  readonly asOf: number | null
  readonly adjustSplits: boolean
}

export interface FinancialsTableDependencies {
  readonly core: { readonly financials: Pick<Core['financials'], 'open'> }
  readonly changes: Pick<Changes, 'listen'>
  readonly preferences: { readonly now: Preferences }
  /** Milliseconds since 1970. */
  readonly now: () => number
}

const awaitedCell: GridCell = { ...emptyCell, awaited: true }
const nothing: Figures = { periods: [], values: {}, compared: {} }
/** A window lower than this has no room for key figures above the rows. */
const lowWindow = 260
/** The longest label of a statement, indented, fits. */
const labelWidth = 248

/** A company's statements as a table: what is shown of them, and how. */
export class FinancialsTable {
  readonly symbol: string
  readonly grid: GridState
  readonly chart = new ChartChoice()
  readonly #dependencies: FinancialsTableDependencies
  readonly #query: Query<LoadedFigures>
  /** The latest refresh from the service. It is a request of its own, which goes on when another view is shown. */
  readonly #refresh: Query<LoadedFigures>
  #statement = $state<Statement>('income')
  #basis = $state<Basis>('quarterly')
  #comparison = $state<PeriodComparison>('yoy')
  #placement = $state<GrowthPlacement>('totals')
  #edition = $state.raw<Edition | undefined>(undefined)
  #asOf = $state<number | null>(null)
  #hideEmpty = $state(false)
  #refreshing = $state(false)
  #widths = $state.raw<Widths>({})

  readonly figures: Figures = $derived.by(() => this.#query.result?.response ?? nothing)
  /** The comparison on screen: the previous one until the response for the chosen one arrives. */
  readonly comparison = $derived.by(() => {
    const loaded = this.#query.result
    if (this.#statement === 'metrics' && this.#comparison === 'common-size') return 'none'
    return loaded === null || loaded.requested === requestedFor(this.#comparison) ? this.#comparison : loaded.comparison
  })
  readonly rows: readonly FigureRow[] = $derived.by(() =>
    rowsOf(
      {
        statement: this.#statement,
        comparison: this.comparison,
        placement: this.#placement,
        edition: this.#query.result?.response.edition ?? 'enhanced',
        hideEmpty: this.#hideEmpty && this.#query.result !== null,
      },
      this.figures.values,
    ),
  )
  readonly #order = $derived.by(() => columnsOf(this.figures.periods, this.#dependencies.preferences.now.order))
  /** The response's periods in the order of the columns, and those that are missing between them. */
  readonly periods = $derived.by(() => this.#order.map(({ period }) => period))
  /** Empty at first, with bars instead of figures when it takes long: a table that arrives at once is rendered once. */
  readonly #awaitedHeads = $derived.by(() => (this.slow ? awaitedHeads(this.grid.fittingColumns) : []))
  readonly columns: readonly GridColumn[] = $derived.by(() =>
    this.awaited ? this.#awaitedHeads : this.periods.map((period) => columnOf(period, this.#dependencies.now())),
  )
  readonly scale = $derived.by(() => this.#dependencies.preferences.now.scale)
  /** EPS and shares of some period are shown adjusted for splits. */
  readonly isAdjusted = $derived.by(() => this.figures.periods.some(({ adjusted }) => adjusted !== undefined))
  readonly units = $derived.by(() => unitsOf(this.rows, this.scale, this.isAdjusted))
  readonly #columnWidth = $derived.by(() => columnWidth(this.rows, this.figures.values, this.scale))
  readonly statistics = $derived.by(() =>
    statisticsOf(
      this.grid.range,
      this.rows,
      (row, column) => this.figure(row, column),
      {
        isLtm: (column) => this.periods[column]?.kind === 'ltm',
        isAcrossSplit: (columns) => isAcrossSplit(columns.flatMap((column) => this.periods[column] ?? [])),
      },
      this.scale,
    ),
  )

  readonly #chartData: StatementChartData = $derived.by(() => ({
    periods: this.periods,
    figure: (field, column) => this.figureOf(field, column, 'figure'),
    change: (field, column) => (this.knowsGrowth ? this.figureOf(field, column, 'change') : null),
    scale: this.scale,
  }))
  /** The strip of charts above the head. */
  readonly panels: readonly StripPanel[] = $derived.by(() => {
    switch (this.chart.showing) {
      case 'nothing':
        return []
      case 'key-figures': {
        const { windowHeight } = this.grid
        const isLow = windowHeight > 0 && windowHeight < lowWindow
        return isLow ? [] : keyFigurePanels(this.#statement, this.#chartData)
      }
      case 'lines':
        return chosenPanels(this.chart.fields, this.rows[this.grid.active.row]?.field ?? '', this.#chartData)
    }
  })
  readonly stripHeight = $derived.by(() =>
    this.panels.length === 0 ? 0 : this.panels.reduce((sum, { height }) => sum + height, 1),
  )

  constructor(symbol: string, dependencies: FinancialsTableDependencies) {
    this.symbol = symbol
    this.#dependencies = dependencies
    const concerns = (announcement: Announcement) =>
      announcement.kind === 'fundamentals' && announcement.symbol === symbol
    this.#query = new Query<LoadedFigures>(dependencies.changes, {
      reloadOn: concerns,
      // What a refresh announces is read once, at its end.
      waits: () => this.#refreshing,
    })
    // A failure is no longer current once the figures have come otherwise.
    this.#refresh = new Query<LoadedFigures>(dependencies.changes, {
      reloadOn: (announcement) => this.#refresh.failure !== null && concerns(announcement),
    })
    this.grid = new GridState(
      () => ({
        id: this.#statement,
        rows: this.rows,
        columns: this.columns,
        heights: dependencies.preferences.now.rows === 'dense' ? denseRows : comfortableRows,
        columnWidth: this.#columnWidth,
        home: latestPeriod(this.figures.periods),
        latest: dependencies.preferences.now.order === 'oldest-first' ? 'last' : 'first',
      }),
      () => this.stripHeight,
      () => this.#widths,
      () => labelWidth,
    )
  }

  close(): void {
    this.#refresh.close()
    this.#query.close()
  }

  get statement(): Statement {
    return this.#statement
  }

  get basis(): Basis {
    return this.#basis
  }

  /** As chosen; the table shows it when its response has arrived. */
  get comparisonFromSettings(): PeriodComparison {
    return this.#comparison
  }

  get placement(): GrowthPlacement {
    return this.#placement
  }

  get hideEmpty(): boolean {
    return this.#hideEmpty
  }

  /** Null before the first response. */
  get response(): Response | null {
    return this.#query.result?.response ?? null
  }

  /** Why the latest request, or its background refresh, failed. */
  get failure() {
    return this.#refresh.failure ?? this.#query.failure ?? this.response?.failure ?? null
  }

  /** When that was, or when the response that reports it arrived. */
  get failedAt(): number | null {
    if (this.#refresh.failure !== null) return this.#refresh.settledAt
    return this.failure === null ? null : this.#query.settledAt
  }

  /** The first response is loading: rows are drawn without figures. */
  get awaited(): boolean {
    return this.#query.result === null
  }

  /** It takes long: show bars instead of figures. */
  get slow(): boolean {
    return this.#query.slow
  }

  get refreshing(): boolean {
    return this.#refreshing || this.response?.refreshing === true
  }

  /** The moment that what is on screen was known at; null: now. */
  get asOf(): number | null {
    return this.#query.result === null ? this.#asOf : this.#query.result.asOf
  }

  /** As stored at that time, without a request; null: now. */
  open(asOf: number | null): Promise<void> {
    this.#asOf = asOf
    return this.#load()
  }

  /** According to the present preferences. */
  followSplits(): void {
    const loaded = this.#query.result
    if (loaded && loaded.adjustSplits !== this.#dependencies.preferences.now.adjustSplits) void this.#load()
  }

  show(statement: Statement): void {
    this.#statement = statement
  }

  setPlacement(placement: GrowthPlacement): void {
    this.#placement = placement
  }

  toggleEmpty(): void {
    this.#hideEmpty = !this.#hideEmpty
  }

  compare(comparison: PeriodComparison): void {
    this.#comparison = comparison
    if (this.#query.result?.requested !== requestedFor(comparison)) void this.#load()
  }

  /** A year before a year is its period before: q/q of years is y/y. */
  onBasis(basis: Basis): void {
    this.#basis = basis
    if (basis === 'annual' && this.#comparison === 'qoq') this.#comparison = 'yoy'
    void this.#load()
  }

  /** One edition only; undefined: enhanced where the key allows. */
  inEdition(edition: Edition | undefined): void {
    this.#edition = edition
    void this.#load()
  }

  /**
   * Requests the figures from the service, and shows them in the view that is on screen by then. The previous ones stay until it has
   * responded, and if it fails.
   */
  async refresh(): Promise<void> {
    this.#refreshing = true
    try {
      await this.#refresh.run(this.#request(), { freshness: 'service' })
      if (this.#refresh.failure === null) await this.#query.reload()
    } finally {
      this.#refreshing = false
      this.#query.catchUp()
    }
  }

  /** Widths of the columns that were resized. */
  size(widths: Widths): void {
    this.#widths = widths
  }

  figure(row: FigureRow, column: number): Figure {
    return figureAt(this.figures, row, this.#order[column]?.at ?? -1)
  }

  /** A line's figure, whether a row shows it or not. */
  figureOf(field: string, column: number, showing: 'figure' | 'change'): Figure {
    return figureAt(this.figures, { field, showing }, this.#order[column]?.at ?? -1)
  }

  /** The response has growth on the previous year. */
  get knowsGrowth(): boolean {
    return this.#query.result?.requested === 'yoy'
  }

  cell(row: number, column: number): GridCell {
    const line = this.rows[row]
    if (!line || line.rank === 'head') return emptyCell
    if (this.awaited) return awaitedCell
    return cellOf(this.figures, line, this.#order[column]?.at ?? -1, this.scale)
  }

  /** Whether the active figure has a tie-out break, and whether it is marked as known; null: none. */
  get activeBreak(): 'breaks' | 'knownBreaks' | null {
    const { row, column } = this.grid.active
    const line = this.rows[row]
    const period = this.periods[column]
    if (!line || line.rank === 'beneath' || !period || period.kind === 'missing') return null
    if (period.breaks.includes(line.field)) return 'breaks'
    return period.knownBreaks.includes(line.field) ? 'knownBreaks' : null
  }

  flagged(kind: FlagKind): readonly Flagged[] {
    return flaggedFigures(this.figures.periods, kind)
  }

  /** Goes to the next figure of the list, in any statement. Returns false when there is none. */
  goToNext(flagged: readonly Flagged[]): boolean {
    const { row, column } = this.grid.active
    const next = nextFlagged(flagged, this.rows[row]?.field ?? '', this.columns[column]?.key ?? '')
    if (!next) return false
    if (!this.rows.some(({ field }) => field === next.field)) this.#statement = statementOf(next.field)
    this.grid.moveTo({
      row: this.rows.findIndex(({ key }) => key === next.field),
      column: this.columns.findIndex(({ key }) => key === next.period),
    })
    return true
  }

  /** Goes to a period among those of its kind; LTM is next to the quarters. */
  async goToPeriod({ quarter, year }: { readonly quarter: string; readonly year: number }): Promise<void> {
    const basis = quarter === 'FY' ? 'annual' : 'quarterly'
    if (this.response === null || this.#query.result?.basis !== basis) {
      this.#basis = basis
      await this.#load()
    }
    const column = this.periods.findIndex((period) => period.quarter === quarter && period.year === year)
    if (column >= 0) this.grid.moveTo({ row: this.grid.active.row, column })
  }

  /** Goes to a figure, in its edition and statement. Returns whether it is there. */
  async goToFigure({ field, quarter, year, edition, change }: FigureLocation): Promise<boolean> {
    if (change !== null) this.#comparison = change
    this.#basis = quarter === 'FY' ? 'annual' : 'quarterly'
    await this.#load()
    if (this.response !== null && this.response.edition !== edition) {
      this.#edition = edition
      await this.#load()
    }
    const hasLine = () => this.rows.some((row) => row.field === field)
    if (!hasLine()) this.#statement = statementOf(field)
    if (!hasLine()) this.#hideEmpty = false
    const column = this.periods.findIndex(
      (period) =>
        period.quarter === quarter && period.year === year && period.kind !== 'ltm' && period.kind !== 'missing',
    )
    const changed = change === null ? -1 : this.rows.findIndex(({ key }) => key === `${field} ${change}`)
    const row = changed < 0 ? this.rows.findIndex((each) => each.field === field) : changed
    if (column < 0 || row < 0) return false
    this.grid.moveTo({ row, column })
    return true
  }

  /** The range, or another, as it goes on the clipboard. */
  copy(options: { readonly heads: boolean; readonly sources: boolean }, range: Range = this.grid.range): Copied {
    return copyRange({
      symbol: this.symbol,
      edition: this.response?.edition ?? 'enhanced',
      asOf: this.#asOf,
      isAdjusted: this.isAdjusted,
      range,
      rows: this.rows,
      periods: this.periods,
      figureAt: (row, column) => this.figure(row, column),
      ...options,
    })
  }

  #load(): Promise<void> {
    return this.#query.run(this.#request())
  }

  /** For what is chosen now. */
  #request(): (signal: AbortSignal, freshness: Freshness) => Promise<LoadedFigures> {
    const basis = this.#basis
    const comparison = this.#comparison
    const edition = this.#edition
    const asOf = this.#asOf
    const { adjustSplits } = this.#dependencies.preferences.now
    const requested = requestedFor(comparison)
    return async (signal, freshness) => {
      const request = {
        symbol: this.symbol,
        basis,
        comparison: requested,
        freshness,
        ...(edition && { edition }),
        ...(asOf !== null && { asOf }),
        ...(adjustSplits && { adjustSplits }),
      }
      const response = await this.#dependencies.core.financials.open(request, { signal })
      return { response, basis, comparison, requested, asOf, adjustSplits }
    }
  }
}

/** Plain values are requested with growth y/y, which the strip of key figures shows. */
function requestedFor(comparison: PeriodComparison): PeriodComparison {
  return comparison === 'none' ? 'yoy' : comparison
}

/** Columns drawn while the first response is loading: as many as the window shows. */
function awaitedHeads(count: number): readonly GridColumn[] {
  return Array.from({ length: count }, (_, index) => ({
    key: `awaited ${index}`,
    title: '',
    note: '',
    separated: false,
    marks: [],
  }))
}
