/**
 * Checks the text of a keyboard shortcut: whether it is well formed, and whether text fields need
 * its keys.
 */

const named = [
  'Enter',
  'Escape',
  'Space',
  'Delete',
  'Backspace',
  'Insert',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Tab',
].join('|')
const stroke = new RegExp(`^(?:(?:Mod|Ctrl|Alt|Shift)\\+){0,3}(?:[^\\s\\p{C}]|F(?:[1-9]|1\\d|2[0-4])|${named})$`, 'u')

/** What every text field does: cut, copy, paste, select all. As keys of a command they would stop working in all fields. */
const editing = /^(?:Mod|Ctrl)\+[ACVX]$/i

/** Whether these are, or begin with, keys that edit text. */
export function isEditingKeys(text: string): boolean {
  return editing.test(text.split(' ')[0] ?? '')
}

/** Whether this writes keys that a command can have: one stroke (`Mod+Shift+F`), or two one after another (`G T`). */
export function isKeyText(text: string): boolean {
  const strokes = text.split(' ')
  return text.length <= 40 && strokes.length <= 2 && strokes.every((each) => stroke.test(each)) && !isEditingKeys(text)
}
