/** The keys that Electron's application menu shows next to its entries. */

import { shellCommands, type MenuKeys, type ShellCommand } from '#contract/shell.ts'
import { isEditing, parseKeys, type KeyStroke } from '#contract/api/shortcut-text.ts'
import type { CommandId } from './catalog.ts'

/** The command of each entry in the application menu. */
const menuCommands: Readonly<Record<ShellCommand, CommandId>> = {
  palette: 'go.palette',
  search: 'go.search',
  settings: 'go.settings',
  'keyboard-help': 'help.keys',
  accessibility: 'help.accessibility',
  'check-for-updates': 'help.updates',
  'next-tab': 'tab.next',
  'previous-tab': 'tab.previous',
  'close-tab': 'tab.close',
  'new-window': 'window.new',
  'move-tab': 'tab.move',
  'clear-recent': 'recent.clear',
}

/** Electron's names of keys. */
const names: Readonly<Record<string, string>> = {
  '+': 'Plus',
  arrowleft: 'Left',
  arrowright: 'Right',
  arrowup: 'Up',
  arrowdown: 'Down',
  pageup: 'PageUp',
  pagedown: 'PageDown',
}

/**
 * The keys shown in the application menu: for each command those that a menu supports, with Ctrl rather than Alt. The menu takes its keys
 * from text fields too, so it has none that they need.
 */
export function menuKeys(keysOf: (id: CommandId) => readonly string[], mac: boolean): MenuKeys {
  return Object.fromEntries(
    shellCommands.flatMap((command) => {
      const [best] = keysOf(menuCommands[command])
        .map(parseKeys)
        .filter((strokes) => !strokes.some((stroke) => isEditing(stroke, mac)))
        .flatMap(acceleratorOf)
        .toSorted((a, b) => Number(isAlt(a)) - Number(isAlt(b)))
      return best === undefined ? [] : [[command, best]]
    }),
  )
}

const isAlt = (accelerator: string) => accelerator.startsWith('Alt+')

/** A key that Electron can name: single characters only from ASCII. */
const namable = /^(?:[\x21-\x7e]|[A-Za-z]{2,10}|F\d{1,2})$/

/** A menu supports neither key sequences nor plain letters, nor letters such as Ö. */
function acceleratorOf([stroke, ...rest]: readonly KeyStroke[]): string | [] {
  if (stroke === undefined || rest.length > 0) return []
  const { mod, ctrl, alt, shift, key } = stroke
  const isFunctionKey = /^f\d+$/.test(key)
  if (!mod && !ctrl && !alt && !isFunctionKey) return []
  const modifiers = [mod && 'CmdOrCtrl', ctrl && 'Ctrl', alt && 'Alt', shift && 'Shift'].filter(
    (each) => each !== false,
  )
  const name = names[key] ?? key.charAt(0).toUpperCase() + key.slice(1)
  return namable.test(name) ? [...modifiers, name].join('+') : []
}
