/**
 * Matches keys such as `Mod+Shift+K` with key events, and shows them as they are labeled on the
 * platform.
 */

import { parseKeys, type KeyStroke } from '#contract/api/shortcut-text.ts'

export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey' | 'getModifierState'
>

interface PressedStroke extends KeyStroke {
  /** Shift is part of what was typed: of a sign such as `?`, or of a digit on a French keyboard. */
  readonly isShiftPart: boolean
}

/** The pressed stroke. AltGr, which Windows reports as Ctrl and Alt, only selects the character. */
function readPress(press: KeyPress, mac: boolean): PressedStroke {
  const isAltGraph = !mac && press.getModifierState('AltGraph')
  const alt = press.altKey && !isAltGraph
  const key = keyOf(press, alt, mac)
  const isSign = key.length === 1 && !/[a-z0-9]/.test(key)
  return {
    mod: mac ? press.metaKey : press.ctrlKey && !isAltGraph,
    ctrl: mac && press.ctrlKey,
    alt,
    shift: press.shiftKey,
    key,
    isShiftPart: isSign || (!alt && /^\d$/.test(press.key)),
  }
}

/**
 * The character in lower case. On a Greek or Russian keyboard no key types a Latin letter, a Mac types another character with Option,
 * a Turkish keyboard has an ı for an i, and a French one types digits with Shift only: then it is that of a US keyboard.
 */
function keyOf({ key, code }: KeyPress, alt: boolean, mac: boolean): string {
  if (key === ' ') return 'space'
  const [, place, letterOrDigit] = /^(Key|Digit)(.)$/.exec(code) ?? []
  const isLetter = /^\p{L}$/u.test(key)
  const isOtherScript = isLetter && !/\p{Script=Latin}/u.test(key)
  const isOther = alt && !/^[a-z0-9]$/i.test(key) && (mac || place === 'Digit' || isLetter)
  return ((isOther || isOtherScript) && letterOrDigit ? letterOrDigit : key).toLowerCase()
}

/** Whether this key press is that stroke. */
export function matches(stroke: KeyStroke, press: KeyPress, mac: boolean): boolean {
  if (!mac && press.metaKey) return false
  const pressed = readPress(press, mac)
  return (
    pressed.key === stroke.key &&
    pressed.mod === (stroke.mod || (!mac && stroke.ctrl)) &&
    (!mac || pressed.ctrl === stroke.ctrl) &&
    pressed.alt === stroke.alt &&
    (pressed.isShiftPart || pressed.shift === stroke.shift)
  )
}

const unprintable = /^(?:Control|Shift|Alt|AltGraph|Meta|CapsLock|NumLock|Tab|Dead|Process|Unidentified)$/

/** One stroke as the catalog writes it: `Mod+Shift+F`. Null: not a key that a command can have. */
export function strokeOf(press: KeyPress, mac: boolean): string | null {
  if (unprintable.test(press.key) || (!mac && press.metaKey)) return null
  const { mod, ctrl, alt, shift, key, isShiftPart } = readPress(press, mac)
  const modifiers = [mod && 'Mod', ctrl && 'Ctrl', alt && 'Alt', shift && !isShiftPart && 'Shift']
  const name = key === 'space' ? 'Space' : key.length === 1 ? upperCase(key) : press.key
  return [...modifiers.filter((each) => each !== false), name].join('+')
}

/** As labeled on the key; an ß, whose upper case is two letters, is unchanged. */
function upperCase(character: string): string {
  const upper = character.toUpperCase()
  return upper.length === 1 ? upper : character
}

/** Whether this single press is one of the keys. */
export function isOneOf(all: readonly string[], press: KeyPress, mac: boolean): boolean {
  return all.some((keys) => {
    const [stroke, ...rest] = parseKeys(keys)
    return stroke !== undefined && rest.length === 0 && matches(stroke, press, mac)
  })
}

/** Whether a field or a menu would take the stroke as typing. */
export function isTyping(stroke: KeyStroke): boolean {
  return !stroke.mod && !stroke.ctrl && !stroke.alt && !/^f\d+$/.test(stroke.key)
}

const names: Record<string, string> = {
  arrowleft: '←',
  arrowright: '→',
  arrowup: '↑',
  arrowdown: '↓',
  escape: 'Esc',
  enter: 'Enter',
  pageup: 'Page Up',
  pagedown: 'Page Down',
  space: 'Space',
}

/** As labeled on the keys: `Ctrl K`, `⌘ K`, one item per stroke. */
export function showKeys(keys: string, mac: boolean): readonly string[] {
  return parseKeys(keys).map((stroke) => {
    const key = names[stroke.key] ?? stroke.key.charAt(0).toUpperCase() + stroke.key.slice(1)
    const modifiers = [
      stroke.mod ? (mac ? '⌘' : 'Ctrl') : '',
      stroke.ctrl && !stroke.mod ? 'Ctrl' : '',
      stroke.alt ? (mac ? '⌥' : 'Alt') : '',
      stroke.shift ? (mac ? '⇧' : 'Shift') : '',
    ]
    return [...modifiers.filter((name) => name !== ''), key].join(' ')
  })
}
