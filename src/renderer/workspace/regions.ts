/** The window's regions in the order of F6; each element carries `data-region`. */
const selector = '[data-region]'
const focusable =
  'a[href], button:not([disabled]), input:not([disabled]), select, textarea, [tabindex]:not([tabindex="-1"])'

/** Moves the focus to the next region round (or the one before), to where it was there last. */
export function stepRegion(root: ParentNode, from: Element | null, by: 1 | -1): void {
  const regions = [...root.querySelectorAll<HTMLElement>(selector)].filter((region) => region.offsetParent !== null)
  const here = regions.findIndex((region) => region.contains(from))
  const next = regions[(here + by + regions.length) % regions.length]
  if (next) focusRegion(next)
}

/** The region's own stop, else its first control, else the region itself. */
export function focusRegion(region: HTMLElement): void {
  const stops = [...region.querySelectorAll<HTMLElement>(focusable)].filter((stop) => stop.offsetParent !== null)
  const preferred = stops.find((stop) => stop.matches('[aria-current], [aria-selected="true"], [data-start]'))
  const stop = preferred ?? stops[0] ?? region
  stop.focus()
}
