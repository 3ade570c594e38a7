/**
 * Finds commands that the same keys would run on the same page, after the user has changed keys.
 */

import { parseKeys } from '../key-bindings.ts'
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

/** `Shift+Mod+F` and `Mod+shift+f` are the same. Shift makes no difference to a sign, which is typed with it or without. */
export function spellingOf(keys: string): string {
  return parseKeys(keys)
    .map(({ mod, ctrl, alt, shift, key }) => {
      const sign = key.length === 1 && !/[a-z0-9]/.test(key)
      return [mod && 'mod', ctrl && 'ctrl', alt && 'alt', shift && !sign && 'shift', key].filter(Boolean).join('+')
    })
    .join(' ')
}

/** Every key of every command. */
export function assignedKeys(keysOf: (id: CommandId) => readonly string[]): readonly AssignedKeys[] {
  return catalog.flatMap(({ id }) => keysOf(id).map((keys) => ({ id, keys, spelling: spellingOf(keys) })))
}

/** Commands that these keys would reach as well, if they were this command's. */
export function conflictsOf(
  command: CommandId,
  keys: string,
  assigned: readonly AssignedKeys[],
): readonly KeyConflict[] {
  const spelling = spellingOf(keys)
  return assigned.flatMap((other) => {
    if (other.id === command || !collide(spelling, other.spelling)) return []
    if (isIntended(command, other.id, spelling)) return []
    const pages = sharedPages(command, other.id)
    return pages.length === 0 ? [] : [{ command, keys, other: other.id, otherKeys: other.keys, pages }]
  })
}

/** Each pair once, the command that the catalog lists first in front. */
export function allConflicts(assigned: readonly AssignedKeys[]): readonly KeyConflict[] {
  return assigned.flatMap(({ id, keys }, at) => conflictsOf(id, keys, assigned.slice(at + 1)))
}

/** The same keys, or the beginning of the others: with `G` alone bound, `G H` would never be reached. */
function collide(one: string, another: string): boolean {
  return one === another || one.startsWith(`${another} `) || another.startsWith(`${one} `)
}

/** The catalog says that one takes these default keys from the other where both are available. */
function isIntended(one: CommandId, another: CommandId, spelling: string): boolean {
  const { insteadOf = [], ...first } = commandOf(one)
  const { insteadOf: byOther = [], ...second } = commandOf(another)
  const isDefault = ({ keys = [], programKeys = [] }: typeof first) =>
    [...keys, ...programKeys].some((each) => spellingOf(each) === spelling)
  return (insteadOf.includes(another) || byOther.includes(one)) && isDefault(first) && isDefault(second)
}
