/** Where the installed program is, for whatever starts it later: the system, an assistant, the program itself. */

import type { CommandLine } from '#contract/api/assistants.ts'

interface RunningProgram {
  readonly platform: NodeJS.Platform
  readonly execPath: string
  /** What the runtime of AppImages sets: the file, and the folder that it is mounted as. */
  readonly appImage: string | undefined
  readonly mountedAt: string | undefined
}

/**
 * The AppImage that the program was started from; undefined: none. What it is mounted as is gone when it ends. A program that was started
 * from another one's AppImage, as from its terminal, inherits that one's variables.
 */
export function appImageOf({ execPath, appImage, mountedAt }: Omit<RunningProgram, 'platform'>): string | undefined {
  return mountedAt !== undefined && execPath.startsWith(`${mountedAt}/`) ? appImage : undefined
}

/** How an assistant starts the command line. `developing`: a runtime runs the program from its repository. */
export function commandLineOf(program: RunningProgram & { readonly developing: boolean }): CommandLine {
  const { platform, execPath, developing } = program
  if (developing) return { missing: 'repository' }
  if (platform === 'win32') return { missing: 'windows' }
  // Where macOS runs a program that was not moved out of its download or disk image.
  const isTemporary =
    platform === 'darwin' && (execPath.includes('/AppTranslocation/') || execPath.startsWith('/Volumes/'))
  return isTemporary ? { missing: 'temporary' } : { words: [appImageOf(program) ?? execPath] }
}
