/**
 * Parses and checks the text of a keyboard shortcut: whether it is well formed, and whether text
 * fields need its keys.
 */

/** One stroke: `Mod+Shift+K`. `Mod` is Cmd on a Mac and Ctrl elsewhere. */
export interface KeyStroke {
  readonly mod: boolean
  readonly ctrl: boolean
  readonly alt: boolean
  readonly shift: boolean
  /** `k`, `?`, `enter`, `f6`; lower case. */
  readonly key: string
}

/** `Mod+K` is one stroke, `G S` two. */
export function parseKeys(keys: string): readonly KeyStroke[] {
  return keys.split(' ').map((stroke) => {
    const parts = stroke.split(/\+(?=.)/)
    const key = (parts.at(-1) ?? '').toLowerCase()
    const modifiers = parts.slice(0, -1)
    return {
      mod: modifiers.includes('Mod'),
      ctrl: modifiers.includes('Ctrl'),
      alt: modifiers.includes('Alt'),
      shift: modifiers.includes('Shift'),
      key,
    }
  })
}

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

/** Cut, copy, paste and select all. What is selected on a page is copied too, so that no command can have them. */
const clipboardKeys = ['a', 'c', 'v', 'x']
const undoKeys = ['y', 'z']
/** Redo, and paste without its format. */
const withShift = ['v', 'z']
/** They move the caret or delete: with Ctrl, or Option on a Mac, by words. */
const caretKeys = ['arrowleft', 'arrowright', 'arrowup', 'arrowdown', 'home', 'end', 'backspace', 'delete', 'insert']
/** The same on a Mac, with Ctrl. */
const macCaretKeys = ['a', 'b', 'd', 'e', 'f', 'h', 'k', 'n', 'o', 'p', 't', 'v', 'y']

/** Whether a text field needs this stroke, apart from plain typing. On a Mac, Option types characters and accents. */
export function isEditing({ mod, ctrl, alt, shift, key }: KeyStroke, mac: boolean): boolean {
  const command = mod || (ctrl && !mac)
  if (command) return !alt && [...caretKeys, ...(shift ? withShift : [...clipboardKeys, ...undoKeys])].includes(key)
  if (!mac) return false
  if (ctrl) return !alt && macCaretKeys.includes(key)
  return alt && (key.length === 1 || key === 'space' || caretKeys.includes(key))
}

/** Whether these are, or begin with, keys that no command can have. */
export function isClipboardKeys(text: string): boolean {
  const [stroke] = parseKeys(text)
  if (stroke === undefined || stroke.alt || stroke.shift) return false
  return (stroke.mod || stroke.ctrl) && clipboardKeys.includes(stroke.key)
}

/** Whether this writes keys that a command can have: one stroke (`Mod+Shift+F`), or two one after another (`G T`). */
export function isKeyText(text: string): boolean {
  const strokes = text.split(' ')
  return (
    text.length <= 40 && strokes.length <= 2 && strokes.every((each) => stroke.test(each)) && !isClipboardKeys(text)
  )
}
