/** Draws a bar with the line of a threshold in a cell, as a CSS background. */

import type { GridCell } from './grid-types.ts'

/** Pixels: where the bar's room begins, how wide it is, how high the bar, and how far the line reaches beyond it. */
const left = 8
const room = 50
const high = 7
const beyond = 3

/** A bar before a figure, and a line at the threshold, as a CSS background for a cell of this height. */
export function thresholdPicture({ from, to, at }: NonNullable<GridCell['bar']>, height: number): string {
  const top = Math.round((height - high) / 2)
  const start = left + Math.round(from * room)
  const width = Math.max(1, left + Math.round(to * room) - start)
  const line = left + Math.round(at * room) - 1
  return [
    `linear-gradient(var(--accent), var(--accent)) ${line}px ${top - beyond}px / 2px ${high + 2 * beyond}px no-repeat`,
    `linear-gradient(var(--bar-2), var(--bar-2)) ${start}px ${top}px / ${width}px ${high}px no-repeat`,
  ].join(', ')
}
