/** The state of the watchlist on screen: its companies, columns, order and selection. */

import { totalNewItems, type NewItemKind } from '#contract/api/whats-new-kinds.ts'
import type { ApiOutputs, Preferences } from '#contract/api/api.ts'
import type { ColumnKind } from '#contract/api/exports.ts'
import { readJsonText } from '#contract/api/serialized-json.ts'
import type { OwnMetric } from '#contract/api/metrics.ts'
import { columnTitle, watchlistColumn, type WatchlistColumn } from '#contract/api/watchlist-columns.ts'
import { outdatedAmong } from '#contract/api/outdated-periods.ts'
import { patchedView } from '#contract/api/view-patch.ts'
import type {
  WatchlistCell,
  WatchlistRow,
  WatchlistTable,
  WatchlistView,
  WatchlistViewPatch,
} from '#contract/api/watchlists.ts'
import { widthPatch } from '#contract/api/width-patch.ts'
import type { UnitKind } from '#contract/service/statement-lines.ts'
import type { Changes } from '../core-client/changes.ts'
import type { Core } from '../core-client/client.ts'
import { reactiveQuery, type Query } from '../core-client/query.svelte.ts'
import { changeKind } from '../format/change-cells.ts'
import { formatDay } from '../format/dates.ts'
import { formatCounted } from '../format/counts.ts'
import { GridState, type Widths } from '../ui/grid/grid-state.svelte.ts'
import {
  comfortableRows,
  denseRows,
  type GridCell,
  type GridColumn,
  type SortDirection,
  type GridMark,
  type GridRow,
  type Range,
} from '../ui/grid/grid-types.ts'
import { ListRefresh } from './list-refresh.svelte.ts'
import { drawnCell, isWords, mediansOf, sheetTitle, sortValue } from './watchlist-cells.ts'
import { orderRows, type OrderedRow } from './watchlist-order.ts'

interface WatchlistPageDependencies {
  /** The list that is shown; empty: none. */
  readonly listId: () => string
  readonly core: Pick<Core, 'watchlists' | 'metrics' | 'sync'>
  readonly changes: Pick<Changes, 'listen'>
  readonly preferences: { readonly now: Preferences }
  /** Rejections of changes that are saved in the background. */
  readonly fail: (error: unknown) => void
  readonly say: (text: string) => void
}

/** The column of what is new, which is always there. */
export const newItemsColumn = 'fresh'

const usual: WatchlistView = { columns: [], sort: null, group: null, unseen: [], widths: {} }
const noChange: WatchlistViewPatch = {}
const touching = new Set([
  'watchlists',
  'fundamentals',
  'call',
  'calls',
  'ratings',
  'news',
  'securities',
  'metrics',
  'searches',
  'notes',
])
const widthOf: Readonly<Record<WatchlistColumn['kind'], number>> = {
  words: 120,
  code: 104,
  price: 82,
  number: 72,
  change: 64,
  trend: 80,
  instant: 76,
  day: 76,
  count: 72,
}
const widths: Readonly<Record<string, number>> = {
  name: 200,
  news: 280,
  next: 220,
  note: 80,
  period: 84,
  rating: 92,
  ratingFirm: 104,
  callAt: 78,
  'number:calculated.operating_margin': 76,
  'number:calculated.fcf_margin': 78,
  onDisk: 80,
  country: 64,
  mic: 64,
  currency: 68,
}
/** Symbol and name. */
const labelWidth = 188

/** Heads in place of long ones. The second line is the measure alone, never half of the name. */
const shortHeads: Readonly<Record<string, { readonly label: string; readonly note: string }>> = {
  'number:calculated.operating_margin': { label: 'Op. margin', note: '' },
  'change:calculated.operating_margin': { label: 'Op. margin', note: 'y/y, bps' },
  'number:calculated.fcf_margin': { label: 'FCF margin', note: '' },
  callSentimentChange: { label: 'Sentiment', note: 'vs. previous' },
}
const emptyCell: GridCell = { text: '', tone: '', marks: [] }

