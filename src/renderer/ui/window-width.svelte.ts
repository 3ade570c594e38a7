/** Whether the window has room for something, as style sheets ask by `@container window`: in pixels of the page, at every text size. */

import { createSubscriber } from 'svelte/reactivity'
import { windowRoom } from './text-size.ts'

const subscribe = createSubscriber((update) => {
  const sizes = new ResizeObserver(update)
  sizes.observe(document.documentElement)
  return () => sizes.disconnect()
})

export class AtLeastWide {
  readonly #width: number

  constructor(width: number) {
    this.#width = width
  }

  get current(): boolean {
    subscribe()
    return windowRoom().width >= this.#width
  }
}
