import type { WatchlistView, WatchlistViewPatch } from './watchlists.ts'
import { patchedWidths } from './width-patch.ts'

/** A list's view with a change laid over it: what the change does not name stays, of the widths too. */
export function patchedView(view: WatchlistView, { widths, ...patch }: WatchlistViewPatch): WatchlistView {
  const changed = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
  return { ...view, ...changed, widths: patchedWidths(view.widths, widths ?? {}) }
}
