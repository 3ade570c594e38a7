/**
 * The type of a command: its title, group, default keys and search words. `commandScope` declares
 * those of one part of the window.
 */

/** Headings of the keyboard help, in its order. */
export const commandGroups = ['Go to', 'Tabs', 'View', 'Table', 'Call', 'Playing', 'Library', 'Help'] as const
export type CommandGroup = (typeof commandGroups)[number]

/** A command as the catalog lists it. Its id is the name of its entry. */
export interface CommandEntry {
  /** What it does, in sentence case. Where it depends on what is shown, the screen passes another title. */
  readonly title: string
  readonly group: CommandGroup
  /**
   * Default keys: `Mod+K` (Ctrl, or Cmd on a Mac), `Alt+W`, `?`, `F6`, or two keys one after another: `G S`. The first is the one
   * that menus and tooltips show.
   */
  readonly keys?: readonly string[]
  /** Default keys that only the installed program has: a browser uses them itself. */
  readonly programKeys?: readonly string[]
  /** The terminal code that the palette knows it by: `FA`. */
  readonly code?: string
  /** Other words that a user may type for it: `excel`. */
  readonly words?: readonly string[]
  /** Not in the palette: it is useful only by its keys. */
  readonly keysOnly?: boolean
  /** Commands whose default keys it takes where both are available: `/` finds in the open call rather than among securities. */
  readonly insteadOf?: readonly string[]
}

/** Commands that are available together, bound by one part of a screen. */
interface CommandScope<Id extends string = string> {
  /** Its heading in Settings, Keys. */
  readonly section: string
  readonly commands: Readonly<Record<Id, CommandEntry>>
}

/** Keeps the ids as literal types. */
export function commandScope<Id extends string>(
  section: string,
  commands: Readonly<Record<Id, CommandEntry>>,
): CommandScope<Id> {
  return { section, commands }
}
