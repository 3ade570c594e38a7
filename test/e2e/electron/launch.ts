import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { findElectron, whyNoWindow } from '../../../scripts/electron-runtime.mjs'
import { root } from '../application.ts'

/** The runtime's program, or why the Electron shell cannot be driven on this machine. */
export function electronRuntime(): string | { readonly missing: string } {
  const program = findElectron(root)
  if (program === null) return { missing: 'no Electron runtime here (`npx install-electron` downloads one)' }
  const missing = whyNoWindow({ platform: process.platform, uid: process.getuid?.(), env: process.env })
  return missing === null ? program : { missing }
}

export interface LaunchedElectron {
  readonly electron: ElectronApplication
  readonly page: Page
  /** As the user's *Quit*: the library is closed before the program ends. */
  close(): Promise<void>
}

/**
 * The built program, unpackaged: Playwright speaks through Node's inspector, which a packaged program's fuses do not allow. Throws
 * when there is no runtime.
 */
export async function launchElectron(profile: string): Promise<LaunchedElectron> {
  const executablePath = electronRuntime()
  if (typeof executablePath !== 'string') throw new Error(executablePath.missing)
  const electron = await _electron.launch({ executablePath, args: [root, `--profile=${profile}`] })
  return { electron, page: await electron.firstWindow(), close: () => electron.close() }
}
