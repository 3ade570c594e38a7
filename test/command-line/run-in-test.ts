import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { AdministratorPolicy } from '#contract/api/policy.ts'
import { noPolicy } from '#core/policy/policy-file.ts'
import { runCommand } from '#command-line/run-command.ts'

export interface Ran {
  readonly code: number
  readonly output: string
  readonly errors: string
}

/** Runs a command as a terminal does, in this process. */
export async function run(
  profile: string,
  words: readonly string[],
  {
    width = null,
    policy = noPolicy,
    environment = {},
    ending = new AbortController().signal,
    typed,
  }: {
    width?: number | null
    policy?: AdministratorPolicy
    environment?: Record<string, string>
    ending?: AbortSignal
    /** What the user types; without it the input is no terminal. */
    typed?: string
  } = {},
): Promise<Ran> {
  const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()]
  if (typed !== undefined) {
    Object.assign(input, { isTTY: true })
    input.write(typed)
  }
  const written = Promise.all([text(output), text(errors)])
  const code = await runCommand([...words, ...(takesProfile(words[0]) ? ['--profile', profile] : [])], {
    version: '0.0.0-test',
    runtime: { versions: { node: '24.0.0' }, system: 'linux 6.1, x64' },
    platform: 'linux',
    environment,
    home: '/nowhere',
    folder: profile,
    input,
    output,
    errors,
    width,
    locale: 'en-US',
    readPolicy: () => policy,
    ending,
  })
  output.end()
  errors.end()
  const [said, complained] = await written
  return { code, output: said, errors: complained }
}

function takesProfile(command: string | undefined): boolean {
  return !['help', 'schema', 'completion', 'man'].includes(command ?? '')
}
