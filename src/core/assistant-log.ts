/** The file in which the requests of assistants are logged. */

import { mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { existingFolders } from './profile.ts'

export function assistantLogFile(profile: string): string {
  return join(profile, 'logs', 'assistants.log')
}

/** Creates the folder of the file. Throws `profile-missing`: a profile that nobody ever opened is not created for its log. */
export function createAssistantLogFolder(profile: string): void {
  const { root } = existingFolders(profile)
  mkdirSync(dirname(assistantLogFile(root)), { recursive: true, mode: 0o700 })
}

/** Null: no assistant has requested anything. `lastRequestAt`: milliseconds since 1970. */
export function assistantLog(profile: string): { readonly file: string; readonly lastRequestAt: number } | null {
  const file = assistantLogFile(profile)
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat === undefined ? null : { file, lastRequestAt: Math.floor(stat.mtimeMs) }
}
