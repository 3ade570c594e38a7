import { posix, win32 } from 'node:path'

/** What the system says about where a program's data belongs. */
export interface ProcessEnvironment {
  readonly platform: NodeJS.Platform
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly home: string
}

/**
 * Where the profile lies when nobody says otherwise: the same for both shells, so that they share one library. On macOS and
 * Windows it is a folder of its own below the program's, where Electron keeps Chromium's files.
 */
export function defaultProfileFolder({ platform, environment, home }: ProcessEnvironment): string {
  if (platform === 'win32') {
    return win32.join(environment['APPDATA'] ?? win32.join(home, 'AppData', 'Roaming'), 'Tearsheet', 'profile')
  }
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Tearsheet', 'profile')
  // XDG Base Directory Specification: a path that is not absolute is to be ignored.
  const data = environment['XDG_DATA_HOME']
  return posix.join(data?.startsWith('/') ? data : posix.join(home, '.local', 'share'), 'tearsheet')
}
