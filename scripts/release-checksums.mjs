/**
 * Writes SHA256SUMS of the built Linux packages, and signs it (docs/release.md): npm run release:checksums [FOLDER]
 *
 * The key never comes near the repository: TEARSHEET_RELEASE_KEY names its file. Without it nothing is written.
 */

import './demand-node.cjs'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const sums = 'SHA256SUMS'
const signature = `${sums}.sig`

/**
 * The packages to publish in a folder, or why there is nothing to sign.
 *
 * @param {readonly string[]} names
 * @returns {{ readonly packages: readonly string[] } | { readonly refusal: string }}
 */
function packagesIn(names) {
  const packages = names.filter((name) => /\.(?:deb|rpm|AppImage)$/.test(name)).toSorted()
  const unusable = packages.find((name) => name.includes('_without-electron'))
  if (unusable !== undefined) return { refusal: `${unusable} is for testing the package. Remove it, then try again.` }
  if (packages.length === 0) return { refusal: 'There is no Linux package. Run npm run package first.' }
  return { packages }
}

/**
 * @param {string} path
 * @returns {Promise<string>}
 */
async function sha256(path) {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

/**
 * OpenSSL asks for the passphrase of a key that has one.
 *
 * @param {readonly string[]} args
 */
function openssl(args) {
  const { error, status } = spawnSync('openssl', args, { stdio: 'inherit' })
  if (error) return 'openssl cannot be started.'
  return status === 0 ? null : 'openssl could not sign with this key. It must be an Ed25519 key of OpenSSL 3.'
}

/** @returns {Promise<string | null>} why it failed */
async function main() {
  const folder = process.argv[2] ?? join(root, 'dist')
  const key = process.env['TEARSHEET_RELEASE_KEY'] ?? ''
  if (key === '') return 'Checksums are signed: set TEARSHEET_RELEASE_KEY to the file of the signing key.'
  if (!existsSync(key)) return `There is no signing key at ${key}.`
  const found = packagesIn(existsSync(folder) ? readdirSync(folder) : [])
  if ('refusal' in found) return found.refusal
  const lines = []
  for (const name of found.packages) lines.push(`${await sha256(join(folder, name))}  ${name}\n`)
  // Former files must not stay beside new packages, and a list never without its signature.
  rmSync(join(folder, sums), { force: true })
  rmSync(join(folder, signature), { force: true })
  const unsigned = join(folder, `${sums}.unsigned`)
  writeFileSync(unsigned, lines.join(''))
  const failure = openssl([
    'pkeyutl',
    '-sign',
    '-rawin',
    '-inkey',
    key,
    '-in',
    unsigned,
    '-out',
    join(folder, signature),
  ])
  if (failure !== null) {
    rmSync(unsigned, { force: true })
    rmSync(join(folder, signature), { force: true })
    return failure
  }
  renameSync(unsigned, join(folder, sums))
  console.log(`${lines.join('')}\nWritten: ${join(folder, sums)} and ${signature}. Publish both with the packages.`)
  return null
}

const failure = await main()
if (failure !== null) {
  console.error(failure)
  process.exitCode = 1
}
