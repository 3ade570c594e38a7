/**
 * Runs the browser shell until it is stopped: starts the server and the sample service, prints
 * launch addresses in the terminal, opens the browser, and closes all of it.
 */

import { readFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sentenceOf } from '#contract/failure.ts'
import { systemClock } from '#core/clock.ts'
import type { CoreOptions } from '#core/core.ts'
import { failureOf } from '#core/failure-error.ts'
import { assetManifest, type AssetManifest } from '#core/window/assets.ts'
import { defaultProfileFolder } from '#core/window/profile-folder.ts'
import type { ShellOptions } from './command-line.ts'
import { openCoreApi } from './open-core.ts'
import { describeDefect } from './describe-defect.ts'
import { readKeyFile } from '#core/window/api-key-file.ts'
import { openerOf, openingFolder, runOpener, writeOpeningFile, type OpeningFile } from './open-browser.ts'
import { openingPath } from './request-check.ts'
import { sampleKey, startSample } from './sample-process.ts'
import { openLoopback, defaultLimits, type LoopbackServer } from './server.ts'

/** Where the parts are: next to the built program, or in the source tree. */
export interface ProfileLocation {
  /** The folder with package.json and out/renderer. */
  readonly root: string
  readonly sampleProgram: string
  /** The administrator's, which may not be there. */
  readonly policyFile: string
}

/** The terminal from which the shell was started. */
export interface Terminal {
  say(line: string): void
  complain(line: string): void
  /** Someone can press Enter. */
  readonly attended: boolean
  onEnter(listener: () => void): void
  /** Settles when the shell is to end: Ctrl-C, a signal, the parent's end. */
  readonly ending: Promise<void>
}

/** Why the shell cannot serve anything; `message` is the sentence for the terminal. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}

/**
 * Runs the browser shell until it is stopped or no page has been open for ten minutes. A profile that cannot be opened does not
 * end it: the terminal shows a sentence, and the page shows it with an action and tries again on request. Rejects with
 * `CannotStart` or `KeyFileRefused` before anything was served.
 */
export async function runShell(options: ShellOptions, places: ProfileLocation, terminal: Terminal): Promise<void> {
  const report = (error: unknown) => terminal.complain(describeDefect(error))
  const [version, assets, filedKeys] = await Promise.all([
    readVersion(places.root),
    readAssets(places.root),
    options.keyFile === null ? [] : readKeyFile(options.keyFile, process.platform, process.getuid?.() ?? null),
  ])
  const end = new AbortController()
  terminal.ending.then(() => end.abort(), report)
  const opening = new OpeningFiles()
  const profile = options.profile ?? usualProfile()
  const listening = openLoopback({
    port: options.port,
    assets,
    clock: systemClock,
    limits: defaultLimits,
    openCore: () =>
      openCoreApi({
        profile,
        version,
        commandLine: { words: [process.execPath, join(places.root, 'src', 'command-line', 'main.ts')] },
        sample,
        policyFile: places.policyFile,
        filedKeys,
        report,
        complain: (line) => terminal.complain(line),
      }),
    leave: () => end.abort(),
    entered: (token) => void opening.remove(token).catch(report),
    report,
  })
  // Not before the port is ours: a shell that cannot serve starts nothing else.
  const sample = listening.then(
    () => (options.sample ? sampleOrNone(places.sampleProgram, terminal, end.signal) : undefined),
    () => undefined,
  )
  const server = await listening.catch((error: unknown) => {
    throw cannotListen(error, options.port)
  })
  try {
    greet(server, terminal)
    server.openCore().catch((error: unknown) => tellOpening(error, terminal))
    if (options.open) await opening.openIn(server, terminal)
    await new Promise<void>((resolve) => {
      if (end.signal.aborted) resolve()
      else end.signal.addEventListener('abort', () => resolve(), { once: true })
    })
  } finally {
    end.abort()
    await opening.removeAll()
    await server.close()
  }
}

function greet(server: LoopbackServer, terminal: Terminal): void {
  const address = () => launchAddress(server, server.launchToken())
  terminal.say(`Tearsheet: ${address()}`)
  if (terminal.attended) {
    terminal.say('The address opens one tab, once, within a minute. Enter: new address. Ctrl-C: quit.')
  }
  terminal.onEnter(() => terminal.say(`Tearsheet: ${address()}`))
}

/** Lets one tab in; the fragment with the token is never sent to a server. */
function launchAddress({ address }: LoopbackServer, token: string): string {
  return `${address.origin}${openingPath}#t=${token}`
}

/** The files that browsers are sent to, by the launch token in each; none outlives its token. */
class OpeningFiles {
  readonly #files = new Map<string, OpeningFile>()

  async openIn(server: LoopbackServer, terminal: Terminal): Promise<void> {
    const opener = openerOf(process.platform, process.env)
    if (opener === null) return
    const failed = () => terminal.complain('No browser could be opened. Open the address above in your browser.')
    const token = server.launchToken()
    try {
      const file = await writeOpeningFile(openingFolder(process.env, tmpdir()), launchAddress(server, token))
      this.#files.set(token, file)
      setTimeout(() => void file.remove().catch(() => undefined), defaultLimits.launchToken).unref()
      runOpener(opener, file.file, failed)
    } catch (error) {
      terminal.complain(describeDefect(error))
      failed()
    }
  }

  async remove(token: string): Promise<void> {
    await this.#files.get(token)?.remove()
  }

  async removeAll(): Promise<void> {
    await Promise.all([...this.#files.values()].map((file) => file.remove()))
  }
}

/** Without its service the sample workspace is read from the library; that is worth a sentence, not an end. */
async function sampleOrNone(program: string, terminal: Terminal, signal: AbortSignal): Promise<CoreOptions['sample']> {
  try {
    const { baseUrl } = await startSample(program, systemClock, signal)
    return { baseUrl, key: sampleKey }
  } catch {
    if (!signal.aborted) terminal.complain('The sample service did not start. Stored sample data is still available.')
    return undefined
  }
}

function tellOpening(error: unknown, terminal: Terminal): void {
  const failure = failureOf(error)
  terminal.complain(failure === undefined ? describeDefect(error) : `${sentenceOf(failure)} The page shows what to do.`)
}

function usualProfile(): string {
  return defaultProfileFolder({ platform: process.platform, environment: process.env, home: homedir() })
}

async function readAssets(root: string): Promise<AssetManifest> {
  try {
    return await assetManifest(join(root, 'out', 'renderer'))
  } catch {
    throw new CannotStart('The window has not been built: run `npm run build`.')
  }
}

async function readVersion(root: string): Promise<string> {
  const described: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  if (typeof described !== 'object' || described === null || !('version' in described)) return 'unknown'
  return String(described.version)
}

function cannotListen(error: unknown, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return new CannotStart(`Port ${port} is in use. Choose another with --port, or omit --port.`)
  if (code === 'EACCES') return new CannotStart(`Port ${port} is not permitted. Choose another with --port.`)
  return error
}
