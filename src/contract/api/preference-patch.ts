import type { PreferencePatch, Preferences } from './api.ts'
import { patchedRecord } from './record-patch.ts'
import { patchedWidths } from './width-patch.ts'

/** The preferences with a change laid over them: what the change does not name stays, of a table's columns and of commands' keys too. */
export function patched(preferences: Preferences, { callWidths, commandKeys, ...patch }: PreferencePatch): Preferences {
  const changed = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
  return {
    ...preferences,
    ...changed,
    callWidths: patchedWidths(preferences.callWidths, callWidths ?? {}),
    commandKeys: patchedRecord(preferences.commandKeys, commandKeys ?? {}),
  }
}
