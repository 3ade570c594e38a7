import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { newToken } from '#loopback/one-use-tokens.ts'
import { post } from './raw-client.ts'

const program = join(import.meta.dirname, '..', '..', 'src', 'loopback', 'main.ts')

export interface ShellProcess {
  readonly child: ChildProcess
  /** Everything it said on the terminal until now. */
  readonly said: () => { readonly out: string; readonly err: string }
  /** Its first address, once it is printed; rejects when it ends before. */
  readonly address: Promise<{ readonly port: number; readonly token: string }>
  /** Resolves when something of that form stands on stderr. */
  readonly complains: (pattern: RegExp) => Promise<void>
  /** Its exit code, once it and everything it started has let go of its output. */
  readonly ended: Promise<number | null>
}

export interface ShellProcessOptions {
  readonly environment?: Readonly<Record<string, string>>
  readonly withChannel?: boolean
}

/** A folder of this test's own. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tearsheet-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Runs the browser shell as a user's terminal would, from source, on the window in out/renderer. */
export function startShell(args: readonly string[], options: ShellProcessOptions = {}): ShellProcess {
  const { DISPLAY: _, WAYLAND_DISPLAY: __, ...environment } = process.env
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...environment, ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe', ...(options.withChannel ? (['ipc'] as const) : [])],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let out = ''
  let err = ''
  const heard = new EventTarget()
  child.stdout?.on('data', (chunk: Buffer) => {
    out += chunk.toString('utf8')
    heard.dispatchEvent(new Event('said'))
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    err += chunk.toString('utf8')
    heard.dispatchEvent(new Event('said'))
  })
  // Not `close`, which never comes once we hung up the IPC channel ourselves.
  const closed = [child.stdout, child.stderr].map((stream) => new Promise((resolve) => stream?.once('close', resolve)))
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const ended = Promise.all(closed).then(() => exited)
  const until = <Found>(look: () => Found | null) =>
    new Promise<Found>((resolve, reject) => {
      const check = () => {
        const found = look()
        if (found !== null) resolve(found)
      }
      heard.addEventListener('said', check)
      void ended.then(() => reject(new Error(`the shell ended before: ${out}${err}`)))
      check()
    })
  const address = until(() => {
    const found = /^Tearsheet: http:\/\/127\.0\.0\.1:(\d+)\/open#t=([\w-]{43})$/m.exec(out)
    return found ? { port: Number(found[1]), token: found[2] ?? '' } : null
  })
  // A test that expects no address does not wait for one.
  address.catch(() => undefined)
  const complains = async (pattern: RegExp) => {
    await until(() => pattern.exec(err))
  }
  return { child, said: () => ({ out, err }), address, complains, ended }
}

/** Sends requests as our own page does, with the session that the printed address gives. */
export async function enterShell({ address }: ShellProcess) {
  const { port, token } = await address
  const session = newToken()
  if ((await post(port, '/session', { token, session })).status !== 200) throw new Error('not let in')
  return {
    port,
    session,
    ask: async (path: string, body: unknown) => {
      const { status, body: text } = await post(port, path, body, session)
      const parsed: unknown = JSON.parse(text)
      return { status, body: parsed }
    },
  }
}
