/** The file in which the requests of assistants are logged. */

import { statSync } from 'node:fs'
import { join } from 'node:path'

export function assistantLogFile(profile: string): string {
  return join(profile, 'logs', 'assistants.log')
}

/** Null: no assistant has requested anything. `lastRequestAt`: milliseconds since 1970. */
export function assistantLog(profile: string): { readonly file: string; readonly lastRequestAt: number } | null {
  const file = assistantLogFile(profile)
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat === undefined ? null : { file, lastRequestAt: Math.floor(stat.mtimeMs) }
}
