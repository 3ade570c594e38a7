/** Changes to shortcuts: conflicts, free keys nearby, import from and export to a file. */

import { isCharacterKeys } from '../../app/commands/character-keys.ts'
import { commandOf, isCommandId, type CommandId } from '../../app/commands/catalog.ts'
import { conflictsOf, spellingOf, type AssignedKeys, type KeyConflict } from '../../app/commands/key-conflicts.ts'
import { pageNames, pageTitle } from '../../app/commands/command-pages.ts'
import { formatCounted } from '../../format/counts.ts'

/** New keys by command; null: its default keys. */
export type KeyChange = Partial<Record<CommandId, readonly string[] | null>>

/** Null where they are the default keys, so that a later version's defaults apply. */
export function asChange(keys: readonly string[], defaults: readonly string[], mac: boolean): readonly string[] | null {
  const spelled = (all: readonly string[]) => all.map((each) => spellingOf(each, mac)).join('\n')
  return spelled(keys) === spelled(defaults) ? null : keys
}

/** The keys that these commands have left when the key of the conflict is another's. */
export function withoutConflicts(
  conflicts: readonly KeyConflict[],
  keysOf: (id: CommandId) => readonly string[],
  mac: boolean,
): Partial<Record<CommandId, readonly string[]>> {
  return Object.fromEntries(
    [...new Set(conflicts.map(({ other }) => other))].map((other) => {
      const taken = conflicts.flatMap((conflict) =>
        conflict.other === other ? spellingOf(conflict.otherKeys, mac) : [],
      )
      return [other, keysOf(other).filter((keys) => !taken.includes(spellingOf(keys, mac)))]
    }),
  )
}

/** A free key close to these where this command is available; null: none. */
export function freeNeighbor(
  command: CommandId,
  keys: string,
  assigned: readonly AssignedKeys[],
  mac: boolean,
): string | null {
  const last = keys.slice(keys.lastIndexOf(' ') + 1)
  const key = last.slice(last.lastIndexOf('+', last.length - 2) + 1)
  const near = keys.includes(' ')
    ? 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('').map((letter) => `${keys.slice(0, keys.indexOf(' '))} ${letter}`)
    : [`Shift+${key}`, `Alt+${key}`, `Alt+Shift+${key}`, `Mod+Shift+${key}`].filter(
        // With Shift a digit or sign is another character.
        (each) => !each.includes('Shift') || key.length > 1 || /[A-Z]/.test(key),
      )
  return near.find((each) => conflictsOf(command, each, assigned, mac).length === 0) ?? null
}

/** `Close tab, on every page`. */
export function conflictText({ other, pages }: KeyConflict): string {
  const { title } = commandOf(other)
  if (pages.length === pageNames.length) return `${title}, on every page`
  const named = pages.slice(0, 3).map(pageTitle).join(', ')
  return `${title}, in ${named}${pages.length > 3 ? ` and ${pages.length - 3} more` : ''}`
}

/** What a shortcuts file would change: commands that this version lacks are left out. */
export function importedChange(
  commandKeys: Readonly<Record<string, readonly string[]>>,
  current: readonly CommandId[],
  defaultsOf: (id: CommandId) => readonly string[],
  mac: boolean,
): { readonly change: KeyChange; readonly commands: number; readonly unknown: readonly string[] } {
  const entries = Object.entries(commandKeys)
  const known = entries.flatMap(([id, keys]) => (isCommandId(id) ? [[id, keys] as const] : []))
  return {
    change: Object.fromEntries([
      // What the file does not name has its default keys.
      ...current.map((id) => [id, null] as const),
      ...known.map(([id, keys]) => [id, asChange(keys, defaultsOf(id), mac)] as const),
    ]),
    commands: known.length,
    unknown: entries.flatMap(([id]) => (isCommandId(id) ? [] : id)),
  }
}

const mostNamed = 20

/** What an import left out, by name as far as it fits; empty: nothing. */
export function leftOutText(unknown: readonly string[], ignored: readonly string[], ignoredCount: number): string {
  const count = unknown.length + ignoredCount
  if (count === 0) return ''
  const named = [...unknown, ...ignored].slice(0, mostNamed)
  const more = count > named.length ? ` and ${count - named.length} more` : ''
  return `${formatCounted(count, 'entry', 'entries')} in the file skipped (unknown command or invalid keys): ${named.join(', ')}${more}.`
}

/** The keys as a file that can be imported elsewhere. */
export function keyFileText(commandKeys: Readonly<Record<string, readonly string[]>>, characterKeys: boolean): string {
  const commands = Object.fromEntries(Object.entries(commandKeys).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return `${JSON.stringify({ format: 'tearsheet-keys', version: 1, characterKeys, commands }, null, 2)}\n`
}

/** A second stroke makes a sequence of two keys, where both are characters alone; any other starts over. */
export function withStroke(recorded: string, stroke: string): string {
  const isBegun = recorded !== '' && !recorded.includes(' ') && isCharacterKeys(recorded)
  return isBegun && isCharacterKeys(stroke) ? `${recorded} ${stroke}` : stroke
}
