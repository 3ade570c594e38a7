/** The keys of a list of passages, and how the list follows the current one: the same in one list of both calls and in two columns. */

import { tick } from 'svelte'
import { isFocusFree } from '../app/region-navigation.ts'
import type { DrawnInFrames } from './drawn-in-frames.svelte.ts'

/** The arrow keys lead to the next or the previous passage. With a modifier they belong to others. */
export function stepWithArrows(event: KeyboardEvent, step: (by: 1 | -1) => void): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  step(event.key === 'ArrowDown' ? 1 : -1)
}

interface PassageRowPlace {
  /** The element that holds the rows. */
  readonly list: HTMLElement
  /** Of the row among those of the list; -1: the list does not have it. */
  readonly at: number
  /** Of the element of the row. */
  readonly id: string
}

/** Draws the row, scrolls to it, and gives it the focus unless that is at work in another place. */
export async function showPassage(drawn: DrawnInFrames, { list, at, id }: PassageRowPlace): Promise<void> {
  drawn.include(at)
  await tick()
  const row = document.getElementById(id)
  row?.scrollIntoView({ block: 'nearest' })
  if (list.contains(document.activeElement) || isFocusFree()) row?.focus({ preventScroll: true })
}
