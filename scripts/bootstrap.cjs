'use strict'

/**
 * Runs before `npm start`, `npm test` and the other scripts, under whatever Node the machine has (20 or newer), with
 * nothing installed: puts into node_modules what the lockfile says, once. npm has put node_modules/.bin on the path of
 * its scripts by then, so the script that follows runs on the Node that was just installed.
 */
const { spawn } = require('node:child_process')
const { createHash } = require('node:crypto')
const { lookup } = require('node:dns/promises')
const fs = require('node:fs')
const path = require('node:path')
const { isRecentEnough, nodeLink, nodePackage, tooOld } = require('./node-version.cjs')

const root = path.dirname(__dirname)
const stampFile = path.join(root, 'node_modules', '.tearsheet-lock')

/**
 * @typedef {string | string[]} OneOrMore
 * @typedef {{ version?: string, optional?: boolean, os?: OneOrMore, cpu?: OneOrMore, libc?: OneOrMore }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lockfile
 */

/**
 * Names an installation: the same lockfile installs other files on another machine.
 *
 * @param {string} lockText
 * @param {string} platform
 * @param {string} arch
 */
function stampOf(lockText, platform, arch) {
  return createHash('sha256').update(`${lockText}\n${platform}\n${arch}`).digest('hex')
}

/**
 * Whether npm's own record of node_modules agrees with the lockfile, as it does after `npm install some-package`:
 * nothing there that is locked otherwise, and nothing missing but what is optional (other platforms' binaries).
 *
 * @param {Lockfile} lock
 * @param {Lockfile} record
 */
function agrees(lock, record) {
  const same = Object.entries(record.packages).every(
    ([where, found]) => JSON.stringify(lock.packages[where]) === JSON.stringify(found),
  )
  return (
    same && Object.entries(lock.packages).every(([where, p]) => where === '' || p.optional || record.packages[where])
  )
}

/**
 * How many packages this machine will get.
 *
 * @param {Lockfile} lock
 * @param {string} platform
 * @param {string} arch
 */
function packageCount(lock, platform, arch) {
  const fits = (/** @type {OneOrMore | undefined} */ list, /** @type {string} */ value) =>
    list === undefined || [list].flat().includes(value)
  return Object.entries(lock.packages).filter(
    ([where, p]) => where !== '' && fits(p.os, platform) && fits(p.cpu, arch) && fits(p.libc, 'glibc'),
  ).length
}

/** @type {readonly (readonly [RegExp, string])[]} what npm says, and what to do about it */
const knownFailures = [
  [
    /ENOTCACHED|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|network/,
    'The package registry cannot be reached: check your network connection (behind a proxy: `npm config set proxy …`), then run the same command again.',
  ],
  [/ENOSPC/, 'The disk is full: free about 1.5 GB, then run the same command again.'],
  [/EACCES|EPERM|EROFS/, 'npm cannot write here: check who owns this folder and npm’s cache (`npm config get cache`).'],
  [
    /EUSAGE|in sync/,
    'package.json and package-lock.json disagree: run `npm install --ignore-scripts` and commit both.',
  ],
  [
    /EINTEGRITY/,
    'A downloaded package does not match package-lock.json: run `npm cache clean --force`, then try again.',
  ],
  [
    /E40[134]|ETARGET/,
    'The registry refused or does not have a package in package-lock.json: check `npm config get registry`.',
  ],
]

/**
 * @param {string} output of an npm that failed
 * @returns {string | null} null when npm's own words are the best there is
 */
function explain(output) {
  return knownFailures.find(([pattern]) => pattern.test(output))?.[1] ?? null
}

