/**
 * Entry point of the browser shell: checks the version of Node, reads the command line, listens to
 * signals and the terminal, runs the shell, and sets the exit code.
 */

import { readFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { policyPath } from '#core/policy/policy-path.ts'
import { isRecentEnough, tooOld } from '../../scripts/node-version.cjs'
import { help, readCommandLine } from './command-line.ts'
import { describeDefect } from './describe-defect.ts'
import { isInForeground } from './terminal-foreground.ts'
import { KeyFileRefused } from '#core/window/api-key-file.ts'
import { CannotStart, runShell, type ProfileLocation, type Terminal } from './shell.ts'

/** Exit codes: 0 ended on request, 1 cannot serve or defect, 2 invalid command line or key file, 130 Ctrl-C twice. */
async function main(): Promise<number> {
  const complain = (line: string) => void process.stderr.write(`${line}\n`)
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  // better-sqlite3 ends an older Node with a segmentation fault and no word.
  if (!isRecentEnough(process.versions.node)) {
    complain(tooOld(process.versions.node, process.platform, process.arch))
    return 1
  }
  const line = readCommandLine(process.argv.slice(2), process.cwd())
  switch (line.kind) {
    case 'help':
      say(help)
      return 0
    case 'mistake':
      complain(line.says)
      return 2
    case 'run':
      break
    default:
      return line satisfies never
  }
  if (line.options.exitWithParent && process.channel === undefined) {
    complain('--exit-with-parent: the parent process must open an IPC channel.')
    return 2
  }
  // The reader of our output may close its pipe first, which must not crash the shell.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  const ending = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
    process.once('SIGINT', () => {
      process.once('SIGINT', () => process.exit(130))
      resolve()
    })
    if (line.options.exitWithParent) process.once('disconnect', () => resolve())
  })
  const attended = isAttended()
  const terminal: Terminal = {
    say,
    complain,
    attended,
    onEnter: (listener) => {
      if (attended) createInterface({ input: process.stdin }).on('line', listener)
    },
    ending,
  }
  const location = places()
  // Compiling the core takes a tenth of a second of each start. The folder belongs to whoever installed the packages: one for all users,
  // as the temporary folder, could be given other code.
  enableCompileCache(join(location.root, 'node_modules', '.cache', 'tearsheet'))
  try {
    await runShell(line.options, location, terminal)
    return 0
  } catch (error) {
    const expected = error instanceof CannotStart || error instanceof KeyFileRefused
    complain(expected ? error.message : describeDefect(error))
    return error instanceof KeyFileRefused ? 2 : 1
  }
}

/** Someone is at the terminal, and we receive their input. */
function isAttended(): boolean {
  if (!process.stdin.isTTY || process.platform !== 'linux') return process.stdin.isTTY
  try {
    return isInForeground(readFileSync('/proc/self/stat', 'utf8'))
  } catch {
    return false
  }
}

/** Built, this file is out/main/loopback.js; from source it is src/loopback/main.ts. Both lie two folders down. */
function places(): ProfileLocation {
  const fromSource = import.meta.filename.endsWith('.ts')
  return {
    root: join(import.meta.dirname, '..', '..'),
    sampleProgram: fromSource
      ? join(import.meta.dirname, '..', 'sample', 'main.ts')
      : join(import.meta.dirname, 'sample-service.js'),
    policyFile: policyPath(process.platform),
  }
}

for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    process.stderr.write(`${describeDefect(error)}\n`)
    process.exit(1)
  })
}
process.exit(await main())
