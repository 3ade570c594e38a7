import type { WatchlistView, WatchlistViewPatch } from './watchlists.ts'
import { patchedWidths } from './width-patch.ts'

/** Merges a change into a list's view: values that the change does not name stay, widths included. */
export function patchedView(view: WatchlistView, { widths, ...patch }: WatchlistViewPatch): WatchlistView {
  const changed = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
  return { ...view, ...changed, widths: patchedWidths(view.widths, widths ?? {}) }
}
