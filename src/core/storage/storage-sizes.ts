/** Measures the space that a workspace takes on disk, by kind and by company. */

import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { CompanyStorage, StorageKind, StorageReport } from '#contract/api/storage.ts'
import { readWithExtraConnection } from '../database/extra-connection.ts'
import type { Reader } from '../database/reader-writer.ts'
import { libraryDatabase } from '../database/library-schema.ts'
import type { WorkspaceFolder } from '../profile.ts'
import { freeIn } from './folder-checks.ts'
import * as store from './storage-sizes-store.ts'

export interface SizesRequest {
  readonly job: 'sizes'
  readonly folder: WorkspaceFolder
  readonly isReadOnly: boolean
  /** Bytes on disk of each call's recording. */
  readonly recordings: readonly (readonly [callId: string, bytes: number])[]
}

/** The kind that a table of the library counts as, with its indexes and the tables of FTS5. */
const tableKinds: readonly (readonly [RegExp, StorageKind])[] = [
  [/^ledger_content$/, 'contents'],
  [/^ledger_/, 'responses'],
  [/^fundamental_/, 'fundamentals'],
  [/^(transcript_text|document|vocabulary)/, 'full-text'],
  [/^(call|transcript|parsed_transcript|turn_columns|recording_fact)/, 'calls'],
  [/^rating$/, 'ratings'],
  [/^news_/, 'news'],
  [/^security/, 'securities'],
]

/** Measures a workspace: reads every page of its library once, and the size of every file. */
export function measure({ folder, isReadOnly, recordings }: SizesRequest): StorageReport {
  const bytes = new Map<StorageKind, number>()
  const items = new Map<StorageKind, number>([['recordings', recordings.length]])
  const companies = existsSync(folder.library) ? measureLibrary(folder, isReadOnly, bytes, items, recordings) : []
  const files = fileBytes(folder)
  // The log was worked in just now: what a file of the library has beyond its pages is the log's room.
  const pages = [...bytes.values()].reduce((sum, each) => sum + each, 0)
  bytes.set('journals', Math.max(0, files.library - pages))
  for (const kind of ['desk', 'recordings', 'set-aside', 'files'] as const) bytes.set(kind, files[kind])
  const kinds = [...bytes].map(([kind, each]) => ({ kind, bytes: each, items: items.get(kind) ?? null }))
  const total = kinds.reduce((sum, { bytes: each }) => sum + each, 0)
  return {
    folder: folder.folder,
    libraryFolder: folder.elsewhere,
    bytes: total,
    kinds: kinds.toSorted((one, other) => other.bytes - one.bytes),
    companies,
    shared: total - companies.reduce((sum, company) => sum + company.total, 0),
    bytesFree: freeIn(folder.elsewhere ?? folder.folder),
  }
}

/** Its pages by what they hold, free ones too, and how many items they have; returns what each company has. */
function measureLibrary(
  { library: file }: WorkspaceFolder,
  isReadOnly: boolean,
  bytes: Map<StorageKind, number>,
  items: Map<StorageKind, number>,
  recordings: SizesRequest['recordings'],
): CompanyStorage[] {
  const library = readWithExtraConnection(file, libraryDatabase, isReadOnly)
  try {
    const { reader } = library
    for (const { table, bytes: pages } of store.tablePages(reader)) {
      const kind = tableKinds.find(([pattern]) => pattern.test(table))?.[1] ?? 'other'
      bytes.set(kind, (bytes.get(kind) ?? 0) + pages)
    }
    bytes.set('free', store.freePages(reader))
    for (const [kind, count] of Object.entries(store.itemCounts(reader)) as [StorageKind, number][])
      items.set(kind, count)
    return companiesOf(reader, new Map(recordings))
  } finally {
    library.close()
  }
}

type OwnKind = Exclude<keyof CompanyStorage, 'symbol' | 'name' | 'total'>

function companiesOf(db: Reader, recordings: ReadonlyMap<string, number>): CompanyStorage[] {
  const companies = new Map<string, CompanyStorage & Record<OwnKind | 'total', number>>()
  const stored = store.callSymbols(db)
  const names = new Map([...stored, ...store.companyNames(db)].map(({ symbol, name }) => [symbol, name]))
  const add = (symbol: string, kind: OwnKind, more: number) => {
    const known = companies.get(symbol) ?? empty(symbol, names.get(symbol) ?? null)
    known[kind] += more
    known.total += more
    companies.set(symbol, known)
  }
  const calls = new Map(stored.map(({ callId, symbol }) => [callId, symbol]))
  const owners = new Map<number, { kind: OwnKind; symbol: string }>()
  for (const { record, kind, symbol } of store.ownedRecords(db)) owners.set(record, { kind, symbol })
  for (const { record, identity } of store.callRecords(db)) {
    const symbol = calls.get(identity) ?? calls.get(identity.replace(/ (json|html) (clean|verbatim).*$/, ''))
    if (symbol !== undefined) owners.set(record, { kind: 'calls', symbol })
  }
  const counted = new Set<number>()
  for (const [record, content, more] of store.contentBytes(db)) {
    const owner = owners.get(record)
    if (owner === undefined || counted.has(content)) continue
    counted.add(content)
    add(owner.symbol, owner.kind, more)
  }
  for (const { callId, bytes } of store.callTextBytes(db)) {
    const symbol = calls.get(callId)
    if (symbol !== undefined) add(symbol, 'calls', bytes)
  }
  for (const [callId, bytes] of recordings) {
    const symbol = calls.get(callId)
    if (symbol !== undefined) add(symbol, 'recordings', bytes)
  }
  return [...companies.values()].toSorted((one, other) => other.total - one.total)
}

function empty(symbol: string, name: string | null): CompanyStorage {
  return { symbol, name, fundamentals: 0, calls: 0, ratings: 0, news: 0, recordings: 0, total: 0 }
}

/** Bytes of a workspace's files; `library` with its journals, `set-aside` with the copies that migrations made. */
function fileBytes({ folder, elsewhere }: WorkspaceFolder) {
  const bytes = { library: 0, desk: 0, recordings: 0, 'set-aside': 0, files: 0 }
  for (const { path, top } of [folder, ...(elsewhere === null ? [] : [elsewhere])].flatMap(filesBelow)) {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (!stat?.isFile()) continue
    if (top === 'recordings') bytes.recordings += stat.size
    else if (top === 'set-aside' || top === 'backups') bytes['set-aside'] += stat.size
    else if (/^library\.db(-wal|-shm|-journal)?$/.test(top)) bytes.library += stat.size
    else if (/^desk\.db/.test(top)) bytes.desk += stat.size
    else bytes.files += stat.size
  }
  return bytes
}

function filesBelow(folder: string): { path: string; top: string }[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => ({
    path: join(folder, name),
    top: name.split(sep)[0] ?? '',
  }))
}
