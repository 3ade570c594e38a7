/**
 * The state of Settings, Keys: the selected page and filter, and changes to keys, with import and
 * export.
 */

import type { KeyFileRead } from '#contract/api/shortcuts-file.ts'
import { catalog, commandOf, type Command, type CommandId } from '../../app/commands/catalog.ts'
import { allConflicts, assignedKeys, conflictsOf } from '../../app/commands/key-conflicts.ts'
import { defaultKeys } from '../../app/commands/key-map.svelte.ts'
import { commandsOn, type PageName } from '../../app/commands/command-pages.ts'
import { showKeys } from '../../app/key-bindings.ts'
import type { WorkspaceState } from '../../app/workspace-state.svelte.ts'
import { formatCounted } from '../../format/counts.ts'
import {
  asChange,
  freeNeighbor,
  importedChange,
  keyFileText,
  leftOutText,
  withoutConflicts,
  withStroke,
  type KeyChange,
} from './key-changes.ts'
import type { KeyLayer } from './keyboard-layout.ts'

export type ShownCommands = 'all' | 'changed' | 'conflicts'

const refusals: Readonly<Record<Extract<KeyFileRead, { kind: 'refused' }>['reason'], string>> = {
  'not-json': 'This is not a shortcuts file: it is not valid JSON. Your keys are unchanged.',
  'not-keys': 'This is not a shortcuts file exported from Tearsheet. Your keys are unchanged.',
  'later-version': 'This file is from a later version of Tearsheet. Your keys are unchanged.',
}

export class KeySettings {
  page = $state<PageName | 'all'>('all')
  layer = $state<KeyLayer>('plain')
  shown = $state<ShownCommands>('all')
  words = $state('')
  #editing = $state.raw<{ readonly id: CommandId; readonly keys: string } | null>(null)
  #fileNote = $state('')
  readonly #workspace: WorkspaceState

