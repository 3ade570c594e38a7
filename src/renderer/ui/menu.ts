/** The types of a menu's entries, and their ARIA roles. */

import type { IconOf } from './icon.ts'

export interface MenuItem {
  readonly id: string
  readonly title: string
  readonly icon?: IconOf | undefined
  /** Shown at the right end. */
  readonly keys?: readonly string[]
  /** Why it cannot be chosen; shown at the right end in place of the keys. */
  readonly off?: string | null
  /** Ticked: the one in use. Choosing another takes its place. */
  readonly chosen?: boolean
  /** A switch of its own: `chosen` says whether it is on. */
  readonly switches?: boolean
  readonly run: () => void
}

/** A line between groups. */
export type MenuEntry = MenuItem | 'line'

/** As screen readers name it: an action, one of several choices, or a switch. */
export function roleOf({ chosen, switches = false }: MenuItem): 'menuitem' | 'menuitemradio' | 'menuitemcheckbox' {
  if (chosen === undefined) return 'menuitem'
  return switches ? 'menuitemcheckbox' : 'menuitemradio'
}

/** One of its items is selected: all of them reserve space for the check mark. */
export function offersChoice(entries: readonly MenuEntry[]): boolean {
  return entries.some((entry) => entry !== 'line' && entry.chosen !== undefined)
}
