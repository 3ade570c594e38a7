/**
 * Reads the shell's settings file at the start, and keeps a copy of an intact one. A damaged file
 * is set aside and replaced by that copy.
 */

import { basename } from 'node:path'
import type { Failure } from '#contract/failure.ts'
import { keepCopy, readFileIfThere, replaceFile, setAside, type Disk } from './atomic-file.ts'
import { defaultSettings, readSettings, type Settings } from './settings-shape.ts'

interface FoundSettings {
  readonly settings: Settings
  /** False when a damaged file could not be moved: then this session's settings stay in memory. */
  readonly writable: boolean
  /** What the user must know. */
  readonly notice: Failure | null
}

/**
 * Makes the settings file safe to open (docs/promises.md L3): an intact one is copied as the last good one; a damaged one is set
 * aside, never overwritten, and replaced by the last good one; without that, this session has the defaults.
 */
export function findSettings(file: string, now: Date, disk?: Disk): FoundSettings {
  const text = textOf(file)
  if (text === null) return { settings: defaultSettings, writable: true, notice: null }
  const whole = text.readable ? readSettings(text.text) : null
  const lastGood = `${file}.bak`
  if (whole !== null) {
    keepCopy(file, lastGood)
    return { settings: whole, writable: true, notice: null }
  }
  const aside = setAside(file, now, disk)
  const notice: Failure = {
    kind: 'damaged',
    detail: aside === null ? 'The settings file' : `The settings file (now ${basename(aside)})`,
  }
  if (aside === null) return { settings: defaultSettings, writable: false, notice }
  return { settings: restored(file, lastGood, disk) ?? defaultSettings, writable: true, notice }
}

function restored(file: string, lastGood: string, disk: Disk | undefined): Settings | null {
  const text = textOf(lastGood)
  const whole = text?.readable ? readSettings(text.text) : null
  if (whole === null || !text?.readable) return null
  try {
    replaceFile(file, text.text, disk)
  } catch {
    // The settings are known all the same; the file is written at the next change.
  }
  return whole
}

function textOf(file: string): { readable: true; text: string } | { readable: false } | null {
  try {
    const text = readFileIfThere(file)
    return text === null ? null : { readable: true, text }
  } catch {
    return { readable: false }
  }
}
