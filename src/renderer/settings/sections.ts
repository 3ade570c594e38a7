/** The sections of Settings in their order, each with its title and icon. */

import {
  Accessibility,
  Bot,
  Briefcase as Building,
  Database,
  HardDrive,
  Headphones,
  Info,
  Keyboard,
  Network,
  Palette,
  RefreshCw,
  Stethoscope,
} from 'lucide'
import type { IconOf } from '../ui/icon.ts'

export const sectionNames = [
  'workspaces',
  'library',
  'storage',
  'recordings',
  'refresh',
  'network',
  'appearance',
  'keys',
  'accessibility',
  'assistants',
  'diagnostics',
  'about',
] as const
type SectionName = (typeof sectionNames)[number]

export const sections: Readonly<Record<SectionName, { readonly title: string; readonly icon: IconOf }>> = {
  workspaces: { title: 'Workspaces', icon: Building },
  library: { title: 'Library', icon: HardDrive },
  storage: { title: 'Storage', icon: Database },
  recordings: { title: 'Recordings', icon: Headphones },
  refresh: { title: 'Refresh', icon: RefreshCw },
  network: { title: 'Network', icon: Network },
  appearance: { title: 'Appearance', icon: Palette },
  keys: { title: 'Keys', icon: Keyboard },
  accessibility: { title: 'Accessibility', icon: Accessibility },
  assistants: { title: 'Assistants', icon: Bot },
  diagnostics: { title: 'Diagnostics', icon: Stethoscope },
  about: { title: 'About', icon: Info },
}

/** The section that a location names; the first when it names none. */
export function sectionOf(name: string): SectionName {
  return sectionNames.find((section) => section === name) ?? 'workspaces'
}
