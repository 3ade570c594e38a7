/** Entry point of the command line from the repository; the installed program has its own (src/main/main.ts). */

import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { readPolicy } from '#core/policy/policy-file.ts'
import { policyPath } from '#core/policy/policy-path.ts'
import { isRecentEnough, tooOld } from '../../scripts/node-version.cjs'

async function main(): Promise<number> {
  // better-sqlite3 ends an older Node with a segmentation fault and no word.
  if (!isRecentEnough(process.versions.node)) {
    process.stderr.write(`${tooOld(process.versions.node, process.platform, process.arch)}\n`)
    return 1
  }
  const { runCommand } = await import('./run-command.ts')
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => ending.abort())
  // The reader of our output may close its pipe first.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => ending.abort())
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    version: string
  }
  return runCommand(process.argv.slice(2), {
    version,
    platform: process.platform,
    environment: process.env,
    home: homedir(),
    // npm runs a script in the project's folder; paths are meant from where the user stands.
    folder: process.env['INIT_CWD'] ?? process.cwd(),
    input: process.stdin,
    output: process.stdout,
    errors: process.stderr,
    width: process.stdout.isTTY ? process.stdout.columns : null,
    locale: Intl.DateTimeFormat().resolvedOptions().locale,
    policy: readPolicy(policyPath(process.platform)),
    ending: ending.signal,
  })
}

process.exitCode = await main()
