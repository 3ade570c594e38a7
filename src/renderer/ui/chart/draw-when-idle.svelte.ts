/** Draws a chart on a canvas, with code that is loaded after the page is painted. */

import type { Attachment } from 'svelte/attachments'

/** Draws once, and returns what erases it. */
type Draw<Drawing> = (canvas: HTMLCanvasElement, drawing: Drawing) => () => void

/** The page comes first: nothing waits for a chart. */
const idle = () => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 500 }))

/**
 * The first drawing waits until the page has nothing else to do; later ones are drawn at once, each
 * time when what `drawing` reads has changed. Null: there is nothing to draw yet.
 *
 * When the code cannot be loaded, because the program has ended, the canvas stays empty: its figures
 * are in its accessible name and in the table next to it.
 */
export function drawWhenIdle<Drawing>(
  load: () => Promise<Draw<Drawing>>,
  drawing: () => Drawing | null,
): Attachment<HTMLCanvasElement> {
  return (canvas) => {
    const ready = idle()
      .then(load)
      .catch(() => null)
    $effect(() => {
      const now = drawing()
      if (now === null) return
      let erase = () => {}
      let gone = false
      void ready.then((draw) => {
        if (!gone && draw !== null) erase = draw(canvas, now)
      })
      return () => {
        gone = true
        erase()
      }
    })
  }
}
