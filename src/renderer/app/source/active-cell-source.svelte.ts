/** Shows the source of a grid's active cell in the drawer, and keeps that cell visible. */

import { tick } from 'svelte'
import type { Position } from '../../ui/grid/grid-types.ts'
import type { GridState } from '../../ui/grid/grid-state.svelte.ts'
import type { SourceTarget, SourceView } from './source-view.svelte.ts'

interface DrawnGrid {
  widthBehind(element: Element): number
  reveal(): void
}

interface Options {
  /** Its `active` is the grid's active cell. */
  readonly source: SourceView
  readonly state: GridState
  readonly grid: () => DrawnGrid | undefined
  /** The source of a cell; null: none. */
  readonly targetAt: (cell: Position) => SourceTarget | null
  /** The grid's page is on screen. */
  readonly isShown: () => boolean
}

export class ActiveCellSource {
  readonly #options: Options
  /** Pixels of the grid that the drawer covered when it was measured. */
  #measured = $state(0)

  constructor(options: Options) {
    this.#options = options
    options.state.coverBy(() => (options.source.isOpen ? this.#measured : 0))
  }

  /** Opens the drawer with the source of a cell, where it has one. */
  open(cell: Position): void {
    const { source, grid, targetAt } = this.#options
    const target = targetAt(cell)
    if (!target) return
    const wasOpen = source.isOpen
    source.open(target)
    if (!wasOpen) void this.keepClear().then(() => grid()?.reveal())
  }

  /** Call it when the window has another size. */
  async keepClear(): Promise<void> {
    const { source, grid, isShown } = this.#options
    await tick()
    await new Promise(requestAnimationFrame)
    const drawer = source.isOpen && isShown() ? document.querySelector('[data-region="drawer"]') : null
    this.#measured = drawer ? (grid()?.widthBehind(drawer) ?? 0) : 0
  }
}
