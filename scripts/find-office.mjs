import { existsSync } from 'node:fs'
import { join } from 'node:path'

const places = [
  '/usr/lib/libreoffice/program',
  '/opt/libreoffice/program',
  '/Applications/LibreOffice.app/Contents/MacOS',
]

/**
 * The program of a LibreOffice that has a spreadsheet, for the tests that let it calculate our workbooks.
 *
 * @param {(path: string) => boolean} [exists]
 * @returns {string | null} its path
 */
export function findOffice(exists = existsSync) {
  const folder = places.find((place) => exists(join(place, 'soffice')) && hasCalc(place, exists))
  return folder === undefined ? null : join(folder, 'soffice')
}

/**
 * The library of its spreadsheet; on a Mac every part is there.
 *
 * @param {string} folder
 * @param {(path: string) => boolean} exists
 */
function hasCalc(folder, exists) {
  return folder.startsWith('/Applications') || exists(join(folder, 'libsclo.so'))
}

/**
 * Finds it, and where there is none and we are root on Debian installs Debian's own. A test without it is skipped, not failed.
 *
 * @param {Pick<import('./find-browser.mjs').InstallingMachine, 'platform' | 'env' | 'exists' | 'uid' | 'run' | 'announce'>} machine
 * @returns {Promise<string | null>} why there is none, with the command to type; null: there is one
 */
export async function whyNoOffice({ platform, env, exists, uid, run, announce }) {
  if (findOffice(exists)) return null
  if (platform === 'darwin') return 'LibreOffice not found: brew install --cask libreoffice'
  if (platform !== 'linux' || !exists('/etc/debian_version')) return 'LibreOffice not found'
  const byHand = 'apt-get install libreoffice-calc python3-uno'
  if (uid !== 0) return `LibreOffice Calc not found: sudo ${byHand}`
  announce('Installing Debian’s libreoffice-calc for the workbook tests (once, about two minutes).')
  const quiet = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } }
  await run('apt-get', ['update', '-qq'], quiet)
  const install = await run(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', 'libreoffice-calc', 'python3-uno'],
    quiet,
  )
  if (findOffice(exists)) return null
  return `Debian’s libreoffice-calc could not be installed (${byHand}): ${install.output.trim().split('\n').at(-1) ?? ''}`
}
