import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Best first: the headless shell is the same browser without its windows, and a test takes two thirds of the processor time in it. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
]

const places = /** @type {Record<string, readonly string[]>} */ ({
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
    String.raw`C:\Program Files (x86)\Google\Chrome\Application\chrome.exe`,
    String.raw`C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`,
  ],
})

/**
 * @typedef {object} Machine
 * @property {string} platform
 * @property {NodeJS.ProcessEnv} env CHROME, PATH
 * @property {(path: string) => boolean} exists
 */

/** @returns {Machine} */
export function thisMachine() {
  return { platform: process.platform, env: process.env, exists: existsSync }
}

/**
 * An installed Chromium or Chrome for tests and benches.
 *
 * @param {Machine} [machine]
 * @returns {string | null} the program's path; what $CHROME names, when it is set, is taken or refused, never passed over
 */
export function findBrowser({ platform, env, exists } = thisMachine()) {
  if (env['CHROME']) return exists(env['CHROME']) ? env['CHROME'] : null
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...candidates, ...(places[platform] ?? [])].find((path) => exists(path)) ?? null
}

/**
 * @typedef {Machine & {
 *   uid: number | undefined
 *   run: (command: string, args: readonly string[], options: { env: NodeJS.ProcessEnv }) => Promise<{ status: number | null, output: string }>
 *   announce: (sentence: string) => void
 * }} InstallingMachine
 */

/** @typedef {{ browser: string } | { missing: string }} FoundBrowser the sentence names the one command to type */

const byHand = {
  debian: 'apt-get install chromium-headless-shell',
  darwin: 'brew install --cask google-chrome',
  win32: 'winget install Google.Chrome',
}

/**
 * Finds a browser, and where there is none and we are root on Debian (a build machine, a container) installs Debian's own.
 *
 * @param {InstallingMachine} machine
 * @returns {Promise<FoundBrowser>}
 */
export async function findOrInstallBrowser(machine) {
  const { platform, env, exists, uid, run, announce } = machine
  const found = findBrowser(machine)
  if (found) return { browser: found }
  if (env['CHROME']) return { missing: `$CHROME names ${env['CHROME']}, which does not exist.` }
  if (platform === 'darwin' || platform === 'win32')
    return { missing: `Chrome not found. Install it: ${byHand[platform]}` }
  if (platform !== 'linux' || !exists('/etc/debian_version')) {
    return { missing: 'Chromium or Chrome not found. Install one, or set $CHROME.' }
  }
  if (uid !== 0) return { missing: `Chromium or Chrome not found. Install one: sudo ${byHand.debian}` }
  announce('Installing Debian’s chromium-headless-shell for the end-to-end tests (once, about a minute).')
  const quiet = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } }
  const update = await run('apt-get', ['update', '-qq'], quiet)
  const installing = ['install', '-y', '-qq', '--no-install-recommends']
  let install = await run('apt-get', [...installing, 'chromium-headless-shell'], quiet)
  // Systems that are made from Debian may have the browser with its windows only.
  if (install.status !== 0) install = await run('apt-get', [...installing, 'chromium'], quiet)
  const installed = findBrowser(machine)
  if (installed) return { browser: installed }
  const said = `${update.output}${install.output}`.trim().split('\n').slice(-5).join('\n')
  return {
    missing: `Debian’s chromium-headless-shell could not be installed (${byHand.debian}); apt-get says:\n${said}`,
  }
}
