/** The theme's colors for canvases, which cannot read CSS variables. */

import { createSubscriber } from 'svelte/reactivity'

/** Colors of tokens.css for the canvas, which does not read CSS variables. */
export interface ChartColors {
  readonly paper: string
  readonly second: string
  readonly third: string
  readonly rule: string
  /** Lines in the background of a chart. */
  readonly faint: string
  readonly ink: string
  readonly bar: string
  /** Bars of the selected periods. */
  readonly selected: string
  readonly accent: string
  readonly soft: string
  readonly up: string
  readonly down: string
  readonly flag: string
  readonly findNow: string
  /** Small marks. */
  readonly edge: string
  /** Paler than `bar`. */
  readonly bar2: string
}

/** The tokens' colors as they are now; reading them in an effect or a derived value follows theme and system. */
export class Theme {
  readonly #subscribe: () => void
  /** Reading computed styles forces a layout: once per theme is enough. */
  #colors: ChartColors | null = null

  constructor() {
    this.#subscribe = createSubscriber((update) => {
      const read = () => {
        this.#colors = null
        update()
      }
      const root = new MutationObserver(read)
      root.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-change'] })
      const asked = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)'].map(
        (query) => window.matchMedia(query),
      )
      for (const query of asked) query.addEventListener('change', read)
      return () => {
        root.disconnect()
        for (const query of asked) query.removeEventListener('change', read)
        this.#colors = null
      }
    })
  }

  get colors(): ChartColors {
    this.#subscribe()
    this.#colors ??= readColors()
    return this.#colors
  }
}

function readColors(): ChartColors {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return {
    paper: token('paper'),
    second: token('ink-2'),
    third: token('ink-3'),
    rule: token('rule-strong'),
    faint: token('rule'),
    ink: token('ink'),
    bar: token('bar'),
    selected: token('bar-selected'),
    accent: token('accent'),
    soft: token('accent-soft'),
    up: token('up'),
    down: token('down'),
    flag: token('flag-mark'),
    findNow: token('find-now'),
    edge: token('edge'),
    bar2: token('bar-2'),
  }
}
