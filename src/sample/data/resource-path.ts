import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Path of a file of resources/sample, from this module: as source, bundled into out/main, or packed into the application. Throws
 * when none of these folders has it.
 */
export function resourcePath(name: string): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  for (;;) {
    const path = join(folder, 'resources', 'sample', name)
    if (existsSync(path)) return path
    const above = dirname(folder)
    if (above === folder) throw new Error(`resources/sample/${name} is missing`)
    folder = above
  }
}