/** @param {string} file */
function readIfThere(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

const bin = path.join(root, 'node_modules', '.bin')

/** The platform's own Node is not where npm looks for programs. */
function lacksOwnNode() {
  const link = nodeLink(process.platform, process.arch)
  return link !== null && !fs.existsSync(path.join(bin, link.name))
}

/** Where npm installed the platform's Node and did not link it. */
function linkOwnNode() {
  const link = nodeLink(process.platform, process.arch)
  const name = nodePackage(process.platform, process.arch)
  if (link === null || name === null || !lacksOwnNode()) return
  if (!fs.existsSync(path.join(root, 'node_modules', name))) return
  fs.mkdirSync(bin, { recursive: true })
  if ('target' in link) fs.symlinkSync(link.target, path.join(bin, link.name))
  else fs.writeFileSync(path.join(bin, link.name), link.text)
}

/** @param {string} lockText */
function isInstalled(lockText) {
  const stamp = stampOf(lockText, process.platform, process.arch)
  if (lacksOwnNode()) return false
  if (readIfThere(stampFile) === stamp) return true
  const record = readIfThere(path.join(root, 'node_modules/.package-lock.json'))
  if (record === null || !agrees(JSON.parse(lockText), JSON.parse(record))) return false
  fs.writeFileSync(stampFile, stamp)
  return true
}

/**
 * Whether a registry may be out there. npm itself takes minutes to find that this machine has no network.
 *
 * @param {NodeJS.ProcessEnv} env as npm gives it to its scripts, with its settings in it
 */
async function mayReachRegistry(env) {
  const proxies = [
    'HTTPS_PROXY',
    'https_proxy',
    'HTTP_PROXY',
    'http_proxy',
    'npm_config_https_proxy',
    'npm_config_proxy',
  ]
  const registry = env['npm_config_registry']
  if (!registry || proxies.some((name) => env[name])) return true
  const { hostname } = new URL(registry)
  return lookup(hostname.replace(/^\[|\]$/g, '')).then(
    () => true,
    () => false,
  )
}

/**
 * @param {string} npm the running npm's own script, so that the same npm installs
 * @returns {Promise<{ status: number | null, output: string }>}
 */
async function runInstall(npm) {
  const quiet = ['--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund']
  // npm's own pauses between attempts would keep a machine without a network waiting for minutes.
  const network = (await mayReachRegistry(process.env))
    ? ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000']
    : ['--offline']
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(process.execPath, [npm, 'ci', ...quiet, ...network], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ status: null, output: String(error) }))
    child.on('close', (status) => resolve({ status, output }))
  })
}

/** @param {string} lockText */
async function install(lockText) {
  const npm = process.env.npm_execpath
  if (!npm || !/npm-cli\.c?js$/.test(npm)) {
    throw new Error('The packages are not installed: run `npm start` or `npm test`, which install them first.')
  }
  const began = Date.now()
  const count = packageCount(JSON.parse(lockText), process.platform, process.arch)
  console.log(`Installing ${count} packages (once, about half a minute).`)
  fs.rmSync(stampFile, { force: true })
  const { status, output } = await runInstall(npm)
  if (status !== 0) {
    const own = output.trim().split('\n').slice(-12).join('\n')
    throw new Error(`${explain(output) ?? 'npm could not install the packages. Its output:'}\n\n${own}`)
  }
  linkOwnNode()
  if (lacksOwnNode()) {
    const name = nodePackage(process.platform, process.arch)
    throw new Error(`npm left out the optional package ${name}: run \`npm config delete omit\` and try again.`)
  }
  fs.writeFileSync(stampFile, stampOf(lockText, process.platform, process.arch))
  console.log(`Installed in ${Math.round((Date.now() - began) / 1000)} s.`)
}

async function main() {
  if (nodePackage(process.platform, process.arch) === null && !isRecentEnough(process.versions.node)) {
    throw new Error(tooOld(process.versions.node, process.platform, process.arch))
  }
  const lockText = fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')
  if (!isInstalled(lockText)) await install(lockText)
}

if (require.main === module) {
  main().catch((/** @type {Error} */ error) => {
    console.error(error.message)
    process.exitCode = 1
  })
}

module.exports = { stampOf, agrees, packageCount, explain }
