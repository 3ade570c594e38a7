import Database from 'better-sqlite3'
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { block, headOf, paddingOf, readHead } from '#core/storage/tar-header.ts'

interface Entry {
  readonly path: string
  readonly bytes: Buffer
}

interface Alterations {
  /** Files of workspaces as they are to be in it, in their order. */
  readonly files?: (files: readonly Entry[]) => readonly Entry[]
  /** What it says of itself, with the hashes of the files as they are now. */
  readonly manifest?: (manifest: Record<string, unknown>) => Record<string, unknown>
}

/** A backup made from another one, with every hash right: what a program that means harm, or a broken one, would write. */
export function altered(path: string, target: string, { files = (all) => all, manifest = (all) => all }: Alterations) {
  const [about, ...rest] = entriesOf(readFileSync(path))
  const told = JSON.parse(rest.at(-2)?.bytes.toString() ?? '') as Record<string, unknown>
  const entries = [about!, ...files(rest.slice(0, -2))]
  const listed = entries.map(({ path: name, bytes }) => ({ path: name, bytes: bytes.length, sha256: sha256(bytes) }))
  const text = Buffer.from(JSON.stringify(manifest({ ...told, files: listed })))
  const ends = [
    { path: 'manifest.json', bytes: text },
    { path: 'manifest.sha256', bytes: Buffer.from(sha256(text)) },
  ]
  const written = [...entries, ...ends].flatMap(({ path: name, bytes }) => [
    headOf(name, bytes.length, 0),
    bytes,
    Buffer.alloc(paddingOf(bytes.length)),
  ])
  writeFileSync(target, Buffer.concat([...written, Buffer.alloc(2 * block)]))
  return target
}

/** One database of a back-up, or another one in its place, as some SQL leaves it. */
export function withSql(
  name: string,
  sql: string,
  scratch: string,
  instead: Buffer | null = null,
): Required<Alterations>['files'] {
  return (files) =>
    files.map((file) => {
      if (file.path !== name) return file
      writeFileSync(scratch, instead ?? file.bytes)
      const database = new Database(scratch)
      database.pragma('journal_mode = DELETE')
      database.unsafeMode()
      database.exec(sql)
      database.pragma('journal_mode = WAL')
      database.close()
      const bytes = readFileSync(scratch)
      rmSync(scratch)
      return { path: name, bytes }
    })
}

function entriesOf(tar: Buffer): Entry[] {
  const entries: Entry[] = []
  for (let at = 0; ;) {
    const head = readHead(tar.subarray(at, at + block), 'invalid-backup')
    if (head === null) return entries
    at += block
    entries.push({ path: head.path, bytes: tar.subarray(at, at + head.bytes) })
    at += head.bytes + paddingOf(head.bytes)
  }
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
