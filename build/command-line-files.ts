import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { writeWhole } from './write-whole.ts'

/** The manual page and the completion of a Linux package: name, and the words after `tearsheet` that print it. */
const files = {
  'tearsheet.1.gz': ['man'],
  'tearsheet.bash': ['completion', 'bash'],
  _tearsheet: ['completion', 'zsh'],
} as const

/** Writes them into a folder, as the program itself prints them. */
export function writeCommandLineFiles(project: string, folder: string): void {
  for (const [name, words] of Object.entries(files)) {
    const printed = execFileSync(process.execPath, [join(project, 'src/command-line/main.ts'), ...words])
    // Debian's policy wants manual pages compressed with level 9. Node writes no time into the file.
    writeWhole(join(folder, name), name.endsWith('.gz') ? gzipSync(printed, { level: 9 }) : printed)
  }
}
