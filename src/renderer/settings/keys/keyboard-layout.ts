/** The keys of a US keyboard, row by row, as they are drawn. */

/** A key of the pictured US keyboard. */
export interface DrawnKey {
  /** As labeled. */
  readonly label: string
  /** In the catalog's notation; absent: a key that no command can have alone. */
  readonly key?: string
  /** With Shift, if that makes another sign. */
  readonly shifted?: string
  /** In widths of a letter. */
  readonly width?: number
}

const letters = (text: string): readonly DrawnKey[] => [...text].map((key) => ({ label: key, key }))
const signs = (...pairs: readonly string[]): readonly DrawnKey[] =>
  pairs.map(([key = '', shifted = '']) => ({ label: key, key, shifted }))

export const keyboardRows: readonly (readonly DrawnKey[])[] = [
  [
    ...signs('`~', '1!', '2@', '3#', '4$', '5%', '6^', '7&', '8*', '9(', '0)', '-_', '=+'),
    { label: 'Backspace', key: 'Backspace', width: 2 },
  ],
  [
    { label: 'Tab', width: 1.5 },
    ...letters('QWERTYUIOP'),
    ...signs('[{', ']}'),
    { label: '\\', key: '\\', shifted: '|', width: 1.5 },
  ],
  [
    { label: 'Caps', width: 1.75 },
    ...letters('ASDFGHJKL'),
    ...signs(';:', '\'"'),
    { label: 'Enter', key: 'Enter', width: 2.25 },
  ],
  [{ label: 'Shift', width: 2.25 }, ...letters('ZXCVBNM'), ...signs(',<', '.>', '/?'), { label: 'Shift', width: 2.75 }],
  [
    { label: 'Ctrl', width: 1.25 },
    { label: 'Alt', width: 1.25 },
    { label: 'Space', key: 'Space', width: 4.75 },
    { label: 'Delete', key: 'Delete', width: 1.25 },
    { label: '←', key: 'ArrowLeft' },
    { label: '↓', key: 'ArrowDown' },
    { label: '↑', key: 'ArrowUp' },
    { label: '→', key: 'ArrowRight' },
    { label: 'Page Up', key: 'PageUp', width: 1.25 },
    { label: 'Page Down', key: 'PageDown', width: 1.25 },
  ],
]

/** The shown keys: plain, with Shift, Ctrl or Alt, or after G. */
export type KeyLayer = 'plain' | 'shift' | 'mod' | 'alt' | 'go'

/** The keys that this key makes in a layer; null: none. Shift with a digit or sign makes another sign. */
export function keysOn({ key, shifted }: DrawnKey, layer: KeyLayer): string | null {
  if (key === undefined) return null
  if (layer === 'shift') return shifted ?? `Shift+${key}`
  return { plain: key, mod: `Mod+${key}`, alt: `Alt+${key}`, go: `G ${key}` }[layer]
}
