/** The state of one grid: its active cell, selected range, scroll position and column widths. */

import type { GridColumn, GridRow, Position, Range, RowHeights } from './grid-types.ts'
import { headHeight as usualHeadHeight } from './grid-types.ts'
import {
  clamp,
  columnEdges,
  indexAt,
  indicesOf,
  rowEdges,
  scrollToReveal,
  rangeBetween,
  type Extent,
} from './geometry.ts'
import { followedSelection, type CellKeys, type Selection } from './grid-selection.ts'
import { holds, moveFor, offHeads, rangeOf, type KeyStroke } from './keyboard-navigation.ts'

/** The content of the table. It is read when it is needed, so it may be state. */
export interface GridContent {
  /** Tells tables apart that are shown one after another; absent: it is one table throughout. */
  readonly id?: string
  readonly rows: readonly GridRow[]
  readonly columns: readonly GridColumn[]
  readonly heights: RowHeights
  readonly columnWidth: number
  /** Height of the columns' heads; absent: a title over a note. */
  readonly headHeight?: number
  /** Above the columns' own heads; absent: they have no groups. */
  readonly groupHeight?: number
  /** Key of the column that the cell starts in: the latest period. */
  readonly home: string
  /** The end where the latest column is, at which the table opens. */
  readonly latest: 'first' | 'last'
}

/** Widths in pixels of the columns that the analyst resized, by key; `''` is the column of labels. */
export type Widths = Readonly<Record<string, number>>

const labelLimits = { least: 120, most: 480 }
const columnLimits = { least: 40, most: 640 }
const usualLabelWidth = 228
/** Maximum share of the width next to the labels for frozen columns. */
const mostFrozen = 0.4
/** Maximum share of the table's width for the labels, and the width that they always get. */
const mostLabel = 0.5
const leastLabel = 96
export const usualColumnWidth = 88
/** Used as a key: the head row, the column of labels. */
const head = ''

/**
 * Selection, scroll and sizes of one table. Active cell and anchor are held by key, so that they stay where they are when rows or
 * columns come, go or turn round, and go to the nearest one when their own is removed.
 */
export class GridState {
  readonly #content: () => GridContent
  /** Height of what is above the head and scrolls sideways with it. */
  readonly #heightAbove: () => number
  /** The widths that are set, separate from the columns, since the number of fitting columns is needed before there are any. */
  readonly #chosenWidths: () => Widths
  /** Width of the labels until the analyst sizes them. */
  readonly #usualLabel: () => number
  /** The selection that the next one follows from: memory of `#selection`, and no state. */
  #followed: Selection | null = null
  /** Null until the user moves: the first row, and the column that the table opens at. */
  #selection = $derived.by(() => (this.#followed &&= followedSelection(this.#followed, this.#content())))
  /** The width while an edge is dragged; it becomes the column's width on release. */
  #previewed = $state.raw<Widths>({})
  #width = $state(0)
  #height = $state(0)
  /** Null while it shows the latest end, wherever that is: more columns leave it there. */
  #scrolledLeft = $state<number | null>(null)
  #coveredBy = $state.raw<() => number>(() => 0)
  #stretch = $state.raw<() => number>(() => 1)
  #top = $state(0)
  /** The first visible column, since columns change their pixels. Null: the latest end was visible. */
  #firstVisible: string | null = null

