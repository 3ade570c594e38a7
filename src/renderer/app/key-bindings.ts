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

export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey'>

/** The letter or digit of the key itself: with Alt pressed some systems type another character. */
function letterOf(press: KeyPress): string {
  if (press.key === ' ') return 'space'
  const plain = /^(?:Key|Digit)(.)$/.exec(press.code)?.[1]
  return (press.altKey && plain ? plain : press.key).toLowerCase()
}

/** Whether this key press is that stroke. Shift is part of a sign such as `?` and is then not required. */
export function matches(stroke: KeyStroke, press: KeyPress, mac: boolean): boolean {
  const key = letterOf(press)
  if (key !== stroke.key) return false
  const mod = mac ? press.metaKey : press.ctrlKey
  const ctrl = mac ? press.ctrlKey : false
  if (!mac && press.metaKey) return false
  const sign = key.length === 1 && !/[a-z0-9]/.test(key)
  return (
    mod === (stroke.mod || (!mac && stroke.ctrl)) &&
    (mac ? ctrl === stroke.ctrl : true) &&
    press.altKey === stroke.alt &&
    (sign || press.shiftKey === stroke.shift)
  )
}

const unprintable = /^(?:Control|Shift|Alt|AltGraph|Meta|CapsLock|NumLock|Tab|Dead|Process|Unidentified)$/

/** One stroke as the catalog writes it: `Mod+Shift+F`. Null: not a key that a command can have. */
export function strokeOf(press: KeyPress, mac: boolean): string | null {
  if (unprintable.test(press.key) || (!mac && press.metaKey)) return null
  const key = letterOf(press)
  const sign = key.length === 1 && !/[a-z0-9]/.test(key)
  const modifiers = [
    (mac ? press.metaKey : press.ctrlKey) && 'Mod',
    mac && press.ctrlKey && 'Ctrl',
    press.altKey && 'Alt',
    press.shiftKey && !sign && 'Shift',
  ]
  const name = key === 'space' ? 'Space' : key.length === 1 ? key.toUpperCase() : press.key
  return [...modifiers.filter((each) => each !== false), name].join('+')
}

/** Whether this press alone is one of the keys. */
export function isOneOf(all: readonly string[], press: KeyPress, mac: boolean): boolean {
  return all.some((keys) => {
    const [stroke, ...rest] = parseKeys(keys)
    return stroke !== undefined && rest.length === 0 && matches(stroke, press, mac)
  })
}

/** A stroke that a field or a menu would take as typing. */
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

/** As printed on the keys: `Ctrl K`, `⌘ K`, one item a stroke. */
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
