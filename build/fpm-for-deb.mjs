#!/usr/bin/env node
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'

/**
 * Takes fpm's place for a deb, so that one is made offline with Debian's own dpkg-deb: electron-builder runs the program that
 * `CUSTOM_FPM_PATH` names, with the arguments of fpm (docs/release.md). With the same files and the same SOURCE_DATE_EPOCH it makes the
 * same bytes (docs/promises.md P4).
 */

/** Every option that electron-builder gives fpm for a deb; another one ends the packaging until it is decided. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    s: { type: 'string', short: 's' },
    t: { type: 'string', short: 't' },
    d: { type: 'string', short: 'd', multiple: true },
    force: { type: 'boolean' },
    debug: { type: 'boolean' },
    log: { type: 'string' },
    architecture: { type: 'string' },
    'after-install': { type: 'string' },
    'after-remove': { type: 'string' },
    description: { type: 'string' },
    version: { type: 'string' },
    package: { type: 'string' },
    name: { type: 'string' },
    maintainer: { type: 'string' },
    vendor: { type: 'string' },
    url: { type: 'string' },
    category: { type: 'string' },
    license: { type: 'string' },
    'deb-recommends': { type: 'string', multiple: true },
    'deb-priority': { type: 'string' },
    'deb-compression': { type: 'string' },
  },
})

/**
 * @param {string | undefined} value
 * @param {string} option
 */
function needed(value, option) {
  if (value === undefined || value === '') throw new Error(`--${option} is missing.`)
  return value
}

/** The time of everything in the package, seconds since 1970. */
const epoch = Number(process.env['SOURCE_DATE_EPOCH'] ?? Math.floor(Date.now() / 1000))

/**
 * Copies `source=/target`; a source that ends in a slash means what is in it.
 *
 * @param {string} root
 * @param {string} mapping
 */
function stage(root, mapping) {
  const at = mapping.lastIndexOf('=')
  if (at < 1) throw new Error(`“${mapping}” is not of the form source=/target.`)
  const target = join(root, mapping.slice(at + 1))
  mkdirSync(dirname(target), { recursive: true })
  cpSync(mapping.slice(0, at), target, { recursive: true, verbatimSymlinks: true })
}

/** @param {string} folder */
function filesUnder(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

/**
 * Rights and times of a package whoever builds it, whatever their umask: only what could be run before can be run.
 *
 * @param {string} root
 */
function normalize(root) {
  for (const name of ['', ...readdirSync(root, { recursive: true, encoding: 'utf8' })]) {
    const path = join(root, name)
    const kind = lstatSync(path)
    if (!kind.isSymbolicLink()) chmodSync(path, kind.isDirectory() || (kind.mode & 0o111) !== 0 ? 0o755 : 0o644)
    lutimesSync(path, epoch, epoch)
  }
}

/** @param {number} kilobytes */
function controlFile(kilobytes) {
  const [synopsis = '', ...paragraph] = needed(values.description, 'description').split('\n')
  const fields = {
    Package: needed(values.name, 'name'),
    Version: needed(values.version, 'version'),
    Section: 'misc',
    Priority: values['deb-priority'] ?? 'optional',
    Architecture: needed(values.architecture, 'architecture'),
    Maintainer: needed(values.maintainer, 'maintainer'),
    'Installed-Size': String(kilobytes),
    Depends: (values.d ?? []).join(', '),
    Recommends: (values['deb-recommends'] ?? []).join(', '),
    Homepage: values.url ?? '',
    Description: [synopsis, ...paragraph.map((line) => ` ${line.trim() || '.'}`)].join('\n'),
  }
  const lines = Object.entries(fields).flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`]))
  return `${lines.join('\n')}\n`
}

/** @param {string} root */
function build(root) {
  for (const mapping of positionals) stage(root, mapping)
  const files = filesUnder(root)
  const kilobytes = Math.ceil(files.reduce((sum, file) => sum + statSync(file).size, 0) / 1024)
  const sums = files.map((file) => {
    const hash = createHash('md5').update(readFileSync(file)).digest('hex')
    return `${hash}  ${file.slice(root.length + 1)}\n`
  })
  const control = join(root, 'DEBIAN')
  mkdirSync(control)
  writeFileSync(join(control, 'control'), controlFile(kilobytes))
  writeFileSync(join(control, 'md5sums'), sums.join(''))
  for (const [script, source] of [
    ['postinst', values['after-install']],
    ['postrm', values['after-remove']],
  ]) {
    if (source !== undefined) writeFileSync(join(control, String(script)), readFileSync(source), { mode: 0o755 })
  }
  normalize(root)
  const compression = `-Z${values['deb-compression'] ?? 'xz'}`
  const output = needed(values.package, 'package')
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(epoch) }
  execFileSync('dpkg-deb', ['--root-owner-group', compression, '--build', root, output], { env, stdio: 'inherit' })
}

if (values.t !== 'deb' || values.s !== 'dir') {
  throw new Error(
    `Only a deb can be made of a folder here, not ${values.t}: an rpm needs fpm and rpmbuild (docs/release.md).`,
  )
}
const staging = mkdtempSync(join(tmpdir(), 'tearsheet-deb-'))
try {
  build(join(staging))
} finally {
  rmSync(staging, { recursive: true, force: true })
}
