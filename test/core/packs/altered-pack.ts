import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { block, headOf, paddingOf, readHead } from '#core/storage/tar-header.ts'

interface Entry {
  readonly path: string
  readonly bytes: Buffer
}

type Json = Record<string, unknown>

export interface Alterations {
  /** The entries as they are to be in it. */
  readonly entries?: (entries: readonly Entry[]) => readonly Entry[]
  /** What it says of itself, with the sizes and hashes of the entries as they are now. */
  readonly head?: (head: Json) => unknown
  /** The bytes of the whole file. */
  readonly file?: (bytes: Buffer) => Buffer
}

/** A pack made from another one, with every hash right unless altered: what a program that means harm would write. */
export function altered(path: string, target: string, alterations: Alterations): string {
  const { entries: alter, head: alterHead, file } = alterations
  const [first, ...rest] = entriesOf(readFileSync(path))
  const entries = alter?.(rest) ?? rest
  const files = entries.map(({ path: name, bytes }) => ({ path: name, bytes: bytes.length, sha256: sha256(bytes) }))
  const head = { ...(JSON.parse(first?.bytes.toString() ?? '') as Json), files }
  const stated = alterHead ? alterHead(head) : head
  const text = Buffer.from(typeof stated === 'string' ? stated : JSON.stringify(stated))
  const written = [{ path: first?.path ?? '', bytes: text }, ...entries].flatMap(({ path: name, bytes }) => [
    headOf(name, bytes.length, 0),
    bytes,
    Buffer.alloc(paddingOf(bytes.length)),
  ])
  const whole = Buffer.concat([...written, Buffer.alloc(2 * block)])
  writeFileSync(target, file?.(whole) ?? whole)
  return target
}

/** What a pack says of itself. */
export function headIn(path: string): Json {
  return JSON.parse(entriesOf(readFileSync(path))[0]?.bytes.toString() ?? '') as Json
}

/** Alters the JSON of the entries in one folder. */
export function inEntries(folder: string, alter: (content: never) => unknown): Required<Alterations>['entries'] {
  return (entries) =>
    entries.map((entry) =>
      entry.path.startsWith(folder)
        ? { ...entry, bytes: Buffer.from(JSON.stringify(alter(JSON.parse(entry.bytes.toString()) as never))) }
        : entry,
    )
}

function entriesOf(tar: Buffer): Entry[] {
  const entries: Entry[] = []
  for (let at = 0; ;) {
    const head = readHead(tar.subarray(at, at + block), 'invalid-pack')
    if (head === null) return entries
    entries.push({ path: head.path, bytes: tar.subarray(at + block, at + block + head.bytes) })
    at += block + head.bytes + paddingOf(head.bytes)
  }
}

export function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}
