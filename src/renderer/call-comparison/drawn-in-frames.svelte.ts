/** Renders a long list up to some screens beyond the scroll position, over several frames, so that the visible part is painted first. */

import type { Attachment } from 'svelte/attachments'

/** Rows of a frame after the first. */
const aFrame = 60
/** Pixels below the visible part in which rows are drawn, so that fast scrolling shows no gap. */
const ahead = 6000
/** The height of a row that is not drawn, as `contain-intrinsic-size` has it for one out of sight. */
const rowHeight = 52

/** How many rows of a list are drawn. */
export class DrawnInFrames {
  readonly #atFirst = rowsOfScreen()
  #count = $state(this.#atFirst)
  readonly #total: () => number

  constructor(total: () => number) {
    this.#total = total
  }

  get count(): number {
    return this.#count
  }

  /** Draws this row with the next update. */
  include(row: number): void {
    if (row >= this.#count) this.#count = row + this.#atFirst
  }

  /** Pixels for the rows that are not drawn, so that the scroll bar is as long as the list. */
  get rest(): number {
    return Math.max(0, this.#total() - this.#count) * rowHeight
  }

  /** Of the element below the drawn rows, in the element that scrolls: it draws more rows as it comes near. A list out of sight waits. */
  readonly below: Attachment<HTMLElement> = (element) => {
    if (this.#count >= this.#total()) return
    let frame = 0
    const nearing = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting))
          frame = requestAnimationFrame(() => (this.#count += aFrame))
      },
      { root: element.parentElement, rootMargin: `0px 0px ${ahead}px 0px` },
    )
    nearing.observe(element)
    return () => {
      nearing.disconnect()
      cancelAnimationFrame(frame)
    }
  }
}

/** Of the height in which a row of two lines is drawn; where rows are lower, the next frame draws what is missing. */
function rowsOfScreen(): number {
  return Math.ceil(window.innerHeight / rowHeight)
}
