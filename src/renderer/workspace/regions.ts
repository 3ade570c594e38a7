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

/** What carries `data-start`, else what is current, else its first control, else the region itself. */
export function focusRegion(region: HTMLElement): void {
  const stops = [...region.querySelectorAll<HTMLElement>(focusable)].filter((stop) => stop.offsetParent !== null)
  const stop =
    stops.find((one) => one.matches('[data-start]')) ??
    stops.find((one) => one.matches('[aria-current], [aria-selected="true"]')) ??
    stops[0] ??
    region
  stop.focus()
}
