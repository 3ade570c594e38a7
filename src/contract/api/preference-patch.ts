import { patchedWidths } from './width-patch.ts'
import type { PreferencePatch, Preferences } from './api.ts'

/** The preferences with a change laid over them: what the change does not name stays, of a table's columns too. */
export function patched(preferences: Preferences, { callWidths, ...patch }: PreferencePatch): Preferences {
  const changed = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
  return { ...preferences, ...changed, callWidths: patchedWidths(preferences.callWidths, callWidths ?? {}) }
}
