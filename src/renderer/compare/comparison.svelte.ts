/**
 * The state of a comparison on screen: its settings, its figures from the core, and its grid. Also
 * fetches its companies' statements from the service, where they are missing or are refreshed.
 */

import type { ComparedLine, ComparedTable } from '#contract/api/comparisons.ts'
import { readTable } from '#contract/api/packed-figures.ts'
import type { Preferences } from '#contract/api/api.ts'
import type { OwnMetric } from '#contract/api/metrics.ts'
import type { Failure } from '#contract/failure.ts'
import type { Changes } from '../core-client/changes.ts'
import type { Core } from '../core-client/client.ts'
import { failureToShow } from '../core-client/request-failed.ts'
import { Query } from '../core-client/query.svelte.ts'
import { GridState } from '../ui/grid/grid-state.svelte.ts'
import { comfortableRows, denseRows, type GridCell, type Position } from '../ui/grid/grid-types.ts'
import { pendingCell, cellOf, emptyCell, type ColumnPosition } from './compare-cells.ts'
import { arrange, fits, type Arrangement, type CompareColumn, type CompareRow } from './compare-layout.ts'
import { linesOf, type CellCoordinates } from './compare-rows.ts'
import { notRankedSentence } from './compare-text.ts'
import { figureColumnWidths, letterWidth } from './compare-widths.ts'
import { lineGroups, ownIdOf } from '#contract/api/line-groups.ts'
import { specOf, type ComparisonSettings, type ShownSettings } from './comparison-settings.ts'

/** A company's way into the library: on its way, or why it did not come. */
type FetchState = 'in progress' | Failure

/** The coordinates of a figure. */
export interface FigurePosition {
  readonly line: ComparedLine
  readonly position: ColumnPosition
}

interface LoadedComparison {
  readonly table: ComparedTable
  readonly settings: ComparisonSettings
}

interface ComparisonDependencies {
  readonly core: Pick<Core, 'comparisons' | 'metrics' | 'financials' | 'securities'>
  readonly changes: Pick<Changes, 'listen'>
  readonly preferences: { readonly now: Preferences }
  readonly settings: () => ComparisonSettings
}

const nothing: ComparedTable = { alignment: 'fiscal', columns: [], companies: [], lines: [], unknownLines: [] }
/** Symbol over year end. */
const groupHeight = 40
const noteLetterWidth = 5.8
/** Pixels of the labels; and around a label and its note. */
const leastLabel = 140
const mostLabel = 420
const usualLabelWidth = 228
const aroundLabel = 32
/** A head of one line. */
const bareHeadHeight = 24
/** Rows of a window as high as a screen. */
const mostVisible = 60

/** Companies side by side: their figures as the core returned them, and how they are shown. */
export class Comparison {
  readonly grid: GridState
  readonly #dependencies: ComparisonDependencies
  readonly #query: Query<LoadedComparison>
  readonly #metrics: Query<{ readonly metrics: readonly OwnMetric[] }>
  #filter = $state('')
  #fetches = $state.raw<ReadonlyMap<string, FetchState>>(new Map())
  readonly #requested = new Set<string>()

  /** Loaded as soon as the visible lines have arrived; the others are added. */
  #begun = $state.raw<LoadedComparison | null>(null)
  /** How many pieces of the table have arrived. */
  #pieces = $state(0)

