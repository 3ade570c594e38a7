import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Another package that is made meanwhile reads a whole file; the unfinished one lies beside the folder, all of which is packed. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  const folder = dirname(path)
  mkdirSync(folder, { recursive: true })
  const unfinished = `${folder}-${process.pid}-unfinished`
  writeFileSync(unfinished, content)
  renameSync(unfinished, path)
}
