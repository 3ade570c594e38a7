/**
 * The state of the Screener: the open screen's conditions, the core's results and their table with
 * sort order and selection, the saved screens, and what changed since the last visit.
 */

import type { ApiOutputs, Preferences } from '#contract/api/api.ts'
import type { ColumnKind } from '#contract/api/exports.ts'
import { readJsonText } from '#contract/api/serialized-json.ts'
import type {
  ScreenColumn,
  ScreenCondition,
  ScreenMatch,
  ScreenResult,
  ScreenSpec,
  SavedScreen,
} from '#contract/api/screens.ts'
import type { UnitKind } from '#contract/service/statement-lines.ts'
import type { Changes } from '../core-client/changes.ts'
import type { Core } from '../core-client/client.ts'
import { memoizeByValue } from '../core-client/memoize-by-value.ts'
import { reactiveQuery, type Query } from '../core-client/query.svelte.ts'
import { formatInstantDay } from '../format/dates.ts'
import { toneOf } from '../format/tone.ts'
import { GridState, type Widths } from '../ui/grid/grid-state.svelte.ts'
import {
  comfortableRows,
  denseRows,
  type GridCell,
  type GridColumn,
  type SortDirection,
  type GridRow,
  type Range,
} from '../ui/grid/grid-types.ts'
import { cellText, spreadsheetCell, spreadsheetKind, unitOf, valueForm } from './condition-format.ts'
import {
  columnKey,
  columnTitle,
  headOf,
  isWordColumn,
  plainCell,
  plainHeads,
  plainKinds,
  plainOrder,
  plainText,
  subjectOf,
  thresholdScale,
  usualColumns,
  type ThresholdScale,
} from './screen-columns.ts'
import { comparedLines } from '#contract/api/figure-lines.ts'
import { nameOf, nameOfField, type OwnNames } from './screen-subjects.ts'

interface ScreenPageDependencies {
  readonly core: Pick<Core, 'screens' | 'metrics' | 'search'>
  readonly changes: Pick<Changes, 'listen'>
  readonly preferences: { readonly now: Preferences }
  /** The screen in the tab; null: none yet. */
  readonly spec: () => ScreenSpec | null
  /** Id of the saved screen that is open; empty: none. */
  readonly saved: () => string
  /** Nobody sees it: it runs again when it is next seen. */
  readonly isHidden: () => boolean
}

const touching: readonly string[] = [
  'fundamentals',
  'call',
  'calls',
  'ratings',
  'securities',
  'metrics',
  'searches',
  'watchlists',
  'comparisons',
  'screens',
]

export const emptySpec: ScreenSpec = {
  universe: { of: 'library' },
  asOf: null,
  oneCurrency: false,
  groups: [{ kind: 'all', bypassed: false, conditions: [] }],
  columns: null,
}

/** The column that the results are sorted by, and the direction. */
interface ScreenSort {
  readonly key: string
  readonly descending: boolean
}

/** New companies and those that are ticked. */
const markColumn = 'new'

/** A column of the results. */
interface ShownColumn {
  readonly key: string
  readonly column: ScreenColumn
  /** Subject of its figures; null: none. */
  readonly subject: ScreenCondition | null
}

/** The state of one screen: its conditions, their results, and the table of the matching companies. */
export class ScreenPage {
  readonly grid: GridState
  readonly #dependencies: ScreenPageDependencies
  readonly #result: Query<ScreenResult>
  readonly #saved: Query<ApiOutputs['screens']['saved']>
  readonly #dropped: Query<ApiOutputs['screens']['droppedCompanies']>
  readonly #metrics: Query<ApiOutputs['metrics']['list']>
  readonly #searches: Query<ApiOutputs['search']['saved']>
  /** Id of the condition with the focus; empty: none. */
  focused = $state('')
  /** Columns that the user resized, as long as the tab is open. */
  widths = $state.raw<Widths>({})
  #sort = $state.raw<ScreenSort | null>(null)
  #ticked = $state.raw<ReadonlySet<string>>(new Set())

