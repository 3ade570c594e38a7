import {
  _electron,
  type Browser,
  type BrowserContext,
  type ElectronApplication,
  type Page,
  type ViewportSize,
} from '@playwright/test'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { findElectron } from '../../scripts/electron-runtime.mjs'
import { nodeOptions } from '../../scripts/start/node-options.mjs'
import { processList } from '../core/process-list.ts'

export const root = join(import.meta.dirname, '..', '..')

/** The built application, running on one profile, with its window open. */
export interface Application {
  readonly page: Page
  /** Arguments and environment of its processes, as other programs see them. */
  readonly processes: () => Promise<Buffer>
  /** What the program printed until now. */
  readonly printed: () => string
  /** Ends it as a user would; the profile stays. */
  close(): Promise<void>
  /** Ends it as a power failure does. The tab of a browser stays. */
  kill(): Promise<void>
  /** Ends the program without its window, where possible: the tab of a browser stays. */
  readonly endProgram?: (how?: NodeJS.Signals) => Promise<void>
}

/** The browser shell as `npm start` runs it, and a tab that it lets in. `prepare` runs before the page loads. */
export async function openInBrowser(
  browser: Browser,
  profile: string,
  prepare: (context: BrowserContext) => Promise<void>,
): Promise<Application> {
  const program = [...nodeOptions, join(root, 'out/main/loopback.js')]
  const shell = spawn(process.execPath, [...program, '--no-open', '--profile', profile], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  const address = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      printed += chunk.toString()
      const [, found] = /^Tearsheet: (http:\S+)\n/m.exec(printed) ?? []
      if (found !== undefined) resolve(found)
    }
    for (const stream of [shell.stdout, shell.stderr]) stream.on('data', listen)
    shell.once('exit', () => reject(new Error(`the shell ended without an address: ${printed}`)))
  })
  // A browser lets a page write to the clipboard when its user clicks there. The headless shell would ask, and there is nobody to answer.
  const context = await browser.newContext({ permissions: ['clipboard-write'] })
  await prepare(context)
  const page = await context.newPage()
  await page.goto(address)
  return {
    page,
    processes: () => processList(shell.pid ?? 0),
    printed: () => printed,
    kill: () => end(shell, 'SIGKILL'),
    endProgram: (how) => end(shell, how),
    close: async () => {
      await closeWindow(page)
      await context.close()
      await end(shell)
    },
  }
}

/** As a user closes a tab: the page may still save what it has, and a question whether to leave is answered with yes. */
async function closeWindow(page: Page): Promise<void> {
  if (page.isClosed()) return
  page.removeAllListeners('dialog')
  page.on('dialog', (dialog) => void dialog.accept())
  const closed = page.waitForEvent('close')
  await page.close({ runBeforeUnload: true })
  await closed
}

export async function end(child: ChildProcess, how: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(how)
  await exited
}

/** A process may have ended with another one. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

export interface ApplicationInElectron extends Application {
  readonly electron: ElectronApplication
}

/** What a test finds in its window, whatever the machine is set to. The browser gets it from the settings of the project. */
interface WindowEnvironment {
  readonly locale?: string | undefined
  readonly timezoneId?: string | undefined
  readonly viewport?: ViewportSize | null
}

const programs = new WeakMap<BrowserContext, ElectronApplication>()

/** The program whose window this is; undefined in a browser. */
export function electronOf(page: Page): ElectronApplication | undefined {
  return programs.get(page.context())
}

/**
 * The Electron shell, unpackaged: Playwright speaks through Node's inspector, which a packaged program's fuses do not allow. Playwright finds
 * the runtime itself: where its path is given, the program starts without waiting for Playwright, and with the user's keyring. `prepare` runs
 * while the program starts, before it has a window. Throws when there is no runtime.
 */
export async function openInElectron(
  profile: string,
  { locale, timezoneId, viewport }: WindowEnvironment = {},
  prepare?: (context: BrowserContext) => Promise<void>,
): Promise<ApplicationInElectron> {
  // Where there is none, Playwright would begin to download one.
  electronProgram()
  const electron = await _electron.launch({
    args: electronArguments(profile),
    ...(locale !== undefined && { locale }),
    ...(timezoneId !== undefined && { timezoneId }),
  })
  programs.set(electron.context(), electron)
  await prepare?.(electron.context())
  // The formats of the system, which the window requests of the program. The language of the window is set above.
  if (locale !== undefined)
    await electron.evaluate(({ app }, system) => void Object.assign(app, { getSystemLocale: () => system }), locale)
  const page = await electron.firstWindow()
  if (viewport) await page.setViewportSize(viewport)
  await answerDialogs(electron, profile)
  let printed = ''
  const program = electron.process()
  for (const stream of [program.stdout, program.stderr])
    stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const processes = () => processList(program.pid ?? 0)
  const kill = async () => {
    const closed = electron.waitForEvent('close')
    const main = await electron.evaluate(() => process.pid)
    const all = await electron.evaluate(({ app }) => app.getAppMetrics().map(({ pid }) => pid))
    // The main process first, which would start the others again.
    for (const pid of [main, ...all]) killIfThere(pid)
    await closed
  }
  return { electron, page, processes, printed: () => printed, kill, close: () => electron.close() }
}

/**
 * Nobody can press the system's own boxes in a test. A question whether to leave unsaved work is answered with Leave, every other with its
 * last button; files are saved in a folder without asking, and no folder is chosen.
 */
async function answerDialogs(electron: ElectronApplication, folder: string): Promise<void> {
  await electron.evaluate(({ BrowserWindow, dialog }, saves) => {
    type Box = { readonly buttons?: readonly string[]; readonly defaultPath?: string }
    const optionsOf = (args: readonly unknown[]) => args.at(-1) as Box
    const answers: Pick<
      Electron.Dialog,
      'showMessageBox' | 'showMessageBoxSync' | 'showSaveDialog' | 'showOpenDialog'
    > = {
      showMessageBox: async (...args: readonly unknown[]) => ({
        response: (optionsOf(args).buttons ?? ['OK']).length - 1,
        checkboxChecked: false,
      }),
      showMessageBoxSync: (...args: readonly unknown[]) =>
        Math.max(0, (optionsOf(args).buttons ?? []).indexOf('Leave')),
      showSaveDialog: async (...args: readonly unknown[]) => ({
        canceled: false,
        filePath: `${saves}/${optionsOf(args).defaultPath ?? 'saved'}`,
      }),
      showOpenDialog: async () => ({ canceled: true, filePaths: [] }),
    }
    Object.assign(dialog, answers)
    const saved: SavedFile[] = []
    Reflect.set(globalThis, 'savedFiles', saved)
    for (const session of new Set(BrowserWindow.getAllWindows().map(({ webContents }) => webContents.session))) {
      session.on('will-download', (_event, item) => {
        const fileName = item.getFilename()
        const path = `${saves}/${fileName}`
        item.setSavePath(path)
        item.once('done', (_done, state) => {
          if (state === 'completed') saved.push({ fileName, path })
        })
      })
    }
  }, folder)
}

/** A file that the page made and the program saved. */
export interface SavedFile {
  readonly fileName: string
  readonly path: string
}

/** All that the windows of the program have saved, each once it is complete. */
export async function savedInElectron(electron: ElectronApplication): Promise<readonly SavedFile[]> {
  return electron.evaluate(() => Reflect.get(globalThis, 'savedFiles') as SavedFile[])
}

export function electronProgram(): string {
  const program = findElectron(root)
  if (program === null) throw new Error('no Electron runtime here')
  return program
}

export function electronArguments(profile: string): string[] {
  return [root, `--profile=${profile}`]
}
