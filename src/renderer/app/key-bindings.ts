/**
 * Parses keys such as `Mod+Shift+K`, matches them with key events, and shows them as they are
 * labeled on the platform.
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
  const key = keyOf(press, alt)
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
 * The character in lower case. With Alt some systems type another character, and on a Greek or Russian keyboard no key types a
 * Latin letter: then it is that of a US keyboard.
 */
function keyOf({ key, code }: KeyPress, alt: boolean): string {
  if (key === ' ') return 'space'
  const plain = /^(?:Key|Digit)(.)$/.exec(code)?.[1]
  const isOtherScript = /^\p{L}$/u.test(key) && !/\p{Script=Latin}/u.test(key)
  return ((alt || isOtherScript) && plain ? plain : key).toLowerCase()
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