/** The list on screen: its companies as the core returned them, and the order in which they are shown. Create it with a component. */
export class WatchlistPage {
  readonly grid: GridState
  readonly #dependencies: WatchlistPageDependencies
  readonly #query: Query<WatchlistTable>
  readonly #metrics: Query<ApiOutputs['metrics']['list']>
  readonly refresh: ListRefresh
  readonly #id = $derived.by(() => this.#dependencies.listId())
  /** The analyst's filter and changes of the view since the list was opened here: another list begins without. */
  #changes = $state.raw({ id: '', words: '', view: noChange })
  readonly #ofList = $derived.by(() =>
    this.#changes.id === this.#id ? this.#changes : { id: this.#id, words: '', view: noChange },
  )

  readonly table: WatchlistTable | null = $derived.by(() => {
    const { result } = this.#query
    return result?.list.id === this.#id ? result : null
  })
  /** Its companies, in the analyst's own order; null while they are loading. */
  readonly listed: readonly WatchlistRow[] | null = $derived.by(() => this.table && readJsonText(this.table.rows))
  readonly view: WatchlistView = $derived.by(() => patchedView(this.table?.view ?? usual, this.#ofList.view))
  readonly own: readonly OwnMetric[] = $derived.by(() => this.#metrics.result?.metrics ?? [])
  readonly #ownLines: ReadonlyMap<string, { label: string; unit: UnitKind }> = $derived.by(
    () => new Map(this.own.map(({ id, name, unit }) => [`own.${id}`, { label: name, unit }])),
  )
  /** Cells by column. */
  readonly #cells: ReadonlyMap<string, readonly WatchlistCell[]> = $derived.by(
    () => new Map(this.table?.columns.map(({ id, cells }) => [id, readJsonText(cells)])),
  )
  readonly shownColumns: readonly WatchlistColumn[] = $derived.by(() =>
    this.view.columns.flatMap((id) => watchlistColumn(id, this.#ownLines) ?? []),
  )
  readonly ordered: readonly OrderedRow[] = $derived.by(() =>
    orderRows({
      rows: this.listed ?? [],
      view: this.view,
      words: this.words,
      textOf: (at) => {
        const row = this.listed?.[at]
        return `${row?.symbol ?? ''} ${this.nameOf(at)} ${row?.note ?? ''}`
      },
      sortValue: (column, at) => this.#sortValue(column, at),
      groupOf: (column, at) => {
        const cell = this.#cells.get(column)?.[at]
        return typeof cell === 'string' ? cell : ''
      },
    }),
  )
  /** The filter by kinds of new items: those with a count. */
  readonly narrowedTo: readonly NewItemKind[] = $derived.by(() =>
    this.view.unseen.filter((kind) => (this.table?.list.unseen[kind] ?? 0) > 0),
  )
  readonly #shownAt: readonly number[] = $derived.by(() => this.ordered.flatMap((row) => ('at' in row ? row.at : [])))
  /** Visible companies whose latest quarter is too old to compare; they are excluded from medians. */
  readonly #outdated: ReadonlySet<number> = $derived.by(() => {
    const ends = this.#shownAt.map((at) => this.listed?.[at]?.period?.endPeriod ?? null)
    const outdated = outdatedAmong(ends, new Date().toISOString().slice(0, 10))
    return new Set(this.#shownAt.filter((_, index) => outdated[index] === true))
  })
  readonly #medians: ReadonlyMap<string, number> = $derived.by(() => {
    const current = this.#shownAt.filter((at) => !this.#outdated.has(at))
    return mediansOf(this.shownColumns, (id) => current.map((at) => this.#cellAt(id, at)))
  })
  readonly rows: readonly GridRow[] = $derived.by(() => [...this.#companies, ...this.#foot])
  readonly #foot: readonly GridRow[] = $derived.by(() =>
    this.#medians.size === 0
      ? []
      : [{ key: 'median', label: 'Median', rank: 'foot', note: medianNote(this.#outdated.size) }],
  )
  readonly #companies: readonly GridRow[] = $derived.by(() =>
    this.ordered.map((row): GridRow => {
      if ('head' in row) {
        const label = row.head === '' ? 'Unknown' : row.head
        return {
          key: `group ${row.head}`,
          label,
          rank: 'head',
          note: formatCounted(row.companies, 'company', 'companies'),
        }
      }
      const { symbol = '' } = this.listed?.[row.at] ?? {}
      return { key: symbol, label: symbol, rank: 'subtotal', note: this.nameOf(row.at), symbol: true }
    }),
  )
  readonly columns: readonly GridColumn[] = $derived.by(() => [
    {
      key: newItemsColumn,
      title: 'New',
      sorted: this.sortedBy(newItemsColumn),
      note: '',
      separated: false,
      marks: [],
      width: 44,
    },
    ...this.shownColumns.map(({ id, label, note, kind, unit }, index): GridColumn => {
      const full = { label, note: kind === 'change' && unit === 'percent' ? `${note}, bps` : note }
      const shown = shortHeads[id] ?? full
      return {
        key: id,
        title: shown.label,
        sorted: this.sortedBy(id),
        note: shown.note,
        ...(shown !== full && { says: columnTitle(full) }),
        separated: false,
        marks: [],
        words: isWords(kind),
        width: widths[id] ?? Math.max(widthOf[kind], 16 + shown.label.length * 6.4),
        fills: id === 'note' && index === this.shownColumns.length - 1,
      }
    }),
  ])

  constructor(dependencies: WatchlistPageDependencies) {
    this.#dependencies = dependencies
    this.refresh = new ListRefresh(dependencies, () => this.#id)
    const { core, changes } = dependencies
    this.#query = reactiveQuery(changes, core.watchlists.table, () => (this.#id === '' ? null : { listId: this.#id }), {
      reloadOn: ({ kind }) => touching.has(kind),
    })
    this.#metrics = reactiveQuery(changes, core.metrics.list, () => undefined, { reloadOn: ['metrics'] })
    this.grid = new GridState(
      () => ({
        id: this.#id,
        rows: this.rows,
        columns: this.columns,
        heights: dependencies.preferences.now.rows === 'dense' ? denseRows : comfortableRows,
        columnWidth: 92,
        home: newItemsColumn,
        latest: 'first',
      }),
      () => 0,
      () => this.view.widths,
      () => labelWidth,
    )
  }

  close(): void {
    this.refresh.close()
  }

  get id(): string {
    return this.#id
  }

  get failure() {
    return this.#query.failure
  }

  get settledAt(): number | null {
    return this.#query.settledAt
  }

  get words(): string {
    return this.#ofList.words
  }

  set words(words: string) {
    this.#changes = { ...this.#ofList, words }
  }

  reload(): void {
    void this.#query.reload()
  }

  /** The company of a row on screen; undefined for a group's head. */
  companyAt(row: number): WatchlistRow | undefined {
    const ordered = this.ordered[row]
    return ordered && 'at' in ordered ? this.listed?.[ordered.at] : undefined
  }

  /** Companies of the selected rows. */
  get selected(): readonly WatchlistRow[] {
    const { top, bottom } = this.grid.range
    // From a head, columns are selected, not companies.
    if (this.grid.active.row < 0) return []
    const rows = this.rows.slice(Math.max(0, top), bottom + 1)
    return rows.flatMap((_, at) => this.companyAt(Math.max(0, top) + at) ?? [])
  }

  nameOf(at: number): string {
    return this.listed?.[at]?.name ?? ''
  }

  cell(row: number, column: number): GridCell {
    const ordered = this.ordered[row]
    const shown = this.columns[column]
    if (row >= this.ordered.length) return this.#medianCell(column)
    if (!ordered || 'head' in ordered || !shown) return emptyCell
    if (shown.key === newItemsColumn) {
      const unseen = total(this.listed?.[ordered.at])
      return unseen === 0 ? emptyCell : { ...emptyCell, text: String(unseen), best: true }
    }
    const of = this.shownColumns[column - 1]
    if (!of) return emptyCell
    const cell = drawnCell(of, this.#cellAt(of.id, ordered.at), this.#dependencies.preferences.now.scale)
    const isFigure = of.kind === 'number' || of.kind === 'change'
    if (!isFigure || !this.#outdated.has(ordered.at)) return cell
    return { ...cell, marks: [outdatedMark(this.listed?.[ordered.at]?.period?.endPeriod ?? '')] }
  }

  /** All of it, heads and labels too. */
  get whole(): Range {
    return { top: -1, bottom: this.ordered.length - 1, left: -1, right: this.columns.length - 1 }
  }

  /** As copied: figures in full, unscaled. */
  valueAt(row: number, column: number): WatchlistCell {
    const ordered = this.ordered[row]
    const shown = this.columns[column]
    if (row >= this.ordered.length) return this.#medians.get(shown?.key ?? '') ?? null
    if (!ordered || 'head' in ordered || !shown) return null
    return shown.key === newItemsColumn ? total(this.listed?.[ordered.at]) : this.#cellAt(shown.key, ordered.at)
  }

  /** Sorts by this column; again: in reverse; a third time: in the analyst's own order. */
  sortBy(column: string): void {
    const { sort } = this.view
    const firstDown =
      column === newItemsColumn ||
      this.shownColumns.some(({ id, kind }) => id === column && kind !== 'price' && !isWords(kind))
    if (sort?.column !== column) this.set({ sort: { column, descending: firstDown } })
    else if (sort.descending === firstDown) this.set({ sort: { column, descending: !firstDown } })
    else this.set({ sort: null })
  }

  get isOwnOrder(): boolean {
    return this.view.sort === null && this.view.group === null
  }

  /** Moves it before another one; new items stay first. */
  moveColumn(from: number, before: number): void {
    const id = this.shownColumns[from - 1]?.id
    const next = this.shownColumns[Math.max(1, before) - 1]?.id
    if (id === undefined || next === id) return
    const others = this.view.columns.filter((one) => one !== id)
    const at = next === undefined ? others.length : others.indexOf(next)
    this.set({ columns: others.toSpliced(at, 0, id) })
  }

  toggleNewItems(kind: NewItemKind): void {
    const { unseen } = this.view
    this.set({ unseen: unseen.includes(kind) ? [] : [kind] })
  }

  /** Widths of the columns that were resized. */
  size(widths: Widths): void {
    this.set({ widths: widthPatch(this.view.widths, widths) })
  }

  set(change: WatchlistViewPatch): void {
    const listId = this.#id
    const { view } = this.#ofList
    this.#changes = { ...this.#ofList, view: { ...view, ...change, widths: { ...view.widths, ...change.widths } } }
    this.#dependencies.core.watchlists
      .setView({ listId, change })
      .catch((error: unknown) => this.#dependencies.fail(error))
  }

  /** Title of a column. */
  titleOf(column: string): string {
    if (column === newItemsColumn) return 'New'
    const of = this.shownColumns.find(({ id }) => id === column)
    return column === 'symbol' || !of ? 'Symbol' : columnTitle(of)
  }

  /** By title: kinds of columns that their cells do not show. */
  get fileKinds(): Readonly<Record<string, ColumnKind>> {
    const kinds = this.shownColumns.flatMap((column): [string, ColumnKind][] => {
      const kind = fileKindOf(column)
      return kind === null ? [] : [[sheetTitle(column), kind]]
    })
    return Object.fromEntries(kinds)
  }

  #sortValue(column: string, at: number): string | number | null {
    const row = this.listed?.[at]
    if (column === newItemsColumn) return total(row)
    if (column === 'symbol') return row?.symbol ?? null
    const of = watchlistColumn(column, this.#ownLines)
    return of ? sortValue(of, this.#cellAt(column, at)) : null
  }

  #cellAt(column: string, at: number): WatchlistCell {
    return this.#cells.get(column)?.[at] ?? null
  }

  #medianCell(column: number): GridCell {
    const of = this.shownColumns[column - 1]
    const median = of && this.#medians.get(of.id)
    return !of || median === undefined ? emptyCell : drawnCell(of, median, this.#dependencies.preferences.now.scale)
  }

  /** Whether the rows are in this column's order. */
  sortedBy(column: string): SortDirection | undefined {
    const { sort } = this.view
    if (sort?.column !== column) return undefined
    return sort.descending ? 'descending' : 'ascending'
  }
}

function fileKindOf(column: WatchlistColumn): ColumnKind | null {
  const { kind, unit } = column
  if (kind === 'instant' || kind === 'day') return 'day'
  return kind === 'change' && unit !== null ? changeKind(unit) : unit
}

function total(row: WatchlistRow | undefined): number {
  return row ? totalNewItems(row.unseen) : 0
}

function medianNote(outdated: number): string {
  return outdated === 0 ? 'visible rows' : `visible rows, excluding ${outdated} with an old latest quarter`
}

/** Beside figures that have no part in the median. */
function outdatedMark(endPeriod: string): GridMark {
  const says = `Excluded from the median: the latest quarter ends ${formatDay(endPeriod)}, more than 100 days before the most recent.`
  return { letter: 'o', says, corner: false }
}
