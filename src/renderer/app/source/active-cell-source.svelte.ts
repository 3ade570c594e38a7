import { tick, untrack } from 'svelte'
import type { Position } from '../../ui/grid/grid.ts'
import type { SourceTarget, SourceView } from './source-view.svelte.ts'

/** While the drawer is open it explains the active cell, whatever moved it: keys, pointer, a search, other data. For the start of a component. */
export function followActiveCell(source: SourceView, target: () => SourceTarget | null): void {
  $effect(() => {
    const next = target()
    if (next) untrack(() => source.follow(next))
  })
}

interface CoveredGrid {
  coveredBy(element: Element | null): void
  reveal(): void
}

interface Options {
  readonly source: SourceView
  readonly grid: () => CoveredGrid | undefined
  readonly active: () => Position
  /** What is behind a cell; null: nothing. */
  readonly targetAt: (cell: Position) => SourceTarget | null
  /** The grid's page is on screen. */
  readonly isShown: () => boolean
}

interface ActiveCellSource {
  /** Opens the drawer with the source of a cell, where it has one. */
  readonly open: (cell: Position) => void
  /** Call it when the window has another size. */
  readonly keepClear: () => Promise<void>
}

/**
 * The source of a grid's active cell, in the drawer. The drawer takes room from the page or, in a narrow window, lies over it: the cell that
 * it explains stays visible. For the start of a component.
 */
export function activeCellSource({ source, grid, active, targetAt, isShown }: Options): ActiveCellSource {
  followActiveCell(source, () => targetAt(active()))
  $effect(() => {
    if (!source.isOpen) untrack(grid)?.coveredBy(null)
  })
  async function keepClear(): Promise<void> {
    await tick()
    await new Promise(requestAnimationFrame)
    grid()?.coveredBy(source.isOpen && isShown() ? document.querySelector('[data-region="drawer"]') : null)
  }
  return {
    keepClear,
    open: (cell) => {
      const target = targetAt(cell)
      if (!target) return
      const wasOpen = source.isOpen
      source.open(target)
      if (!wasOpen) void keepClear().then(() => grid()?.reveal())
    },
  }
}
