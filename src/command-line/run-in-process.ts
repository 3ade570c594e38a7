/** Runs a command with the streams, the folder and the system of this process. */

import { homedir, release } from 'node:os'
import { readPolicy } from '#core/policy/policy-file.ts'
import { policyPath } from '#core/policy/policy-path.ts'
import { runCommand } from './run-command.ts'

/** Gives the exit code. `folder`: relative paths are meant from here. */
export async function runInProcess(
  words: readonly string[],
  { version, folder }: { readonly version: string; readonly folder: string },
): Promise<number> {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => ending.abort())
  // The reader of our output may close its pipe first.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => ending.abort())
  let hasHungThread = false
  const code = await runCommand(words, {
    version,
    runtime: { versions: process.versions, system: `${process.platform} ${release()}, ${process.arch}` },
    folder,
    platform: process.platform,
    environment: process.env,
    home: homedir(),
    input: process.stdin,
    output: process.stdout,
    errors: process.stderr,
    width: process.stdout.isTTY ? process.stdout.columns : null,
    locale: Intl.DateTimeFormat().resolvedOptions().locale,
    readPolicy: () => readPolicy(policyPath(process.platform)),
    ending: ending.signal,
    onHungThread: () => {
      hasHungThread = true
    },
  })
  if (hasHungThread) await leave(code)
  return code
}

/**
 * Ends a process one of whose threads waits for a network share that does not respond. Node would wait for the thread, also in `process.exit`.
 * Another program in its place ends with the exit code; Windows has no such call, and ends a process that is killed with 1.
 */
async function leave(code: number): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) await new Promise((resolve) => stream.write('', resolve))
  if (process.platform === 'win32' || process.execve === undefined) process.kill(process.pid, 'SIGKILL')
  else process.execve('/bin/sh', ['sh', '-c', `exit ${code}`])
}
