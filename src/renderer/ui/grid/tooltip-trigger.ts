/**
 * Decides when a grid shows a mark's tooltip: pointer resting on a marked cell, or focus on a
 * marked head.
 */

import { on } from 'svelte/events'
import type { Attachment } from 'svelte/attachments'
import type { Position } from './grid-types.ts'
import { boxOf } from '../text-size.ts'

export interface TooltipTarget {
  readonly at: Position
  readonly box: DOMRect
}

/** Long enough not to show on the way to something else; long enough to get to the tooltip from its cell. Milliseconds. */
const [restFor, reach] = [400, 100]

/**
 * An attachment for the area of a grid, which reports what to show a mark's tooltip for: the marked cell under the resting
 * pointer, or the marked head with the focus. It reports null when that is left for anything but the tooltip (`data-tip`), when a key
 * is pressed (Esc anywhere: WCAG 1.4.13) or the table scrolls. By keyboard a marked figure needs no tooltip: its accessible name and its
 * source tell the meaning.
 */
export function tooltipTrigger(onmark: (cell: TooltipTarget | null) => void): Attachment<HTMLElement> {
  return (area) => {
    let timer = 0
    let closing = 0
    let shown: HTMLElement | null = null
    const wait = () => {
      clearTimeout(timer)
      clearTimeout(closing)
    }
    const show = (cell: HTMLElement | null) => {
      wait()
      shown = cell
      onmark(cell && { at: positionOf(cell), box: boxOf(cell) })
    }
    const hide = () => show(null)
    const report = (cell: HTMLElement) => () => show(cell)
    const leave = () => {
      wait()
      closing = window.setTimeout(() => {
        shown = null
        onmark(null)
      }, reach)
    }
    const over = ({ target }: PointerEvent) => {
      const element = target instanceof Element ? target : null
      const cell = element?.closest<HTMLElement>('[data-mark]') ?? null
      if (element?.closest('[data-tip]') || (cell !== null && cell === shown)) return wait()
      leave()
      if (cell) timer = window.setTimeout(report(cell), restFor)
    }
    const focusedHead = () => {
      const head = document.activeElement?.closest<HTMLElement>('[role=columnheader][data-mark]')
      return head && area.contains(head) ? head : null
    }
    const focused = () => {
      const head = focusedHead()
      if (head === null) return
      hide()
      timer = window.setTimeout(report(head), restFor)
    }
    /** Reports the focused head, or the marked cell that is under the pointer after scrolling, at its new position. */
    const scrolled = () => {
      hide()
      const cell = focusedHead() ?? area.querySelector<HTMLElement>('[data-mark]:hover')
      if (cell) timer = window.setTimeout(report(cell), restFor)
    }
    const stops = [
      on(area, 'focusin', focused),
      on(area, 'focusout', hide),
      on(area, 'pointerover', over),
      on(area, 'pointerleave', leave),
      on(area, 'pointerdown', hide),
      on(area, 'keydown', hide),
      on(document, 'keydown', ({ key }) => key === 'Escape' && hide()),
      on(area, 'scroll', scrolled),
    ]
    return () => {
      hide()
      stops.forEach((stop) => stop())
    }
  }
}

/** The position of a cell, from its aria indices, which count the head and the labels from 1. */
export function positionOf(cell: Element): Position {
  const index = (element: Element | null, name: string) => Number(element?.getAttribute(name)) - 2
  return { row: index(cell.closest('[aria-rowindex]'), 'aria-rowindex'), column: index(cell, 'aria-colindex') }
}
