/**
 * Moves the focus to the next region of the window (F6), and to where work in a region begins.
 */

/** The window's regions in the order of F6; each element carries `data-region`. */
const selector = '[data-region]'
const focusable =
  'a[href], button:not([disabled]), input:not([disabled]), select, textarea, [tabindex]:not([tabindex="-1"])'

/** Moves the focus to the next region round (or the one before). */
export function stepRegion(root: ParentNode, from: Element | null, by: 1 | -1): void {
  const regions = [...root.querySelectorAll<HTMLElement>(selector)].filter((region) => region.offsetParent !== null)
  const here = regions.findIndex((region) => region.contains(from))
  const next = regions[(here + by + regions.length) % regions.length]
  if (next) focusRegion(next)
}

/** Where work on a page begins: `data-start`, or the active cell of its table. */
const starts = '[data-start], [data-active]'

/** Its start, else what is current, else its first control, else the region itself. */
export function focusRegion(region: HTMLElement): void {
  const stops = [...region.querySelectorAll<HTMLElement>(focusable)].filter((stop) => stop.offsetParent !== null)
  const stop =
    stops.find((one) => one.matches(starts)) ??
    stops.find((one) => one.matches('[aria-current], [aria-selected="true"]')) ??
    stops[0] ??
    region
  stop.focus()
}

const headings = 'h1, h2, h3'

/**
 * Whether nothing that works has the focus: nothing at all, or a heading in the place of what is not there. The focused element of a page
 * that was just hidden keeps it until the next frame.
 */
export function isFocusFree(): boolean {
  const focused = document.activeElement
  return focused === null || focused === document.body || focused.matches(headings) || !focused.checkVisibility()
}

/** Gives the focus to the first heading of a part, which is read aloud and from where Tab goes on; false when there is none. */
export function focusHeading(part: ParentNode): boolean {
  const heading = [...part.querySelectorAll<HTMLElement>(headings)].find((one) => one.checkVisibility())
  if (!heading) return false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return true
}

/**
 * Puts the focus at the page's start as soon as there is one, and on its heading until then, unless something else has the focus by then:
 * after a tab was opened from the palette, or another one closed. The returned function stops the waiting.
 */
export function startPage(page: HTMLElement, onsettled: (focused: Element | null) => void): () => void {
  const settled = () => {
    // A view that is left stays in the page, hidden.
    const start = [...page.querySelectorAll<HTMLElement>(starts)].find((one) => one.checkVisibility()) ?? null
    const free = isFocusFree()
    if (free && start) start.focus({ preventScroll: true })
    else if (free && !isOnHeading(page)) focusHeading(page)
    const isSettled = !free || start !== null
    if (isSettled) onsettled(page.contains(document.activeElement) ? document.activeElement : null)
    return isSettled
  }
  if (settled()) return () => {}
  let frame: number | null = null
  // Once a frame, because asking whether something is visible makes the browser calculate the styles of the page.
  const observer = new MutationObserver(() => {
    frame ??= requestAnimationFrame(() => {
      frame = null
      if (settled()) observer.disconnect()
    })
  })
  observer.observe(page, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    if (frame !== null) cancelAnimationFrame(frame)
  }
}

function isOnHeading(page: HTMLElement): boolean {
  const focused = document.activeElement
  return focused !== null && page.contains(focused) && focused.matches(headings) && focused.checkVisibility()
}
