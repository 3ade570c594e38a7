/**
 * Opens the window's page in the user's browser, by a short-lived file that hides the launch token
 * from other users.
 */

import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A file that sends a browser to an address, with a function that deletes it. */
export interface OpeningFile {
  readonly file: string
  readonly remove: () => Promise<void>
}

/**
 * The address carries the launch token, and arguments of a process can be read by every user of the machine (VS Code,
 * GHSA-54p6-6j68-j5vr). So a browser is given the name of a file that only we can read, and the file has the address.
 */
export async function writeOpeningFile(folder: string, address: string): Promise<OpeningFile> {
  const own = await mkdtemp(join(folder, 'tearsheet-'))
  const file = join(own, 'open-tearsheet.html')
  const page = `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${address}">
<title>Opening Tearsheet</title>
`
  await writeFile(file, page, { mode: 0o600, flag: 'wx' })
  return { file, remove: () => rm(own, { recursive: true, force: true }) }
}

/** The system's own way to open a file; null where there is no screen to show it on. */
export function openerOf(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): string | null {
  if (platform === 'darwin') return environment['SSH_CONNECTION'] === undefined ? 'open' : null
  // `start` belongs to the command shell; Explorer opens a file as a double click does.
  if (platform === 'win32') return 'explorer.exe'
  return environment['DISPLAY'] || environment['WAYLAND_DISPLAY'] ? 'xdg-open' : null
}

/** The folder for a short-lived file: per user and in memory where the system has one. */
export function openingFolder(environment: Readonly<Record<string, string | undefined>>, temporary: string): string {
  const runtime = environment['XDG_RUNTIME_DIR']
  return runtime?.startsWith('/') ? runtime : temporary
}

/**
 * Starts the opener without a shell, and does not wait for it: it may become the browser itself. `failed` is called when it
 * cannot be started or reports that it found no browser.
 */
export function runOpener(opener: string, file: string, failed: () => void): void {
  const child = spawn(opener, [file], { stdio: 'ignore', detached: true })
  child.once('error', failed)
  // Explorer exits with 1 on success too.
  child.once('exit', (code) => code !== 0 && opener !== 'explorer.exe' && failed())
  child.unref()
}
