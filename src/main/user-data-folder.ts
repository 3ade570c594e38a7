/**
 * The folder of Chromium's data and the shell's settings: in the profile, or a temporary one where
 * the profile cannot be written.
 */

import { accessSync, constants, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Where Chromium and the settings file live: `window` in the profile, so that each profile has its own lock, and no name of the
 * program stands in the path. It must be there before the lock is requested (electron#33547). In a profile that cannot be
 * written it is a temporary folder: the library can still be read, and Chromium gives up its lock without a word otherwise.
 */
export function windowFolder(profile: string): string {
  const folder = join(profile, 'window')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
    return folder
  } catch {
    return mkdtempSync(join(tmpdir(), 'tearsheet-window-'))
  }
}
