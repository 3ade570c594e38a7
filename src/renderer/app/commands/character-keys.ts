/**
 * Recognizes keys of a single character without Ctrl or Alt, which users can switch off (WCAG
 * 2.1.4, Character Key Shortcuts).
 */

import { parseKeys } from '#contract/api/shortcut-text.ts'

/**
 * Keys of letters, digits and signs alone, with Shift or without, one or one after another: WCAG 2.1.4 (Character Key Shortcuts) wants
 * them to be switched off. Space, Enter, arrows and keys with Ctrl or Alt are not among them.
 */
export function isCharacterKeys(keys: string): boolean {
  return parseKeys(keys).every(({ key, mod, ctrl, alt }) => key.length === 1 && !mod && !ctrl && !alt)
}
