import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder of the test's own, gone with it. */
export function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tearsheet-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function copyOf(folder: string): string {
  const copy = ownFolder()
  cpSync(folder, copy, { recursive: true })
  return copy
}

/** Every file below a folder, by its path in it. */
export function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .toSorted()
}

/** What a file holds, as a hash; undefined when it is not there. */
export function hashOf(file: string): string | undefined {
  return existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : undefined
}
