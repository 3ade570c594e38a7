/** Stores the settings of the Electron shell. */

import Store from 'electron-store'
import { join } from 'node:path'
import type { Failure } from '#contract/failure.ts'
import { findSettings } from './settings-file.ts'
import type { Settings } from './settings-shape.ts'

export interface SettingsStore {
  read(): Settings
  /** Kept at once in memory, and on disk as well as that goes: lost window bounds are no reason to bother anyone. */
  change(part: Partial<Settings>): void
  readonly notice: Failure | null
}

/** For the log. */
export type Report = (what: string, error: unknown) => void

const fileName = 'settings'

/** electron-store over a file that was made safe first: it would throw on a damaged one, or silently start again. */
export function openSettings(folder: string, now: Date, report: Report): SettingsStore {
  const found = findSettings(join(folder, `${fileName}.json`), now)
  const store = found.writable ? openStore(folder, report) : null
  let current = found.settings
  return {
    read: () => current,
    change: (part) => {
      current = { ...current, ...part }
      try {
        store?.set(part)
      } catch (error) {
        report('The settings cannot be written', error)
      }
    },
    notice: found.notice,
  }
}

function openStore(folder: string, report: Report): Store<Partial<Settings>> | null {
  try {
    return new Store<Partial<Settings>>({
      cwd: folder,
      name: fileName,
      clearInvalidConfig: false,
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
    })
  } catch (error) {
    report('The settings cannot be opened', error)
    return null
  }
}
