import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { runCommand } from './run-command.mjs'

/** Everything a build is made of; the packages stand in it by their lockfile. */
const ingredients = [
  'src',
  'scripts/node-version.cjs',
  'resources',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
]

/**
 * Changes when a file of the given paths is added, removed, renamed or has other contents; not when it is merely touched, as
 * git does on every checkout.
 *
 * @param {string} root
 * @param {readonly string[]} paths files or folders under root; those that are not there count as empty
 */
export function fingerprint(root, paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((path) => filesUnder(join(root, path)))) {
    const contents = createHash('sha256').update(readFileSync(file)).digest('hex')
    hash.update(`${relative(root, file)} ${contents}\n`)
  }
  return hash.digest('hex')
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesUnder(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  const found = readdirSync(path, { withFileTypes: true, recursive: true })
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/**
 * Builds into out/ unless what is there was built from the same sources.
 *
 * @param {string} root
 * @param {{ always?: boolean, announce?: (sentence: string) => void }} [options]
 * @returns {Promise<{ built: boolean, failure: string | null }>} the bundler's own words when it failed
 */
export async function ensureBuilt(root, { always = false, announce = () => undefined } = {}) {
  const stampFile = join(root, 'out', '.built-from')
  const stamp = fingerprint(root, ingredients)
  if (!always && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp)
    return { built: false, failure: null }
  announce('Building Tearsheet (a few seconds).')
  // A build that is interrupted is made again.
  rmSync(stampFile, { force: true })
  const bundler = join(root, 'node_modules/electron-vite/bin/electron-vite.js')
  const { status, output } = await runCommand(process.execPath, [bundler, 'build', '--logLevel', 'warn'], {
    cwd: root,
  })
  if (status !== 0) return { built: false, failure: stripVTControlCharacters(output).trim() }
  writeFileSync(stampFile, stamp)
  return { built: true, failure: null }
}