  readonly #rowIndex = $derived.by(() => indexByKey(this.#content().rows))
  readonly #columnIndex = $derived.by(() => indexByKey(this.#content().columns))
  readonly #firstRow = $derived.by(() =>
    Math.max(
      0,
      this.#content().rows.findIndex(({ rank }) => rank !== 'head'),
    ),
  )
  readonly #widths: Widths = $derived.by(() => ({ ...this.#chosenWidths(), ...this.#previewed }))
  /** Width of each column, in pixels; undefined: the table's usual one. */
  readonly columnWidths = $derived.by(() => {
    const { columns } = this.#content()
    const own = columns.map(({ key, width }) => this.#stretched(this.#widths[key] ?? width))
    const last = columns.at(-1)
    if (last?.fills !== true || this.#widths[last.key] !== undefined) return own
    const others = own.slice(0, -1).reduce<number>((sum, width) => sum + (width ?? this.usualWidth), 0)
    const left = this.#width - this.labelWidth - others
    return own.with(-1, Math.max(this.#stretched(last.width) ?? this.usualWidth, left))
  })
  /** Labels leave half of the room to figures. */
  readonly labelWidth = $derived.by(() => {
    const own = this.#stretched(this.#widths[head] ?? this.#usualLabel())
    return this.#width === 0 ? own : Math.min(own, Math.max(leastLabel, this.#width * mostLabel))
  })
  /** Pixels that the last column is wider, if it stands apart: so many that the others, scrolled to the end, are whole. */
  readonly #extra = $derived.by(() => {
    const last = this.#content().columns.at(-1)
    const others = this.columnWidths.slice(0, -1)
    const isApart = last?.separated === true || last?.frozen === true
    if (!isApart || this.#widths[last.key] !== undefined || this.#width === 0) return 0
    if (others.some((width) => width !== undefined)) return 0
    const each = this.usualWidth
    const free = this.#width - this.labelWidth - others.length * each - (this.columnWidths.at(-1) ?? each)
    const extra = free >= 0 ? 0 : ((free % each) + each) % each
    // So wide that it could not stay in place, it takes nothing.
    const own = this.columnWidths.at(-1) ?? each
    return last.frozen === true && own + extra > (this.#width - this.labelWidth) * mostFrozen ? 0 : extra
  })
  readonly rowEdges = $derived.by(() => rowEdges(this.#content().rows, this.#content().heights))
  readonly columnEdges = $derived.by(() => columnEdges(this.columnWidths, this.usualWidth, this.#extra))
  /** The first column frozen at the right; the number of columns if none is, or if they would take too much space. */
  readonly firstFrozen = $derived.by(() => {
    const { columns } = this.#content()
    const first = columns.findLastIndex(({ frozen }) => frozen !== true) + 1
    const width = (this.columnEdges.at(-1) ?? 0) - (this.columnEdges[first] ?? 0)
    return width <= (this.#width - this.labelWidth) * mostFrozen ? first : columns.length
  })
  readonly frozenWidth = $derived.by(() => (this.columnEdges.at(-1) ?? 0) - (this.columnEdges[this.firstFrozen] ?? 0))
  readonly active = $derived.by(() => this.#positionOf(this.#selection?.active))
  readonly anchor = $derived.by(() => this.#positionOf(this.#selection?.anchor))
  readonly range: Range = $derived.by(() => rangeOf(this.anchor, this.active, this.extent))
  /** How far the columns are scrolled: limited by the columns, like the scroller. */
  readonly left = $derived.by(() => Math.min(this.#scrolledLeft ?? this.#latestLeft, this.#mostLeft + this.covered))
  readonly #mostLeft = $derived.by(() => Math.max(0, this.sheetWidth - this.#width))
  readonly #latestLeft = $derived.by(() => (this.#content().latest === 'last' ? this.#mostLeft : 0))
  readonly #shownTop = $derived.by(() => Math.min(this.#top, Math.max(0, this.sheetHeight - this.#height)))
  readonly shownRows = $derived.by(() => {
    if (this.#height === 0) return []
    const from = this.#shownTop - this.#heightAbove()
    const range = rangeBetween(this.rowEdges, from, from + this.#height - this.headHeight, 4)
    const shown = indicesOf(range, this.active.row, this.extent.rows)
    const last = this.extent.rows - 1
    return this.#footHeight === 0 || shown.includes(last) ? shown : [...shown, last]
  })
  readonly shownColumns = $derived.by(() => {
    if (this.#width === 0) return []
    const range = rangeBetween(this.columnEdges, this.left, this.left + this.#width - this.labelWidth, 1)
    return indicesOf(range, this.active.column, this.extent.columns).filter((column) => column < this.firstFrozen)
  })
  readonly frozenColumns = $derived.by(() =>
    Array.from({ length: this.extent.columns - this.firstFrozen }, (_, at) => this.firstFrozen + at),
  )

  constructor(
    content: () => GridContent,
    above: () => number,
    widths: () => Widths,
    usualLabel: () => number = () => usualLabelWidth,
  ) {
    this.#usualLabel = usualLabel
    this.#content = content
    this.#heightAbove = above
    this.#chosenWidths = widths
  }

  get extent(): Extent {
    return { rows: this.#content().rows.length, columns: this.#content().columns.length }
  }

  /** What is above stays visible when the rows scroll, if it leaves them enough space. */
  get aboveSticks(): boolean {
    return this.#heightAbove() + this.headHeight <= this.#height * 0.45
  }

  /** Columns of the usual width that the window has room for, cut ones too. */
  get fittingColumns(): number {
    return Math.max(1, Math.ceil((this.#width - this.labelWidth) / this.#stretched(usualColumnWidth)))
  }

  /** Height of the groups' heads; 0 without groups. */
  get groupHeight(): number {
    return this.#content().groupHeight ?? 0
  }

  get headHeight(): number {
    return this.groupHeight + (this.#content().headHeight ?? usualHeadHeight)
  }

  /** There are notes below the titles. */
  get hasNotes(): boolean {
    return this.#content().headHeight === undefined
  }

  /** Width of the window on the sheet; 0 before it is drawn. */
  get windowWidth(): number {
    return this.#width
  }

  /** Height of the window on the sheet; 0 before it is drawn. */
  get windowHeight(): number {
    return this.#height
  }

  /** Pixels at the right that a drawer covers: columns are scrolled clear of them, unless none would fit. */
  get covered(): number {
    const pixels = this.#coveredBy()
    return pixels > this.#width - this.labelWidth - this.usualWidth ? 0 : pixels
  }

  /** @param pixels how much of its right end is covered */
  coverBy(pixels: () => number): void {
    this.#coveredBy = pixels
  }

  get isScrolled(): boolean {
    return this.left > 0
  }

  /** Width of every column except a separated one. */
  get usualWidth(): number {
    return this.#stretched(this.#content().columnWidth)
  }

  /** Width of the whole sheet, frozen parts included. */
  get sheetWidth(): number {
    return this.labelWidth + (this.columnEdges.at(-1) ?? 0)
  }

  get sheetHeight(): number {
    return this.#heightAbove() + this.headHeight + this.bodyHeight
  }

  get bodyHeight(): number {
    return this.rowEdges.at(-1) ?? 0
  }

  rowTop(row: number): number {
    return this.rowEdges[row] ?? 0
  }

  rowHeight(row: number): number {
    return (this.rowEdges[row + 1] ?? 0) - this.rowTop(row)
  }

  /** From the left end of the sheet, labels included. */
  columnLeft(column: number): number {
    return this.labelWidth + (this.columnEdges[column] ?? 0)
  }

  columnWidth(column: number): number {
    return (this.columnEdges[column + 1] ?? 0) - (this.columnEdges[column] ?? 0)
  }

  /** @param stretch how much more room words take than in their font (ui/text-stretch.svelte.ts) */
  stretchBy(stretch: () => number): void {
    this.#stretch = stretch
  }

  /** Widths are stored as they are without a text spacing of the user's. */
  #stretched<Width extends number | undefined>(width: Width): Width
  #stretched(width: number | undefined): number | undefined {
    return width && Math.round(width * this.#stretch())
  }

  /** Columns that an edge moves with: all that are selected from head to foot, if this one is among them. */
  alike(column: number): readonly number[] {
    const { top, left, right } = this.range
    if (top >= 0 || column < 0 || !this.isSpanned(column)) return [column]
    const first = Math.max(0, left)
    return Array.from({ length: right - first + 1 }, (_, at) => first + at)
  }

  /** Draws columns, or the labels, at these widths, within their limits, until `commitWidths`. What is visible stays where it is. */
  previewWidths(widths: ReadonlyMap<number, number>): void {
    this.#scrolledLeft ??= this.left
    const sized = [...widths].map(([column, pixels]): [string, number] => {
      const { least, most } = column < 0 ? labelLimits : columnLimits
      return [
        this.#keysOf({ row: -1, column }).column,
        Math.round(Math.max(least, Math.min(most, pixels / this.#stretch()))),
      ]
    })
    this.#previewed = { ...this.#previewed, ...Object.fromEntries(sized) }
  }

  /** Ends the preview. Gives every width that the user has chosen, the previewed ones too; the columns in `usual` have the table's again. */
  commitWidths(usual: readonly number[] = []): Widths {
    const keys = new Set(usual.map((column) => this.#keysOf({ row: -1, column }).column))
    const widths = Object.entries(this.#widths).filter(([key]) => !keys.has(key))
    this.#previewed = {}
    return Object.fromEntries(widths)
  }

  isActive(row: number, column: number): boolean {
    return this.active.row === row && this.active.column === column
  }

  isSelected(row: number, column: number): boolean {
    return holds(this.range, row, column)
  }

  /** Whether the range includes the column. */
  isSpanned(column: number): boolean {
    return column >= this.range.left && column <= this.range.right
  }

  /** The range includes heads or labels: they are copied too. */
  get selectsHeads(): boolean {
    return this.range.top === -1 || this.range.left === -1
  }

  /** The scroller's size; a hidden one has none and keeps what it had. */
  resize(width: number, height: number): void {
    if (width === 0 || height === 0) return
    this.#width = width
    this.#height = height
  }

  scrolled(left: number, top: number): void {
    // Without a size it was not scrolled by the user: it was placed at the latest end, as far as it could be.
    if (this.#width === 0) return
    const isLatest = Math.abs(left - this.#latestLeft) < 2
    this.#scrolledLeft = isLatest ? null : left
    this.#top = top
    this.#firstVisible = isLatest ? null : (this.#content().columns[indexAt(this.columnEdges, left)]?.key ?? null)
  }

  /** Other columns, or wider ones: the latest end stays visible if it was, else the column that was first. */
  keepPosition(): void {
    const first = this.#firstVisible === null ? undefined : this.#columnIndex.get(this.#firstVisible)
    this.#scrolledLeft = first === undefined ? null : (this.columnEdges[first] ?? null)
  }

  /** Back to the latest end. */
  toLatest(): void {
    this.#scrolledLeft = null
    this.#firstVisible = null
  }

  moveTo(position: Position, extend = false): void {
    const to = clamp(position, this.extent)
    this.#select(to, extend ? this.anchor : to)
  }

  /** Everything, heads and labels too. */
  selectAll(): void {
    const { rows, columns } = this.extent
    this.#select({ row: rows - 1, column: columns - 1 }, { row: -1, column: -1 })
  }

  /** The selection is then what it was. */
  withAllSelected(run: () => void): void {
    const selection = this.#selection
    this.selectAll()
    try {
      run()
    } finally {
      this.#selection = this.#followed = selection
    }
  }

  /** Reduces a range to its active cell; false when it is one cell already. */
  collapse(): boolean {
    const { top, bottom, left, right } = this.range
    if (top === bottom && left === right) return false
    this.#select(this.active, this.active)
    return true
  }

  /** Returns whether the key was one of the table's. */
  press(stroke: KeyStroke): boolean {
    const page = this.#height - this.headHeight - this.#stuck()
    const rowsAPage = Math.max(1, Math.floor(page / this.#content().heights.row) - 1)
    const move = moveFor(stroke, this.active, this.extent, rowsAPage)
    if (move) this.moveTo(this.#beforeFoot(offHeads(this.#content().rows, this.active.row, move.to)), move.extends)
    return move !== null
  }

  /** The cell under a point of the scroller, in pixels from its top left corner. */
  cellAt(x: number, y: number): Position {
    const inBody = y >= this.headHeight + this.#stuck()
    const inFoot = inBody && y >= this.#height - this.#footHeight
    const row = inFoot
      ? this.extent.rows - 1
      : inBody
        ? indexAt(this.rowEdges, y + this.#top - this.headHeight - this.#heightAbove())
        : -1
    return { row, column: this.#columnAt(x) }
  }

  /** The row or column before which a point of the scroller is, by the nearest edge. */
  edgeAt(axis: 'row' | 'column', x: number, y: number): number {
    const [edges, pixel] =
      axis === 'column'
        ? [this.columnEdges, x - this.labelWidth + this.left]
        : [this.rowEdges, y + this.#top - this.headHeight - this.#heightAbove()]
    const at = indexAt(edges, pixel)
    return pixel * 2 > (edges[at] ?? 0) + (edges[at + 1] ?? 0) ? at + 1 : at
  }

  /** The nearest scroll position at which the active cell is visible. */
  reveal(): { readonly left: number; readonly top: number } {
    const { row, column } = this.active
    const stuck = this.#stuck()
    const offset = this.#heightAbove() - stuck
    const top =
      row < 0 || (this.#footHeight > 0 && row === this.extent.rows - 1)
        ? this.#top
        : scrollToReveal(
            (this.rowEdges[row] ?? 0) + offset,
            (this.rowEdges[row + 1] ?? 0) + offset,
            this.#top,
            this.#height - this.headHeight - stuck - this.#footHeight,
            0,
          )
    const left =
      column < 0 || column >= this.firstFrozen
        ? this.left
        : scrollToReveal(
            this.columnEdges[column] ?? 0,
            this.columnEdges[column + 1] ?? 0,
            this.left,
            this.#width - this.labelWidth - this.frozenWidth - this.covered,
            this.groupHeight > 0 ? 0 : this.usualWidth,
          )
    return { left, top: row === 0 && top <= offset ? 0 : top }
  }

  /** The active cell is visible: bringing it there would scroll nothing. */
  get showsActive(): boolean {
    const { left, top } = this.reveal()
    return left === this.left && top === this.#top
  }

  /** A jump to the end stops before a frozen last row, which the next step reaches. */
  #beforeFoot(to: Position): Position {
    const last = this.extent.rows - 1
    return this.#footHeight > 0 && to.row === last && this.active.row < last - 1 ? { ...to, row: last - 1 } : to
  }

  /** The column at a point of the scroller, in pixels from its left edge; −1: the labels. */
  #columnAt(x: number): number {
    if (x < this.labelWidth) return -1
    const frozenEdge = this.columnEdges[this.firstFrozen] ?? 0
    const frozenFrom = Math.min(this.labelWidth + frozenEdge - this.left, this.#width - this.covered - this.frozenWidth)
    if (this.frozenWidth > 0 && x >= frozenFrom) return indexAt(this.columnEdges, x - frozenFrom + frozenEdge)
    return indexAt(this.columnEdges, x - this.labelWidth + this.left)
  }

  /** Height of a last row that stays visible. */
  get #footHeight(): number {
    const { rows, heights } = this.#content()
    return rows.at(-1)?.rank === 'foot' ? heights.row : 0
  }

  #stuck(): number {
    return this.aboveSticks ? this.#heightAbove() : 0
  }

  #select(active: Position, anchor: Position): void {
    const [activeKeys, anchorKeys] = [this.#keysOf(active), this.#keysOf(anchor)]
    this.#selection = this.#followed = { active: activeKeys, anchor: anchorKeys, table: this.#content() }
  }

  #positionOf(keys: CellKeys | undefined): Position {
    const latest = this.#columnIndex.get(this.#content().home) ?? this.extent.columns - 1
    if (keys === undefined) return { row: this.#firstRow, column: latest }
    return {
      row: keys.row === head ? -1 : (this.#rowIndex.get(keys.row) ?? this.#firstRow),
      column: keys.column === head ? -1 : (this.#columnIndex.get(keys.column) ?? latest),
    }
  }

  #keysOf({ row, column }: Position): CellKeys {
    return {
      row: row < 0 ? head : (this.#content().rows[row]?.key ?? head),
      column: column < 0 ? head : (this.#content().columns[column]?.key ?? head),
    }
  }
}

function indexByKey(items: readonly { readonly key: string }[]): ReadonlyMap<string, number> {
  return new Map(items.map(({ key }, index) => [key, index]))
}
