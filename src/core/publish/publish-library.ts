/** Publishes the library of a workspace, in the publish worker: writes the partitions that changed, keeps the others. */

import { createHash, type Hash } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { publishedTableLabel } from '#contract/api/published-table-labels.ts'
import { deskDatabase } from '../database/desk-schema.ts'
import { readWithExtraConnection } from '../database/extra-connection.ts'
import { libraryDatabase } from '../database/library-schema.ts'
import { renameInsisting } from '../held-files.ts'
import type { WorkspaceFolder } from '../profile.ts'
import type { Report } from '../storage/run-storage-worker.ts'
import type { Manifest, PublishedFile } from './manifest.ts'
import { ParquetFile } from './parquet-file.ts'
import { makeFolders } from './publication-folder.ts'
import { publishedTables, schemaVersion, tableNames, type TableName } from './published-tables.ts'
import type { PartitionKeys } from './publish-store.ts'
import { tableSources, type Databases, type Stored } from './table-rows.ts'
import { placeOf, type PlaceRequest, type VersionPlace } from './version-place.ts'

export interface PublishRequest {
  readonly workspace: { readonly id: string; readonly name: string }
  /** Id of the library; see `getLibraryIdentity`. */
  readonly libraryId: string
  readonly databases: Pick<WorkspaceFolder, 'library' | 'desk'>
  readonly isReadOnly: boolean
  /** Size of the library, in which the progress is given. */
  readonly libraryBytes: number
  readonly place: PlaceRequest
  readonly programVersion: string
  readonly now: number
}

export interface Published {
  readonly manifest: Manifest
  /** Files and bytes that were written; what had not changed was kept. */
  readonly written: { readonly files: number; readonly bytes: number }
  readonly isChanged: boolean
}

/** What Hive names the partition of an empty value. */
const emptyPartition = '__HIVE_DEFAULT_PARTITION__'

/** One partition of a table, with its path below the version's folder. */
interface Partition extends PartitionKeys {
  readonly table: TableName
  readonly segments: readonly string[]
}

/**
 * Writes a new version next to the one that is published, then names it in the manifest. When nothing has changed, it leaves all as
 * it is. Throws `invalid-folder`, `newer-version`, `not-published`, `publication-changed`, and errors of the file system; this program has
 * changed nothing that was published then.
 */
export function publishLibrary(request: PublishRequest, report: Report): Published {
  const place = placeOf(request.place, { library: request.libraryId, workspace: request.workspace.id })
  try {
    const before = place.begin()
    mkdirSync(place.building)
    return publishTo(place, before, request, report)
  } catch (error) {
    throw place.abandon(error)
  } finally {
    place.end()
  }
}

function publishTo(place: VersionPlace, before: Manifest | null, request: PublishRequest, report: Report): Published {
  const library = readWithExtraConnection(request.databases.library, libraryDatabase, request.isReadOnly)
  try {
    const desk = readWithExtraConnection(request.databases.desk, deskDatabase, request.isReadOnly)
    try {
      const databases = { library: library.reader, desk: desk.reader }
      const version = new VersionWriter(request, place, before, databases, report)
      return publishVersion(request, place, before, version)
    } finally {
      desk.close()
    }
  } finally {
    library.close()
  }
}

function publishVersion(
  request: PublishRequest,
  place: VersionPlace,
  before: Manifest | null,
  writing: VersionWriter,
): Published {
  const files = writing.writeAll()
  const version = place.nextVersion()
  const manifest: Manifest = {
    tearsheet: 'publication',
    schema_version: schemaVersion,
    program_version: request.programVersion,
    workspace: request.workspace,
    library_id: request.libraryId,
    created_at: new Date(request.now).toISOString(),
    version,
    previous_version: before?.version ?? null,
    tables: tableNames.map((name) => ({
      name,
      rows: files.filter(({ table }) => table === name).reduce((sum, { rows }) => sum + rows, 0),
    })),
    files: files.map((file) => ({ ...file, path: `${version}/${file.path}` })),
  }
  const isNamed = before?.workspace.name === request.workspace.name
  if (before !== null && isNamed && writing.written.files === 0 && before.files.length === files.length) {
    place.claim()
    place.clear(before)
    return { manifest: before, written: writing.written, isChanged: false }
  }
  place.putInPlace(manifest)
  place.clear(manifest)
  return { manifest, written: writing.written, isChanged: true }
}

