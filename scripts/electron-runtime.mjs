import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** After a failed download the next starts of this long do not try again. */
const memoryOfFailure = 24 * 60 * 60 * 1000
/** A download that has brought nothing for this long has failed: a firewall that swallows packets looks like this. */
const longestSilence = 8_000

/**
 * The installed runtime's program, as electron/index.js would find it, without its side effect of downloading one.
 *
 * @param {string} root
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | null}
 */
export function findElectron(root, env = process.env) {
  const folder = join(root, 'node_modules', 'electron')
  const pathFile = join(folder, 'path.txt')
  const override = env['ELECTRON_OVERRIDE_DIST_PATH']
  // path.txt is the last thing its installer writes: without it a dist folder is what an interrupted download left.
  if (!existsSync(pathFile) && !override) return null
  const program = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : 'electron'
  const found = join(override ?? join(folder, 'dist'), program)
  return existsSync(found) ? found : null
}

/**
 * Why no window of Electron's could open on this machine, even with a runtime; null when one could. We do not pass
 * `--no-sandbox`, so Chromium will not run as root.
 *
 * @param {{ platform: string, uid: number | undefined, env: NodeJS.ProcessEnv }} machine
 */
export function whyNoWindow({ platform, uid, env }) {
  if (platform !== 'linux') return null
  if (!env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return 'this machine has no display'
  return uid === 0 ? 'Electron does not run as root' : null
}

/**
 * Why the Electron shell cannot be driven by tests here, in words for their report; null when it can. Playwright starts it without Chromium's
 * sandbox on Linux, so that root can run it too.
 *
 * @param {string} root
 */
export function whyNoElectron(root) {
  if (findElectron(root) === null) return 'no Electron runtime is installed (run `npx install-electron`)'
  return whyNoWindow({ platform: process.platform, uid: undefined, env: process.env })
}

/**
 * Lets the electron package download its own runtime (about 110 MB, checked against the checksums in the package).
 *
 * @param {string} root
 * @param {{ now: number, insisted: boolean, announce: (sentence: string) => void }} options insisted: try even so
 * @returns {Promise<string | null>} the program, or null when the download failed, now or within the last day
 */
export async function downloadElectron(root, { now, insisted, announce }) {
  const memory = join(root, '.cache', 'electron-download-failed')
  if (!insisted && existsSync(memory) && now - statSync(memory).mtimeMs < memoryOfFailure) return null
  const temporary = join(root, '.cache', 'electron-download')
  mkdirSync(temporary, { recursive: true })
  announce('Looking for the Electron runtime (about 110 MB, downloaded once).')
  await runInstaller(root, temporary)
  rmSync(temporary, { recursive: true, force: true })
  const found = findElectron(root)
  if (found) rmSync(memory, { force: true })
  else writeFileSync(memory, 'The Electron runtime could not be downloaded. Delete this file to retry now.\n')
  return found
}

/**
 * @param {string} root
 * @param {string} temporary where the download grows, which is how we see that it lives
 */
function runInstaller(root, temporary) {
  const env = {
    ...process.env,
    TMPDIR: temporary,
    TEMP: temporary,
    ELECTRON_GET_NO_PROGRESS: '1',
    NODE_USE_ENV_PROXY: '1',
  }
  const installer = join(root, 'node_modules/electron/install.js')
  const child = spawn(process.execPath, [installer], { stdio: 'ignore', env })
  return /** @type {Promise<void>} */ (
    new Promise((resolve) => {
      let seen = 0
      let lastGrowth = Date.now()
      const watch = setInterval(() => {
        const size = bytesUnder(temporary) + bytesUnder(join(root, 'node_modules/electron/dist'))
        if (size !== seen) lastGrowth = Date.now()
        seen = size
        if (Date.now() - lastGrowth > longestSilence) child.kill()
      }, 500)
      const end = () => {
        clearInterval(watch)
        resolve()
      }
      child.on('error', end)
      child.on('close', end)
    })
  )
}

/** @param {string} folder */
function bytesUnder(folder) {
  if (!existsSync(folder)) return 0
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, entry) => sum + (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    )
}
