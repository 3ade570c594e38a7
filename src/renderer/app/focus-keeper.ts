/**
 * Keeps the keyboard focus on something useful when the focused element is removed, moved or
 * hidden.
 */

import { focusHeading, isFocusFree } from './region-navigation.ts'

/** Temporary elements over or next to the page: afterwards the focus returns to where it was. */
const layers = 'dialog, [popover], [data-region=drawer]'

const layerOf = (element: Element) => element.closest(layers)

interface FocusKeeperOptions {
  /** The page that has the keys. */
  readonly page: () => HTMLElement | null
  /** Puts the focus where work on the page begins. */
  readonly start: (page: HTMLElement) => void
}

/**
 * Whoever works with the keyboard, or hears the screen, always has a place: when the element with the focus is removed, moved or hidden, the
 * focus goes to what opened the drawer, menu or dialog that it was in, else to the heading of the part that it was in, else to the page's
 * start. Whoever gives the focus away on purpose, or puts it elsewhere within two frames, is left alone.
 */
export class FocusKeeper {
  readonly #options: FocusKeeperOptions
  /** The element that had the focus last, and all that it is in. */
  #path: readonly Element[] = []
  readonly #openers = new WeakMap<Element, Element>()
  readonly #observer = new MutationObserver((records) => this.#changed(records))
  #frame = 0

  constructor(options: FocusKeeperOptions) {
    this.#options = options
  }

  /** Begins; the returned function ends it. */
  watch(root: Document): () => void {
    const ending = new AbortController()
    root.addEventListener('focusin', ({ target }) => target instanceof Element && this.#follow(target), {
      signal: ending.signal,
    })
    return () => {
      ending.abort()
      this.#observer.disconnect()
      cancelAnimationFrame(this.#frame)
    }
  }

  #follow(focused: Element): void {
    const [before] = this.#path
    const layer = layerOf(focused)
    if (layer && before && layerOf(before) !== layer && !this.#openers.has(layer)) this.#openers.set(layer, before)
    this.#path = [...ancestors(focused)]
    this.#observer.disconnect()
    // Only what happens to these very elements, so that a table may draw as many rows as it likes.
    for (const element of this.#path)
      this.#observer.observe(element, { childList: true, attributeFilter: ['hidden', 'disabled', 'inert'] })
  }

  #changed(records: readonly MutationRecord[]): void {
    const [last] = this.#path
    if (!last || !isFocusFree() || document.activeElement === last) return
    const wasMoved = records.some(({ removedNodes }) => [...removedNodes].some((node) => node.contains(last)))
    if (!wasMoved && isThere(last)) return
    cancelAnimationFrame(this.#frame)
    // In the first frame a page that was opened takes the focus, and so does whoever knows a better place.
    this.#frame = requestAnimationFrame(() => {
      this.#frame = requestAnimationFrame(() => this.#place())
    })
  }

  #place(): void {
    const [last] = this.#path
    if (!last || !isFocusFree() || document.activeElement?.matches('h1, h2, h3') === true) return
    const dialog = [...document.querySelectorAll<HTMLElement>('dialog:modal')].at(-1)
    if (dialog) return dialog.focus()
    if (isThere(last) && focus(last)) return
    if (this.#goBack(last)) return
    const page = this.#options.page()
    if (!page) return
    // The smallest part around it that still exists and has a heading; the whole page begins at its start.
    const parts = this.#path.filter((part) => part !== page && page.contains(part) && isThere(part))
    const part = parts.find((one) => one.querySelector('h1, h2, h3') !== null)
    if (!part || part.querySelector('h1') !== null || !focusHeading(part)) return this.#options.start(page)
    // What was removed may have stood far below its heading.
    document.activeElement?.scrollIntoView({ block: 'nearest' })
  }

  /** To what opened the layer that this was in, or what that was opened from. */
  #goBack(from: Element): boolean {
    const layer = this.#path[0] === from ? this.#path.find((one) => one.matches(layers)) : layerOf(from)
    const opener = layer && this.#openers.get(layer)
    if (!opener) return false
    // Of a table the active cell: its elements may show other rows by now.
    const cell = opener.closest('[role=grid]')?.querySelector('[data-active]')
    return focus(cell ?? opener) || this.#goBack(opener)
  }
}

function* ancestors(element: Element): Iterable<Element> {
  for (let one: Element | null = element; one; one = one.parentElement) yield one
}

function isThere(element: Element): boolean {
  return element.isConnected && element.checkVisibility()
}

/** Whether it took the focus. */
function focus(element: Element): boolean {
  if (!(element instanceof HTMLElement) || !isThere(element)) return false
  element.focus({ preventScroll: true })
  return document.activeElement === element
}
