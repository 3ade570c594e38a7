/** The default profile folder on each operating system. */

import { posix, win32 } from 'node:path'

/** The system's conventions for a program's data. */
export interface ProcessEnvironment {
  readonly platform: NodeJS.Platform
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly home: string
}

/**
 * The default profile folder: the same for both shells, so that they share one library. On macOS and Windows it is inside the
 * program's folder, where Electron keeps Chromium's files.
 */
export function defaultProfileFolder({ platform, environment, home }: ProcessEnvironment): string {
  if (platform === 'win32') {
    return win32.join(environment['APPDATA'] ?? win32.join(home, 'AppData', 'Roaming'), 'Tearsheet', 'profile')
  }
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Tearsheet', 'profile')
  // XDG Base Directory Specification: a relative path is to be ignored.
  const data = environment['XDG_DATA_HOME']
  return posix.join(data?.startsWith('/') ? data : posix.join(home, '.local', 'share'), 'tearsheet')
}