  readonly #loaded = $derived.by(() => this.#begun ?? this.#query.result)
  readonly table: ComparedTable = $derived.by(() => this.#loaded?.table ?? nothing)
  /** The settings of the table on screen. The chosen ones differ while their table is loading. */
  readonly shownSettings: ShownSettings = $derived.by(() => ({
    ...(this.#loaded?.settings ?? this.#dependencies.settings()),
    alignment: this.table.alignment,
  }))
  readonly own: readonly OwnMetric[] = $derived.by(() => this.#metrics.result?.metrics ?? [])
  readonly scale = $derived.by(() => this.#dependencies.preferences.now.scale)
  /** Some EPS, shares or figures calculated from them are adjusted for splits. */
  readonly isAdjusted = $derived.by(() =>
    this.table.companies.some(({ periods }) => periods.some((period) => period?.adjusted !== undefined)),
  )
  readonly #lines = $derived.by(() =>
    linesOf(this.table, this.shownSettings.lines, this.own, {
      filter: this.#filter,
      mode: this.shownSettings.mode,
      oneCurrency: this.shownSettings.oneCurrency,
      scale: this.scale,
    }),
  )
  readonly #arrangement: Arrangement = $derived.by(() =>
    arrange(
      { ...this.#dependencies.settings(), alignment: this.shownSettings.alignment },
      {
        table: this.table,
        lines: this.#lines,
        line: this.oneLine,
        columnAt: this.onePeriod,
        latestFirst: this.#dependencies.preferences.now.order === 'newest-first',
        widths: this.#widths,
      },
    ),
  )
  readonly rows: readonly CompareRow[] = $derived.by(() => this.#arrangement.rows)
  readonly columns: readonly CompareColumn[] = $derived.by(() => this.#arrangement.columns)
  /** The line that is shown over time, and the period in which companies are shown side by side. */
  readonly oneLine = $derived.by(() => this.#oneLine())
  readonly onePeriod = $derived.by(() => this.#onePeriod())
  readonly #widths = $derived.by(() =>
    figureColumnWidths(
      this.table,
      { ...this.#dependencies.settings(), alignment: this.shownSettings.alignment },
      {
        room: this.grid.windowWidth - this.#labelWidth,
        scale: this.scale,
      },
    ),
  )
  readonly #labelWidth = $derived.by(() => this.#fittingLabel())

  /** The latest of the first company. */
  readonly #homeColumn = $derived.by(() => {
    const latest = this.table.columns.length - 1
    return this.columns.find(({ spot }) => spot.is === undefined && (spot.columnAt ?? latest) === latest)?.key ?? ''
  })

  constructor(dependencies: ComparisonDependencies) {
    this.#dependencies = dependencies
    const isCompared = (symbol: string) => dependencies.settings().companies.includes(symbol)
    this.#query = new Query<LoadedComparison>(dependencies.changes, {
      reloadOn: (news) =>
        news.kind === 'metrics' ||
        news.kind === 'securities' ||
        (news.kind === 'fundamentals' && isCompared(news.symbol)),
    })
    this.#metrics = new Query(dependencies.changes, { reloadOn: ['metrics'] })
    void this.#metrics.run((signal) => dependencies.core.metrics.list(undefined, { signal }))
    this.grid = new GridState(
      () => ({
        rows: this.rows,
        columns: this.columns,
        heights: dependencies.preferences.now.rows === 'dense' ? denseRows : comfortableRows,
        columnWidth: this.#widths.usual,
        ...(this.layout.layout !== 'period' && !this.layout.pivoted && { headHeight: bareHeadHeight }),
        groupHeight: this.columns.some(({ group }) => group !== undefined) ? groupHeight : 0,
        home: this.#homeColumn,
        latest: 'first',
      }),
      () => 0,
      () => dependencies.settings().widths,
      () => this.#labelWidth,
    )
  }

  /** What every cell has in common. */
  get fixed(): CellCoordinates {
    return this.#arrangement.fixed
  }

  get layout(): Pick<ComparisonSettings, 'layout' | 'pivoted'> {
    return this.#dependencies.settings()
  }

  close(): void {
    this.#query.close()
    this.#metrics.close()
  }

  get filter(): string {
    return this.#filter
  }

  set filter(words: string) {
    this.#filter = words
  }

  get failure(): Failure | null {
    return this.#query.failure
  }

  get settledAt(): number | null {
    return this.#query.settledAt
  }

  get awaited(): boolean {
    return this.#loaded === null
  }

  get slow(): boolean {
    return this.#query.slow
  }

  get loading(): boolean {
    return this.#query.loading
  }

  fetchOf(symbol: string): FetchState | null {
    return this.#fetches.get(symbol) ?? null
  }

  load(): Promise<void> {
    const settings = this.#dependencies.settings()
    if (settings.companies.length === 0) return Promise.resolve()
    const { adjustSplits } = this.#dependencies.preferences.now
    const inputs = settings.lines.flatMap((field) => this.inputsOf(field, 0))
    return this.#query.run(async (signal) => {
      const request = { ...specOf(settings, inputs, adjustSplits), firstLines: this.#inSight(settings) }
      const table = await readTable(await this.#dependencies.core.comparisons.table(request, { signal }), {
        onStarted: (begun) => {
          if (!signal.aborted) this.#begun = { table: begun, settings }
        },
        onMore: () => {
          if (!signal.aborted) this.#pieces += 1
        },
      })
      for (const { symbol, edition, name } of table.companies) {
        if (edition === null) void this.#fetch(symbol)
        if (name === null) void this.#fetchName(symbol)
      }
      return { table, settings }
    })
  }

  reload(): void {
    void this.load()
  }

  /** Fetches every company from the service. */
  refresh(): void {
    for (const symbol of this.#dependencies.settings().companies) void this.#fetch(symbol, 'service')
  }

  refetch(symbol: string): void {
    void this.#fetch(symbol, 'service')
  }

  /** The figure of a row and a column; null: none. */
  at({ row, column }: Position): FigurePosition | null {
    const [down, across] = [this.rows[row]?.spot, this.columns[column]?.spot]
    if (!down || !across) return null
    const spot: CellCoordinates = { ...this.#arrangement.fixed, ...down, ...across }
    const { line: at = -1, company, columnAt, is = 'figure' } = spot
    const line = this.table.lines[at]
    if (!line || columnAt === undefined || !(line.isLoaded || this.#onItsWay(line))) return null
    if (is === 'median') return { line, position: { is, columnAt } }
    return company === undefined ? null : { line, position: { is, company, columnAt } }
  }

  /** Position of a figure; null: not in the table. */
  positionOf({ line, position }: FigurePosition): Position | null {
    const { is, ...rest } = position
    const wanted: CellCoordinates = { ...rest, line: this.table.lines.indexOf(line), ...(is !== 'figure' && { is }) }
    const holds = ({ spot, rank }: { readonly spot: CellCoordinates; readonly rank?: string }) =>
      rank !== 'head' && fits({ ...spot, ...(is === 'figure' ? {} : { is }) }, wanted)
    const [row, column] = [this.rows.findIndex(holds), this.columns.findIndex(holds)]
    return row < 0 || column < 0 ? null : { row, column }
  }

  /** With the inputs of its figures, as far as they are loaded. */
  lineOf(field: string): ComparedLine | null {
    const line = this.table.lines.find((one) => one.field === field)
    return line ? this.#onItsWay(line) : null
  }

  cell(row: number, column: number): GridCell {
    const at = this.at({ row, column })
    if (at === null) return emptyCell
    if (!at.line.isLoaded) return pendingCell
    return cellOf(this.table, at.line, at.position, this.shownSettings.mode, this.scale)
  }

  /** A derived value that reads this line is evaluated again when more pieces of the table arrive. */
  #onItsWay(line: ComparedLine): ComparedLine | null {
    return this.#pieces < 0 ? null : line
  }

  /** Fields of the visible rows; before there are rows, of those that there will be first. */
  #inSight({ lines }: ComparisonSettings): string[] {
    const spots = [
      ...this.grid.shownRows.map((row) => this.rows[row]?.spot.line),
      ...this.grid.shownColumns.map((column) => this.columns[column]?.spot.line),
      this.#arrangement.fixed.line,
    ]
    const shown = [...new Set(spots)].flatMap((line) => this.table.lines[line ?? -1]?.field ?? [])
    if (shown.length > 0) return shown
    const wanted = new Set(lines)
    const ordered = lineGroups(this.own).flatMap((group) => group.lines.map(({ field }) => field))
    return ordered.filter((field) => wanted.has(field)).slice(0, mostVisible)
  }

  /** Fields that an own metric names, and those that these name: their figures come along, so that each can be opened. */
  inputsOf(field: string, depth = 0): readonly string[] {
    const id = ownIdOf(field)
    if (id === null || depth > 4) return []
    const inputs = this.own.find((metric) => metric.id === id)?.inputs ?? []
    return [...inputs, ...inputs.flatMap((input) => this.inputsOf(input, depth + 1))]
  }

  /** Fetches missing companies once, automatically; the change is announced and the table requested again. */
  async #fetch(symbol: string, freshness: 'library-first' | 'service' = 'library-first'): Promise<void> {
    if (freshness === 'library-first' && this.#requested.has(symbol)) return
    this.#requested.add(symbol)
    this.#setState(symbol, 'in progress')
    try {
      const request = { symbol, basis: 'quarterly', comparison: 'none', freshness } as const
      const { failure } = await this.#dependencies.core.financials.open(request)
      this.#setState(symbol, failure)
    } catch (error) {
      this.#setState(symbol, failureToShow(error))
    }
  }

  /** Once: its security record brings the name, and is announced. */
  async #fetchName(symbol: string): Promise<void> {
    const key = `name of ${symbol}`
    if (this.#requested.has(key)) return
    this.#requested.add(key)
    try {
      const request = { query: symbol, type: 'symbol', limit: 20, freshness: 'library-first' } as const
      await this.#dependencies.core.securities.find(request)
    } catch {
      // Then only the symbol is shown; the failure is in the status bar.
    }
  }

  #setState(symbol: string, state: FetchState | null): void {
    const rest = [...this.#fetches].filter(([one]) => one !== symbol)
    this.#fetches = new Map(state === null ? rest : [...rest, [symbol, state]])
  }

  #oneLine(): number {
    const { line } = this.#dependencies.settings()
    const shown = this.#lines.flatMap(({ spot }) => spot.line ?? [])
    return shown.find((at) => this.table.lines[at]?.field === line) ?? shown[0] ?? -1
  }

  #onePeriod(): number {
    const { period } = this.#dependencies.settings()
    const at = this.table.columns.findIndex(({ key }) => key === period)
    return at < 0 ? this.table.columns.length - 1 : at
  }

  /** As wide as the longest label. */
  #fittingLabel(): number {
    const { layout, pivoted } = this.layout
    const lines = this.#lines.map(({ label, note }) => label.length * letterWidth + note.length * noteLetterWidth)
    const companies = this.table.companies.map(({ symbol, name, periods }) => {
      const note = [name ?? '', notRankedSentence({ periods })].filter(Boolean).join(' · ')
      return symbol.length * letterWidth + note.length * noteLetterWidth
    })
    if (pivoted) return usualLabelWidth
    const widest = Math.max(0, ...(layout === 'time' ? companies : lines))
    return Math.min(mostLabel, Math.max(leastLabel, Math.ceil(widest) + aroundLabel))
  }
}
