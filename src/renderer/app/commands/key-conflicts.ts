/**
 * Finds commands that the same keys would run on the same page, after the user has changed keys.
 */

import { parseKeys } from '#contract/api/shortcut-text.ts'
import { catalog, commandOf, type CommandId } from './catalog.ts'
import { sharedPages, type PageName } from './command-pages.ts'

/** Two commands that the same keys would reach on the same page. */
export interface KeyConflict {
  readonly command: CommandId
  readonly keys: string
  readonly other: CommandId
  readonly otherKeys: string
  /** Where both are available. */
  readonly pages: readonly PageName[]
}

export interface AssignedKeys {
  readonly id: CommandId
  readonly keys: string
  /** Keys in normal form, for comparing them. */
  readonly spelling: string
}

/**
 * `Shift+Mod+F` and `Mod+shift+f` are the same, and so are Ctrl and Mod except on a Mac. Shift makes no difference to a sign, which is
 * typed with it or without.
 */
export function spellingOf(keys: string, mac: boolean): string {
  return parseKeys(keys)
    .map(({ mod, ctrl, alt, shift, key }) => {
      const sign = key.length === 1 && !/[a-z0-9]/.test(key)
      const isMod = mod || (ctrl && !mac)
      return [isMod && 'mod', ctrl && mac && 'ctrl', alt && 'alt', shift && !sign && 'shift', key]
        .filter(Boolean)
        .join('+')
    })
    .join(' ')
}

/** Every key of every command. */
export function assignedKeys(keysOf: (id: CommandId) => readonly string[], mac: boolean): readonly AssignedKeys[] {
  return catalog.flatMap(({ id }) => keysOf(id).map((keys) => ({ id, keys, spelling: spellingOf(keys, mac) })))
}

/** Commands that these keys would reach as well, if they were this command's. */
export function conflictsOf(
  command: CommandId,
  keys: string,
  assigned: readonly AssignedKeys[],
  mac: boolean,
): readonly KeyConflict[] {
  const spelling = spellingOf(keys, mac)
  return assigned.flatMap((other) => {
    if (other.id === command || !collide(spelling, other.spelling)) return []
    if (isIntended(command, other.id, spelling, mac)) return []
    const pages = sharedPages(command, other.id)
    return pages.length === 0 ? [] : [{ command, keys, other: other.id, otherKeys: other.keys, pages }]
  })
}

/** Each pair once, the command that the catalog lists first in front. */
export function allConflicts(assigned: readonly AssignedKeys[], mac: boolean): readonly KeyConflict[] {
  return assigned.flatMap(({ id, keys }, at) => conflictsOf(id, keys, assigned.slice(at + 1), mac))
}

/** The same keys, or the beginning of the others: with `G` alone bound, `G H` would never be reached. */
function collide(one: string, another: string): boolean {
  return one === another || one.startsWith(`${another} `) || another.startsWith(`${one} `)
}

/** The catalog says that one takes these default keys from the other where both are available. */
function isIntended(one: CommandId, another: CommandId, spelling: string, mac: boolean): boolean {
  const { insteadOf = [], ...first } = commandOf(one)
  const { insteadOf: byOther = [], ...second } = commandOf(another)
  const isDefault = ({ keys = [], programKeys = [] }: typeof first) =>
    [...keys, ...programKeys].some((each) => spellingOf(each, mac) === spelling)
  return (insteadOf.includes(another) || byOther.includes(one)) && isDefault(first) && isDefault(second)
}
