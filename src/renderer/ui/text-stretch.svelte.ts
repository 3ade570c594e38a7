/**
 * How much more room words take because the user spaces out letters and words (WCAG 1.4.12), by an extension or a style of the browser.
 * Columns whose widths are numbers grow by it; styles have the same number as `--stretch`.
 */

import { createSubscriber } from 'svelte/reactivity'

/** Widths as shares of the font's size, and letters in a word with the space after it. */
const letterWidth = 0.45
const lettersInWord = 6

/** 1: the spacing is the program's own. */
export function stretchOf(spacing: {
  readonly letters: number
  readonly words: number
  readonly size: number
}): number {
  const added = spacing.letters + spacing.words / lettersInWord
  return Math.max(1, 1 + added / (letterWidth * spacing.size))
}

export class TextStretch {
  readonly #subscribe: () => void
  #stretch = 1

  constructor() {
    this.#subscribe = createSubscriber((update) => {
      // No event tells of another spacing, but the width of words does.
      const words = document.createElement('span')
      words.textContent = 'Revenue of the latest quarter'
      words.ariaHidden = 'true'
      // Fixed, since absolute it would stand below the window, which could then be scrolled to it.
      Object.assign(words.style, { position: 'fixed', top: '0', visibility: 'hidden', whiteSpace: 'nowrap' })
      document.body.append(words)
      const sizes = new ResizeObserver(() => {
        const { letterSpacing, wordSpacing, fontSize } = getComputedStyle(words)
        // "normal" is no number.
        const pixels = (length: string) => Number.parseFloat(length) || 0
        const stretch = stretchOf({
          letters: pixels(letterSpacing),
          words: pixels(wordSpacing),
          size: pixels(fontSize),
        })
        if (stretch === this.#stretch) return
        this.#stretch = stretch
        update()
      })
      sizes.observe(words)
      return () => {
        sizes.disconnect()
        words.remove()
      }
    })
  }

  get current(): number {
    this.#subscribe()
    return this.#stretch
  }
}
