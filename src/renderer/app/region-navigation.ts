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

/** Whether nothing visible has the focus. The focused element of a page that was just hidden keeps it until the next frame. */
export function isFocusFree(): boolean {
  return document.activeElement === document.body || document.activeElement?.checkVisibility() === false
}

/**
 * Focuses the page's start as soon as it exists, unless something else has the focus by then: after a tab was opened from the
 * palette, or another one closed. The returned function cancels it.
 */
export function startPage(page: HTMLElement, onsettled: (focused: Element | null) => void): () => void {
  const settled = () => {
    const start = page.querySelector<HTMLElement>(starts)
    const free = isFocusFree()
    if (free) start?.focus({ preventScroll: true })
    const isSettled = !free || start !== null
    if (isSettled) onsettled(page.contains(document.activeElement) ? document.activeElement : null)
    return isSettled
  }
  if (settled()) return () => {}
  const observer = new MutationObserver(() => {
    if (settled()) observer.disconnect()
  })
  observer.observe(page, { childList: true, subtree: true })
  return () => observer.disconnect()
}