/** Writes the files of a new version. */
class VersionWriter {
  readonly #request: PublishRequest
  readonly #place: VersionPlace
  readonly #before: ReadonlyMap<string, PublishedFile>
  readonly #databases: Databases
  readonly #sources: ReturnType<typeof tableSources>
  readonly #report: Report
  #done = 0
  #total = 0
  written = { files: 0, bytes: 0 }

  constructor(
    request: PublishRequest,
    place: VersionPlace,
    before: Manifest | null,
    databases: Databases,
    report: Report,
  ) {
    this.#request = request
    this.#place = place
    const reusable = before !== null && before.schema_version === schemaVersion ? before.files : []
    this.#before = new Map(reusable.map((file) => [folderOf(file.path), file]))
    this.#databases = databases
    this.#sources = tableSources(databases)
    this.#report = report
  }

  /** Every file of the version, with its path below the version's folder. */
  writeAll(): PublishedFile[] {
    const partitions = tableNames.flatMap((table) => this.#partitionsOf(table))
    this.#total = partitions.reduce((sum, { keys }) => sum + keys.length, 0)
    return partitions.flatMap((partition) => {
      const file = this.#kept(partition) ?? this.#write(partition)
      return file === null ? [] : [file]
    })
  }

  #partitionsOf(table: TableName): Partition[] {
    const { partitions } = publishedTables[table]
    return this.#sources[table].partitions(this.#databases).map(({ values, keys }) => ({
      table,
      values,
      keys,
      segments: [table, ...partitions.map(({ name }, at) => `${name}=${values[at] ?? emptyPartition}`)],
    }))
  }

  /** The published file of a partition whose rows are the same; null: there is none. */
  #kept(partition: Partition): PublishedFile | null {
    const published = this.#before.get(partition.segments.join('/'))
    if (published === undefined || !this.#place.isThere(published)) return null
    const hash = this.#newHash()
    const done = this.#done
    for (const stored of this.#storedOf(partition, 'Comparing')) hash.update(JSON.stringify(stored))
    if (hash.digest('hex') !== published.source_sha256) {
      this.#done = done
      return null
    }
    const name = published.path.split('/').at(-1) ?? ''
    this.#place.keep(published, partition.segments, name)
    return { ...published, path: [...partition.segments, name].join('/') }
  }

  /** Null: it has no rows. */
  #write(partition: Partition): PublishedFile | null {
    const { table, segments, values } = partition
    const { columns, partitions } = publishedTables[table]
    const target = makeFolders(this.#place.building, segments)
    const unnamed = join(target, `part-${'0'.repeat(16)}.parquet`)
    const hash = this.#newHash()
    const file = new ParquetFile(unnamed, columns, `Tearsheet ${this.#request.programVersion}`)
    try {
      for (const stored of this.#storedOf(partition, 'Writing')) {
        hash.update(JSON.stringify(stored))
        file.add(this.#sources[table].rows(stored))
      }
      const { rows, bytes, sha256 } = file.finish()
      if (rows === 0) {
        rmSync(unnamed)
        return null
      }
      const name = `part-${sha256.slice(0, 16)}.parquet`
      renameInsisting(unnamed, join(target, name))
      this.written = { files: this.written.files + 1, bytes: this.written.bytes + bytes }
      return {
        path: [...segments, name].join('/'),
        table,
        partition: Object.fromEntries(partitions.map((column, at) => [column.name, values[at] ?? null])),
        rows,
        bytes,
        sha256,
        source_sha256: hash.digest('hex'),
      }
    } finally {
      file.abandon()
    }
  }

  /** Another version of the program may make other rows of the same. */
  #newHash(): Hash {
    return createHash('sha256').update(this.#request.programVersion)
  }

  *#storedOf({ table, keys }: Partition, doing: string): Generator<Stored> {
    const source = this.#sources[table]
    const { batch } = source
    const { libraryBytes } = this.#request
    for (let at = 0; at < keys.length; at += batch) {
      const wanted = keys.slice(at, at + batch)
      yield source.read(this.#databases, JSON.stringify(wanted))
      this.#place.advance()
      this.#done += wanted.length
      const done = Math.round((this.#done / Math.max(1, this.#total)) * libraryBytes)
      this.#report({ message: `${doing} ${publishedTableLabel(table).toLowerCase()}`, done, total: libraryBytes })
    }
  }
}

/** The partition of a published file: its path without the version and the name. */
function folderOf(path: string): string {
  return path.split('/').slice(1, -1).join('/')
}