  readonly assigned = $derived.by(() => assignedKeys((id) => this.#workspace.keys.assigned(id), this.#workspace.mac))
  readonly conflicts = $derived.by(() => allConflicts(this.assigned, this.#workspace.mac))
  readonly changed: readonly Command[] = $derived.by(() =>
    catalog.filter(({ id }) => this.#workspace.keys.isChanged(id)),
  )

  constructor(workspace: WorkspaceState) {
    this.#workspace = workspace
  }

  /** The command whose keys are being pressed, and those pressed so far; empty: none. */
  get editing(): { readonly id: CommandId; readonly keys: string } | null {
    return this.#editing
  }

  /** What an import left out, or why it failed. */
  get fileNote(): string {
    return this.#fileNote
  }

  keysOf(id: CommandId): readonly string[] {
    return this.#workspace.keys.assigned(id)
  }

  defaultsOf(id: CommandId): readonly string[] {
    return defaultKeys(id, this.#workspace.keys.platform)
  }

  isInConflict(id: CommandId): boolean {
    return this.conflicts.some(({ command, other }) => command === id || other === id)
  }

  /** Commands that fit the words or keys in the field, on the chosen page, by section. */
  get sections(): ReadonlyMap<string, readonly Command[]> {
    const listed = this.page === 'all' ? catalog : this.#ofPage(this.page)
    return Map.groupBy(
      listed.filter((command) => this.#isShown(command)),
      ({ section }) => section,
    )
  }

  /** Its own commands first. */
  #ofPage(page: PageName): readonly Command[] {
    const all = commandsOn(page)
    const isShared = ({ scope }: Command) => scope === 'everywhere' || scope === 'player'
    return [...all.filter((command) => !isShared(command)), ...all.filter(isShared)]
  }

  #isShown({ id, title, words = [] }: Command): boolean {
    if (this.shown === 'changed' && !this.#workspace.keys.isChanged(id)) return false
    if (this.shown === 'conflicts' && !this.isInConflict(id)) return false
    const typed = this.words.trim().toLowerCase()
    if (typed === '') return true
    const printed = this.keysOf(id).map((keys) => showKeys(keys, this.#workspace.mac).join(' ').toLowerCase())
    if (printed.includes(typed)) return true
    return typed.length > 1 && [title, ...words].some((text) => text.toLowerCase().includes(typed))
  }

  edit(id: CommandId, keys = ''): void {
    this.#editing = { id, keys }
  }

  press(stroke: string): void {
    if (this.#editing) this.#editing = { ...this.#editing, keys: withStroke(this.#editing.keys, stroke) }
  }

  startOver(): void {
    if (this.#editing) this.#editing = { ...this.#editing, keys: '' }
  }

  cancel(): void {
    this.#editing = null
  }

  /** The commands that would lose the pressed keys. */
  readonly pressedConflicts = $derived.by(() => {
    const { id, keys } = this.#editing ?? { id: null, keys: '' }
    return id === null || keys === '' ? [] : conflictsOf(id, keys, this.assigned, this.#workspace.mac)
  })

  /** Free keys near the pressed ones. */
  readonly neighbor: string | null = $derived.by(() => {
    if (this.#editing === null || this.pressedConflicts.length === 0) return null
    return freeNeighbor(this.#editing.id, this.#editing.keys, this.assigned, this.#workspace.mac)
  })

  /** Gives the command the pressed keys, or others that were offered. Other commands lose theirs only with `replaces`. */
  set(options: { readonly keys?: string; readonly adds?: boolean; readonly replaces?: boolean } = {}): void {
    if (this.#editing === null) return
    const { id } = this.#editing
    const keys = options.keys ?? this.#editing.keys
    if (keys === '') return
    const own = options.adds === true ? [...this.keysOf(id).filter((each) => each !== keys), keys] : [keys]
    const others =
      options.replaces === true
        ? withoutConflicts(this.pressedConflicts, (each) => this.keysOf(each), this.#workspace.mac)
        : {}
    this.#editing = null
    this.#write(
      { ...this.#changes(others), ...this.#changes({ [id]: own }) },
      `${commandOf(id).title}: ${this.#printed(keys)}.`,
    )
  }

  remove(id: CommandId): void {
    this.#editing = null
    if (this.keysOf(id).length > 0) this.#write(this.#changes({ [id]: [] }), `${commandOf(id).title} has no keys now.`)
  }

  reset(id: CommandId): void {
    this.#editing = null
    this.#write({ [id]: null }, `${commandOf(id).title} has its default keys again.`)
  }

  resetAll(): void {
    this.#editing = null
    const { commandKeys } = this.#workspace.preferences.now
    const none = Object.fromEntries(Object.keys(commandKeys).map((id) => [id, null]))
    this.#write(none, `${formatCounted(this.changed.length, 'command')} reset to default keys.`)
  }

  setCharacterKeys(characterKeys: boolean): void {
    this.#write({}, `Single-letter keys are ${characterKeys ? 'on' : 'off'}.`, characterKeys)
  }

  exported(): string {
    const { commandKeys, characterKeys } = this.#workspace.preferences.now
    return keyFileText(commandKeys, characterKeys)
  }

  /** Replaces all keys with those of the file. Never rejects. */
  async import(text: string): Promise<void> {
    try {
      const read = await this.#workspace.core.preferences.readKeyFile({ text })
      if (read.kind === 'refused') {
        this.#fileNote = refusals[read.reason]
        return
      }
      const current = this.changed.map(({ id }) => id)
      const { change, commands, unknown } = importedChange(
        read.commandKeys,
        current,
        (id) => this.defaultsOf(id),
        this.#workspace.mac,
      )
      this.#fileNote = leftOutText(unknown, read.ignored, read.ignoredCount)
      this.#write(change, `Keys of ${formatCounted(commands, 'command')} imported.`, read.characterKeys)
    } catch (error) {
      this.#workspace.fail(error)
    }
  }

  refuse(sentence: string): void {
    this.#fileNote = sentence
  }

  #changes(keys: Partial<Record<CommandId, readonly string[]>>): KeyChange {
    return Object.fromEntries(
      Object.entries(keys).map(([id, all]) => [
        id,
        asChange(all, this.defaultsOf(id as CommandId), this.#workspace.mac),
      ]),
    )
  }

  #printed(keys: string): string {
    return showKeys(keys, this.#workspace.mac).join(' then ')
  }

  /** @param characterKeys whether single letters are keys from now on; null: unchanged, also after Undo */
  #write(change: KeyChange, sentence: string, characterKeys: boolean | null = null): void {
    const { preferences } = this.#workspace
    const before = preferences.now
    const set = (commandKeys: KeyChange, isOn: boolean) => {
      const patch = Object.fromEntries(
        Object.entries(commandKeys).map(([id, keys]) => [id, keys === null ? null : [...(keys ?? [])]]),
      )
      return preferences.set({ commandKeys: patch, ...(characterKeys === null ? {} : { characterKeys: isOn }) })
    }
    const old = Object.fromEntries(Object.keys(change).map((id) => [id, before.commandKeys[id] ?? null]))
    set(change, characterKeys ?? before.characterKeys).then(
      () =>
        this.#workspace.say(sentence, {
          label: 'Undo',
          run: () => void set(old, before.characterKeys).catch((error: unknown) => this.#workspace.fail(error)),
        }),
      (error: unknown) => this.#workspace.fail(error),
    )
  }
}
