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
  return runCommand(words, {
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
    policy: readPolicy(policyPath(process.platform)),
    ending: ending.signal,
  })
}
