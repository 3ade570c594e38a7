import { on } from 'svelte/events'
import type { Attachment } from 'svelte/attachments'
import type { Position } from './grid.ts'

export interface MarkedCell {
  readonly at: Position
  readonly box: DOMRect
}

const restFor = 400

/** Tells on which marked cell the pointer has come to rest, and null as soon as it leaves it, a key is pressed or the table moves. */
export function markedCell(tell: (cell: MarkedCell | null) => void): Attachment<HTMLElement> {
  return (area) => {
    let timer = 0
    const hide = () => {
      clearTimeout(timer)
      tell(null)
    }
    const over = (event: PointerEvent) => {
      const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-mark]') : null
      hide()
      if (cell === null) return
      const at = positionOf(cell)
      timer = window.setTimeout(() => tell({ at, box: cell.getBoundingClientRect() }), restFor)
    }
    const stops = [
      on(area, 'pointerover', over),
      on(area, 'pointerleave', hide),
      on(area, 'pointerdown', hide),
      on(area, 'keydown', hide),
      on(area, 'scroll', hide),
    ]
    return () => {
      hide()
      stops.forEach((stop) => stop())
    }
  }
}

/** Where a cell stands, from what it tells screen readers: they count the head and the labels, from 1. */
export function positionOf(cell: Element): Position {
  const index = (element: Element | null, name: string) => Number(element?.getAttribute(name)) - 2
  return { row: index(cell.closest('[aria-rowindex]'), 'aria-rowindex'), column: index(cell, 'aria-colindex') }
}
