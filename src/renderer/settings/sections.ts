import Building from '@lucide/svelte/icons/briefcase'
import Database from '@lucide/svelte/icons/database'
import HardDrive from '@lucide/svelte/icons/hard-drive'
import Headphones from '@lucide/svelte/icons/headphones'
import Info from '@lucide/svelte/icons/info'
import Keyboard from '@lucide/svelte/icons/keyboard'
import Palette from '@lucide/svelte/icons/palette'
import RefreshCw from '@lucide/svelte/icons/refresh-cw'
import Stethoscope from '@lucide/svelte/icons/stethoscope'
import type { IconOf } from '../ui/icon.ts'

export const sectionNames = [
  'workspaces',
  'library',
  'storage',
  'recordings',
  'refresh',
  'appearance',
  'keys',
  'diagnostics',
  'about',
] as const
export type SectionName = (typeof sectionNames)[number]

export const sections: Readonly<Record<SectionName, { readonly title: string; readonly icon: IconOf }>> = {
  workspaces: { title: 'Workspaces', icon: Building },
  library: { title: 'Library', icon: HardDrive },
  storage: { title: 'Storage', icon: Database },
  recordings: { title: 'Recordings', icon: Headphones },
  refresh: { title: 'Refresh', icon: RefreshCw },
  appearance: { title: 'Appearance', icon: Palette },
  keys: { title: 'Keys', icon: Keyboard },
  diagnostics: { title: 'Diagnostics', icon: Stethoscope },
  about: { title: 'About', icon: Info },
}

/** The section that a place names; the first when it names none. */
export function sectionOf(name: string): SectionName {
  return sectionNames.find((section) => section === name) ?? 'workspaces'
}
