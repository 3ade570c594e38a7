/**
 * Reads backups that a user might choose to restore: bytes changed and cut; heads that name paths outside, links, devices and sizes
 * that no file has; lists of contents that say something else, with every hash right. None writes outside the folder that it is
 * extracted into.
 */

import fc from 'fast-check'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deskDatabase } from '#core/database/desk-schema.ts'
import { openDatabase } from '#core/database/open-database.ts'
import { failureOf } from '#core/failure-error.ts'
import { formatNow, schemasNow } from '#core/storage/backup-format.ts'
import { extractBackup } from '#core/storage/read-backup.ts'
import { block, headOf, paddingOf } from '#core/storage/tar-header.ts'
import { changedBytes } from './changed-bytes.ts'
import { withinPatience, type FuzzCase, type FuzzKind } from './fuzz-kind.ts'
import { mutated, type Json } from './input-arbitrary.ts'

export const fuzzBackups: FuzzKind = {
  name: 'backups',
  share: 0.05,
  cases: async function* (_, count, seed) {
    const folder = mkdtempSync(join(tmpdir(), 'tearsheet-fuzz-backups-'))
    const file = join(folder, 'desk.db')
    openDatabase(file, deskDatabase).close()
    const desk = readFileSync(file)
    try {
      yield* casesOf(folder, desk, count, seed)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

const deskPath = 'workspaces/sample/desk.db'

interface Entry {
  readonly path: string
  readonly bytes: Buffer
}

function tarOf(entries: readonly Entry[], head: (entry: Entry) => Buffer = plainHead): Buffer {
  const blocks = entries.flatMap((entry) => [head(entry), entry.bytes, Buffer.alloc(paddingOf(entry.bytes.length))])
  return Buffer.concat([...blocks, Buffer.alloc(2 * block)])
}

function plainHead({ path, bytes }: Entry): Buffer {
  return headOf(path, bytes.length, 0)
}

const about: Json = { tearsheet: 'back-up', format: formatNow, version: '0.0.0-test', madeAt: 0, schemas: schemasNow }
const list = { workspaces: [{ id: 'sample', name: 'Sample' }], activeWorkspace: 'sample', preferences: {} }

/** A backup with every hash right. */
function entriesOf(said: Json, files: readonly Entry[], change: (manifest: Json) => Json = (each) => each): Entry[] {
  const all = [{ path: 'about.json', bytes: Buffer.from(JSON.stringify(said)) }, ...files]
  const listed = all.map(({ path, bytes }) => ({ path, bytes: bytes.length, sha256: sha256(bytes) }))
  const manifest = Buffer.from(JSON.stringify(change({ ...list, files: listed })))
  return [
    ...all,
    { path: 'manifest.json', bytes: manifest },
    { path: 'manifest.sha256', bytes: Buffer.from(sha256(manifest)) },
  ]
}

const paths = [
  ...['../outside', '../../outside', '/tmp/outside', 'C:\\outside', '..\\outside', './desk.db', '.', '', 'a\0b'],
  ...['workspaces/../outside/desk.db', 'workspaces/sample/../../outside', 'workspaces/sample/recordings/../desk.db'],
  ...[
    'workspaces/sample/DESK.DB',
    'workspaces/SAMPLE/desk.db',
    'workspaces/sample/recordings/a.mp3',
    'workspaces/x/desk.db',
  ],
  ...[
    'workspaces/sample/recordings/',
    'workspaces/con/desk.db',
    'a'.repeat(255),
    'workspaces/sample/recordings/\u202Eabc.mp3',
  ],
]
/** Of a tar head: links, devices, folders, long names, sparse files. */
const kinds = ['1', '2', '3', '4', '5', '6', '7', 'L', 'K', 'S', 'g', 'x', 'V', '\0']
const sizes = ['77777777777', '00000000000', '-0000000001', '99999999999', '0x000000010', '           ', '7'.repeat(12)]

type Case = { readonly how: string; readonly tar: Buffer }

function caseArbitrary(desk: Buffer): fc.Arbitrary<Case> {
  const right = [{ path: deskPath, bytes: desk }]
  const whole = tarOf(entriesOf(about, right))
  const told = fc.constantFrom(...[true, false]).chain((isAbout) =>
    isAbout
      ? mutated(about).map((said): Case => ({ how: JSON.stringify(said), tar: tarOf(entriesOf(said, right)) }))
      : mutated({ ...list, files: [] }).map((said): Case => {
          const change = (manifest: Json) =>
            isObject(said) && isObject(manifest) ? { ...manifest, ...said, files: manifest['files'] ?? null } : said
          return { how: JSON.stringify(said), tar: tarOf(entriesOf(about, right, change)) }
        }),
  )
  const named = fc.constantFrom(...paths).map((path): Case => {
    const added = { path, bytes: Buffer.from('written by the backup') }
    return { how: JSON.stringify(path), tar: tarOf(entriesOf(about, [...right, added])) }
  })
  const headed = fc
    .record({
      at: fc.nat({ max: 3 }),
      kind: fc.constantFrom(...kinds),
      size: fc.constantFrom(null, ...sizes),
      link: fc.constantFrom('', '/etc/passwd', '../../outside'),
    })
    .map(({ at, kind, size, link }): Case => {
      const entries = entriesOf(about, right)
      const head = (entry: Entry) => {
        const written = plainHead(entry)
        if (entry !== entries[at]) return written
        written.write(kind, 156, 'latin1')
        written.write(link, 157, 100, 'latin1')
        if (size !== null) written.write(size, 124, 12, 'latin1')
        const sum = written.reduce((all, byte, index) => all + (index >= 148 && index < 156 ? 0x20 : byte), 0)
        written.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
        return written
      }
      return { how: JSON.stringify({ at, kind, size, link }), tar: tarOf(entries, head) }
    })
  const changed = changedBytes(whole).map(({ bytes, how }): Case => ({ how, tar: bytes }))
  // The page that a byte is in has the right hash.
  const damaged = changedBytes(desk).map(({ bytes, how }): Case => ({
    how: `desk.db ${how}`,
    tar: tarOf(entriesOf(about, [{ path: deskPath, bytes }])),
  }))
  return fc.oneof(
    fc.constant({ how: 'as it is', tar: whole }),
    { weight: 3, arbitrary: changed },
    { weight: 3, arbitrary: told },
    { weight: 2, arbitrary: named },
    { weight: 2, arbitrary: headed },
    damaged,
  )
}

async function* casesOf(folder: string, desk: Buffer, count: number, seed: number): AsyncGenerator<FuzzCase> {
  const cases = caseArbitrary(desk)
  const around = join(folder, 'around')
  for (let at = 0; at < count; at += 1) {
    const own = seed + at
    const [one] = fc.sample(cases, { seed: own, numRuns: 1 })
    if (one === undefined) return
    mkdirSync(join(around, 'a', 'b'), { recursive: true })
    const path = join(folder, 'chosen.tar')
    writeFileSync(path, one.tar)
    const outcome = await outcomeOf(path, join(around, 'a', 'b', 'staging'))
    const outside = readdirSync(around, { recursive: true, encoding: 'utf8' }).filter(
      (name) => !['a', 'a/b'].includes(name) && !name.startsWith('a/b/staging'),
    )
    rmSync(around, { recursive: true, force: true })
    const fault = outside.length > 0 ? `it wrote ${outside.join(', ')}` : outcome.fault
    yield { to: 'a backup', seed: own, input: one.how, ...outcome, fault }
  }
}

async function outcomeOf(path: string, staging: string): Promise<Pick<FuzzCase, 'outcome' | 'fault'>> {
  try {
    await withinPatience(extractBackup({ job: 'restore', path, staging }, () => undefined))
    return { outcome: 'answered', fault: null }
  } catch (error) {
    const kind = failureOf(error)?.kind
    return kind === undefined || kind === 'defect'
      ? { outcome: 'failed', fault: String(error) }
      : { outcome: kind, fault: null }
  }
}

function isObject(value: Json): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
