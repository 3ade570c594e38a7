/** Entry point of the command line from the repository; the installed program has its own (src/main/main.ts). */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRecentEnough, tooOld } from '../../scripts/node-version.cjs'

async function main(): Promise<number> {
  // better-sqlite3 ends an older Node with a segmentation fault and no word.
  if (!isRecentEnough(process.versions.node)) {
    process.stderr.write(`${tooOld(process.versions.node, process.platform, process.arch)}\n`)
    return 1
  }
  const { runInProcess } = await import('./run-in-process.ts')
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    version: string
  }
  // npm runs a script in the project's folder; paths are meant from where the user stands.
  return runInProcess(process.argv.slice(2), { version, folder: process.env['INIT_CWD'] ?? process.cwd() })
}

process.exitCode = await main()
