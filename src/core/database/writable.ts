import { accessSync, constants } from 'node:fs'

/** Whether this user may write to the file, or create files in the folder. */
export function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}