  /** By field. A result with the same units changes nothing that depends on them. */
  readonly #unitsOfResult: ReadonlyMap<string, UnitKind> = $derived.by(
    memoizeByValue(
      () =>
        this.conditions.flatMap((condition) => {
          const unit = this.resultOf(condition.id)?.unit ?? null
          return condition.kind === 'figure' && unit !== null ? [[condition.field, unit] as const] : []
        }),
      (units) => new Map(units),
    ),
  )
  /** The core's units of formulas and metrics override the unit that a metric was saved with: money stays money. */
  readonly own: OwnNames = $derived.by(() => {
    const units = this.#unitsOfResult
    return new Map([
      ...[...units].map(([field, unit]) => [field, { label: nameOfField(field), unit }] as const),
      ...this.metrics.map(({ id, name, unit }) => {
        const field = `own.${id}`
        return [field, { label: name, unit: units.get(field) ?? unit }] as const
      }),
    ])
  })
  readonly matches: readonly ScreenMatch[] = $derived.by(() => (this.result ? readJsonText(this.result.matches) : []))
  /** Conditions in the order of the cells. */
  readonly conditions: readonly ScreenCondition[] = $derived.by(
    () => this.#dependencies.spec()?.groups.flatMap(({ conditions }) => conditions) ?? [],
  )
  /** The cells' places, of conditions that the last result has. */
  readonly #cellOf: ReadonlyMap<string, number> = $derived.by(
    () => new Map(this.result?.conditions.map(({ id }, at) => [id, at])),
  )
  /** Places of the last result's figures, by the key of their column. */
  readonly #figureOf: ReadonlyMap<string, number> = $derived.by(
    () => new Map(this.result?.columns?.map((column, at) => [columnKey(column), at])),
  )
  /** Chosen or usual columns; includes those of refused conditions, which are not shown. */
  readonly chosenColumns: readonly ScreenColumn[] = $derived.by(() => {
    const spec = this.#dependencies.spec()
    return spec?.columns ?? usualColumns(spec?.groups ?? [])
  })
  readonly shownColumns: readonly ShownColumn[] = $derived.by(() =>
    this.chosenColumns.flatMap((column) => {
      const subject = subjectOf(column, this.conditions)
      // A refused condition has no figures, which does not mean that the companies have none.
      const isGone =
        column.kind === 'condition' && (!this.#cellOf.has(column.id) || this.resultOf(column.id)?.refusal != null)
      return isGone ? [] : [{ key: columnKey(column), column, subject }]
    }),
  )
  readonly open: SavedScreen | null = $derived.by(
    () => this.saved.find(({ id }) => id === this.#dependencies.saved()) ?? null,
  )
  readonly #entered: ReadonlySet<string> = $derived.by(() => new Set(this.isEdited ? [] : this.open?.entered))
  readonly isEdited: boolean = $derived.by(
    () => this.open !== null && JSON.stringify(this.open.spec) !== JSON.stringify(this.#dependencies.spec()),
  )
  readonly sort: ScreenSort = $derived.by(() => {
    const isShown = this.#sort?.key === 'symbol' || this.#sort?.key === markColumn
    if (this.#sort && (isShown || this.shownColumns.some(({ key }) => key === this.#sort?.key))) return this.#sort
    const first = this.shownColumns.find(({ subject }) => subject?.kind === 'figure' || subject?.kind === 'call')
    return first ? { key: first.key, descending: true } : { key: 'symbol', descending: false }
  })
  readonly ordered: readonly ScreenMatch[] = $derived.by(() => {
    const { key, descending } = this.sort
    const sign = descending ? -1 : 1
    return this.matches.toSorted((one, other) => {
      const [left, right] = [this.#sortValue(one, key), this.#sortValue(other, key)]
      if (left === right) return one.symbol < other.symbol ? -1 : 1
      // Rows without a figure come last in either order.
      if (left === null) return 1
      if (right === null) return -1
      return left < right ? -sign : sign
    })
  })
  readonly rows: readonly GridRow[] = $derived.by(() =>
    this.ordered.map(({ symbol, name }) => ({
      key: symbol,
      label: symbol,
      rank: 'subtotal',
      note: name ?? '',
      symbol: true,
    })),
  )
  readonly columns: readonly GridColumn[] = $derived.by(() => [
    this.open
      ? this.#column(markColumn, 'New', `since ${formatInstantDay(this.open.seenAt)}`, 92)
      : { ...this.#column(markColumn, '', '', 44), says: 'Selected' },
    ...this.shownColumns.map(({ key, column, subject }): GridColumn => {
      const [title, note, width] = column.kind === 'plain' ? plainHeads[column.key] : this.#headOf(key, subject)
      return { ...this.#column(key, title, note, width), words: isWordColumn(column, subject) }
    }),
  ])
  /** The column that has its condition's value drawn into it: the focused condition's, else the first. */
  readonly #threshold: { readonly key: string; readonly scale: ThresholdScale } | null = $derived.by(() => {
    const bounded = this.shownColumns.flatMap(({ key, column, subject }) =>
      column.kind === 'condition' && subject !== null && 'operator' in subject && subject.value !== null
        ? [{ key, subject, value: subject.value }]
        : [],
    )
    const drawn = bounded.find(({ key }) => key === this.focused) ?? bounded[0]
    if (!drawn) return null
    const figures = this.matches
      .map((match) => this.valueOf(match, drawn.subject))
      .filter((value) => typeof value === 'number')
    const scale = thresholdScale(figures, drawn.value)
    return scale && { key: drawn.key, scale }
  })

  constructor(dependencies: ScreenPageDependencies) {
    this.#dependencies = dependencies
    const { core, changes, preferences } = dependencies
    const reloading = {
      reloadOn: ({ kind }: { readonly kind: string }) => touching.includes(kind),
      waits: dependencies.isHidden,
    }
    this.#result = reactiveQuery(
      changes,
      core.screens.run,
      () => {
        const spec = dependencies.spec()
        if (!spec) return null
        const steps = this.#steps(spec)
        return { spec, ...(steps && { steps }) }
      },
      reloading,
    )
    this.#saved = reactiveQuery(changes, core.screens.saved, () => undefined, reloading)
    this.#dropped = reactiveQuery(
      changes,
      core.screens.droppedCompanies,
      () => (this.open !== null && this.open.left.length > 0 ? { id: this.open.id } : null),
      { ...reloading, reset: true },
    )
    this.#metrics = reactiveQuery(changes, core.metrics.list, () => undefined, { reloadOn: ['metrics'] })
    this.#searches = reactiveQuery(changes, core.search.saved, () => undefined, { reloadOn: ['searches'] })
    this.grid = new GridState(
      () => ({
        rows: this.rows,
        columns: this.columns,
        heights: preferences.now.rows === 'dense' ? denseRows : comfortableRows,
        columnWidth: 92,
        home: markColumn,
        latest: 'first',
      }),
      () => 0,
      () => this.widths,
      () => 204,
    )
  }

  get result(): ScreenResult | null {
    return this.#result.result
  }

  get failure() {
    return this.#result.failure
  }

  get settledAt(): number | null {
    return this.#result.settledAt
  }

  /** The first result takes long. */
  get isSlow(): boolean {
    return this.#result.slow
  }

  get saved(): readonly SavedScreen[] {
    return this.#saved.result?.screens ?? []
  }

  get isSavedRead(): boolean {
    return this.#saved.result !== null
  }

  get droppedCompanies() {
    return this.isEdited ? [] : (this.#dropped.result?.droppedCompanies ?? [])
  }

  get metrics() {
    return this.#metrics.result?.metrics ?? []
  }

  get searches() {
    return this.#searches.result?.searches ?? []
  }

  reload(): void {
    void this.#result.reload()
  }

  resultOf(condition: string) {
    return this.result?.conditions.find(({ id }) => id === condition) ?? null
  }

  /** The condition whose neighboring values are counted, with the values below and above it. */
  #steps(spec: ScreenSpec): { readonly conditionId: string; readonly values: number[] } | null {
    const focused = spec.groups.flatMap(({ conditions }) => conditions).find(({ id }) => id === this.focused)
    if (!focused || !('operator' in focused) || focused.value === null) return null
    const form = valueForm(focused, this.own, this.#dependencies.preferences.now.scale)
    const by = form.step / form.factor
    const rounded = (value: number) => Number(value.toPrecision(12))
    return { conditionId: focused.id, values: [rounded(focused.value + by), rounded(focused.value - by)] }
  }

  /** How many match one step above and below the focused value. */
  get steps(): readonly { readonly value: number; readonly matches: number }[] {
    const spec = this.#dependencies.spec()
    const stepRequest = spec && this.#steps(spec)
    const { steps = [] } = this.result ?? {}
    return stepRequest && steps.length === stepRequest.values.length
      ? stepRequest.values.map((value, at) => ({ value, matches: steps[at] ?? 0 }))
      : []
  }

  /** Companies that were selected by Space, or by more than one row; empty: none, so all are meant. */
  get selected(): readonly string[] {
    const symbols = this.ordered.map(({ symbol }) => symbol)
    const ticked = symbols.filter((symbol) => this.#ticked.has(symbol))
    if (ticked.length > 0) return ticked
    const { top, bottom } = this.grid.range
    return bottom > top && top >= 0 ? symbols.slice(top, bottom + 1) : []
  }

  /** The selection for the next command. */
  get chosen(): readonly string[] {
    const { selected } = this
    return selected.length > 0 ? selected : this.ordered.map(({ symbol }) => symbol)
  }

  tick(): void {
    const symbol = this.ordered[this.grid.active.row]?.symbol
    if (symbol === undefined) return
    const ticked = new Set(this.#ticked)
    if (!ticked.delete(symbol)) ticked.add(symbol)
    this.#ticked = ticked
  }

  clearTicks(): boolean {
    if (this.#ticked.size === 0) return false
    this.#ticked = new Set()
    return true
  }

  matchAt(row: number): ScreenMatch | undefined {
    return this.ordered[row]
  }

  /** The subject of a column's figures; undefined: none. */
  conditionAt(column: number): ScreenCondition | undefined {
    return this.#shownAt(column)?.subject ?? undefined
  }

  sortBy(column: number): void {
    const key = column < 0 ? 'symbol' : (this.columns[column]?.key ?? 'symbol')
    const { key: now, descending } = this.sort
    this.#sort = { key, descending: now === key ? !descending : !(this.columns[column]?.words ?? column < 0) }
  }

  cell(row: number, column: number): GridCell {
    const match = this.ordered[row]
    const empty: GridCell = { text: '', tone: '', marks: [] }
    if (!match) return empty
    if (this.columns[column]?.key === markColumn) {
      if (this.#ticked.has(match.symbol)) return { ...empty, text: '✓', best: true }
      return this.#entered.has(match.symbol) ? { ...empty, text: 'new', best: true } : empty
    }
    const shown = this.#shownAt(column)
    if (!shown) return empty
    if (shown.column.kind === 'plain') {
      const { key } = shown.column
      const text = plainText(match, key, () => this.#metBy(match))
      return { ...empty, text, tone: key === 'sentiment-change' ? toneOf(match.sentimentChange ?? 0, 'up', text) : '' }
    }
    if (!shown.subject) return empty
    const value = this.valueOf(match, shown.subject)
    const text = cellText(shown.subject, value, this.own, this.#dependencies.preferences.now.scale)
    const bar =
      this.#threshold?.key === shown.key && typeof value === 'number' ? barOf(value, this.#threshold.scale) : null
    return { ...empty, text, tone: this.#tone(shown.subject, value, text), ...(bar && { bar }) }
  }

  valueOf({ cells, figures }: ScreenMatch, { id }: ScreenCondition): string | number | null {
    return cells[this.#cellOf.get(id) ?? -1] ?? figures[this.#figureOf.get(id) ?? -1] ?? null
  }

  /** All of it, heads and labels too. */
  get whole(): Range {
    return { top: -1, bottom: this.ordered.length - 1, left: -1, right: this.columns.length - 1 }
  }

  /** As copied and saved: figures in full, unscaled. */
  sheetCell(row: number, column: number): string | number | null {
    const match = this.ordered[row]
    const shown = this.#shownAt(column)
    if (!match || !shown) return this.cell(row, column).text
    if (shown.column.kind === 'plain') return plainCell(match, shown.column.key, () => this.#metBy(match))
    return shown.subject && spreadsheetCell(shown.subject, this.valueOf(match, shown.subject), this.own)
  }

  /** The kind of a column in a file, where its cells do not show it; null: they do. */
  kindAt(column: number): ColumnKind | null {
    const shown = this.#shownAt(column)
    if (shown?.column.kind === 'plain') return plainKinds[shown.column.key] ?? null
    return shown?.subject ? spreadsheetKind(shown.subject, this.own) : null
  }

  titleAt(column: number): string {
    const shown = this.#shownAt(column)
    return shown ? columnTitle(shown.column, shown.subject, this.own) : 'New'
  }

  #shownAt(column: number): ShownColumn | undefined {
    // The marks precede them.
    return this.shownColumns[column - 1]
  }

  #headOf(key: string, subject: ScreenCondition | null): readonly [title: string, note: string, width: number] {
    const [title, note] = subject ? headOf(subject, this.own) : ['', '']
    const width = Math.max(92, Math.min(mostHeadWidth, 20 + title.length * letterWidth))
    return [title, note, this.#threshold?.key === key ? Math.max(width, barRoom + 84) : width]
  }

  #tone(condition: ScreenCondition, value: string | number | null, text: string) {
    if (typeof value !== 'number' || !unitOf(condition, this.own).isChange) return ''
    const favor = condition.kind === 'figure' ? (comparedLines.get(condition.field)?.favor ?? 'neither') : 'up'
    return toneOf(value, favor, text)
  }

  #metBy({ metBy }: ScreenMatch): string {
    return this.conditions
      .flatMap((condition) => (metBy.includes(condition.id) ? nameOf(condition, this.own) : []))
      .join(', ')
  }

  #sortValue(match: ScreenMatch, key: string): string | number | null {
    if (key === 'symbol') return match.symbol
    if (key === markColumn) return this.#entered.has(match.symbol) ? 1 : 0
    const shown = this.shownColumns.find((each) => each.key === key)
    if (shown?.column.kind === 'plain') return plainOrder(match, shown.column.key)
    const value = shown?.subject ? this.valueOf(match, shown.subject) : null
    return value === 'n.m.' ? null : value
  }

  /** Whether the rows are in this column's order. */
  sortedBy(key: string): SortDirection | undefined {
    if (this.sort.key !== key) return undefined
    return this.sort.descending ? 'descending' : 'ascending'
  }

  #column(key: string, title: string, note: string, width: number): GridColumn {
    return {
      key,
      title,
      sorted: this.sortedBy(key),
      note,
      separated: false,
      marks: [],
      width,
    }
  }
}

/** Pixels of a head: of a letter of its title, which is not wrapped, and of the whole at most. */
const letterWidth = 6.6
const mostHeadWidth = 220
/** Pixels of a threshold bar next to its figure. */
const barRoom = 64

function barOf(value: number, { low, high, value: threshold }: ThresholdScale): NonNullable<GridCell['bar']> {
  const share = (figure: number) => (figure - low) / (high - low)
  const [zero, end] = [share(0), share(value)]
  return { from: Math.min(zero, end), to: Math.max(zero, end), at: share(threshold) }
}
