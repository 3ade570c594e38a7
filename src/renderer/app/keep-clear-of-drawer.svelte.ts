import { tick, untrack } from 'svelte'

interface CoveredGrid {
  coveredBy(element: Element | null): void
}

interface Options {
  readonly grid: () => CoveredGrid | undefined
  /** The drawer explains a cell of this grid. */
  readonly isOpen: () => boolean
  /** The grid's page is on screen. */
  readonly isShown: () => boolean
}

/**
 * The drawer takes room from the page or, in a narrow window, lies over it: the cell that it explains stays visible. Call the result when
 * the drawer has opened or the window has another size. For the start of a component.
 */
export function keepClearOfDrawer({ grid, isOpen, isShown }: Options): () => Promise<void> {
  $effect(() => {
    if (!isOpen()) untrack(grid)?.coveredBy(null)
  })
  return async () => {
    await tick()
    await new Promise(requestAnimationFrame)
    grid()?.coveredBy(isOpen() && isShown() ? document.querySelector('[data-region="drawer"]') : null)
  }
}
