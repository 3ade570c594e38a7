/**
 * Verifies a workspace: databases, hashes of contents, recordings. Also calculates the hash of each
 * recording that has none yet.
 */

import { createHash, hash } from 'node:crypto'
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import type { NumberFormat } from '#contract/api/number-format.ts'
import type { StorageFault } from '#contract/api/storage.ts'
import { readWithExtraConnection } from '../database/extra-connection.ts'
import { deskDatabase } from '../database/desk-schema.ts'
import { sqliteFailure, type Reader } from '../database/reader-writer.ts'
import type { DatabaseKind } from '../database/database-kind.ts'
import { libraryDatabase } from '../database/library-schema.ts'
import { failureOf } from '../failure-error.ts'
import type { WorkspaceFolder } from '../profile.ts'
import type { RecordingOnDisk } from '../recordings/recordings.ts'
import type { Report } from './run-storage-worker.ts'
import * as store from './verify-library-store.ts'

export interface VerifyRequest {
  readonly job: 'verify'
  readonly folder: WorkspaceFolder
  readonly isReadOnly: boolean
  readonly recordings: readonly RecordingOnDisk[]
  /** How the numbers in its sentences are written. */
  readonly numbers: NumberFormat
}

export interface Verified {
  readonly checked: { readonly tables: number; readonly contents: number; readonly recordings: number }
  readonly faults: StorageFault[]
  /** sha256 of recordings that had none noted. */
  readonly hashes: readonly (readonly [callId: string, sha256: string])[]
}

const contentsAtOnce = 200
const piece = 4 * 1024 * 1024

/** Reads everything there is: databases page by page, each content against its hash, each recording against its size and hash. */
export function verify({ folder, isReadOnly, recordings, numbers }: VerifyRequest, report: Report): Verified {
  const faults: StorageFault[] = []
  const checked = { tables: 0, contents: 0, recordings: 0 }
  const hashes: [string, string][] = []
  const pages = sizeOf(folder.desk) + sizeOf(folder.library)
  const recordingBytes = recordings.reduce((sum, { bytes }) => sum + bytes, 0)
  let done = 0
  let total = pages + recordingBytes
  const reportStep = (message: string) => report({ message, done, total: Math.max(total, done) })

  for (const [name, file, kind] of [
    ['desk.db', folder.desk, deskDatabase],
    ['library.db', folder.library, libraryDatabase],
  ] as const) {
    inDatabase(name, file, kind, isReadOnly, faults, (reader) => {
      const tables = store.tableNames(reader)
      for (const table of tables) {
        reportStep(`Checking ${name}`)
        const troubles = store.faultsOf(reader, table)
        if (troubles.length > 0) faults.push(inTable(name, table, troubles))
        checked.tables += 1
        done += sizeOf(file) / tables.length
      }
      if (name !== 'library.db') return
      const all = store.contentTotals(reader)
      total += all.bytes
      for (let last = 0; ;) {
        const contents = store.contentsBehind(reader, last, contentsAtOnce)
        for (const content of contents) {
          last = content.id
          checked.contents += 1
          done += content.body.length
          if (!hash('sha256', content.body, 'buffer').equals(content.hash)) faults.push(inContent(reader, content.id))
        }
        reportStep(`Checking ${all.count.toLocaleString(numbers)} records against their checksums`)
        if (contents.length < contentsAtOnce) break
      }
    })
  }
  for (const recording of recordings) {
    reportStep(`Checking ${recording.title === '' ? 'a recording' : recording.title}`)
    const found = hashOf(recording.path, (bytes) => {
      done += bytes
    })
    checked.recordings += 1
    const message = wrongWith(recording, found, numbers)
    if (message !== null) {
      const { callId, title } = recording
      faults.push({ kind: 'recording', name: title || callId, message, callId, fetchable: true })
    } else if (found !== null && recording.sha256 === null) hashes.push([recording.callId, found.sha256])
  }
  return { checked, faults, hashes }
}

function inDatabase(
  name: string,
  file: string,
  kind: DatabaseKind,
  isReadOnly: boolean,
  faults: StorageFault[],
  work: (reader: Reader) => void,
): void {
  if (!existsSync(file)) {
    faults.push({ kind: 'database', name, message: 'it was not found', callId: null, fetchable: false })
    return
  }
  try {
    const database = readWithExtraConnection(file, kind, isReadOnly)
    try {
      work(database.reader)
    } finally {
      database.close()
    }
  } catch (error) {
    const failure = failureOf(sqliteFailure(error) ?? error)
    if (failure?.kind !== 'damaged') throw error
    faults.push({
      kind: 'database',
      name,
      message: 'a page is damaged',
      callId: null,
      fetchable: name === 'library.db',
    })
  }
}

function inTable(name: string, table: string, troubles: readonly string[]): StorageFault {
  const more = troubles.length > 1 ? `, and ${troubles.length - 1} more` : ''
  const message = `${table}: ${troubles[0] ?? ''}${more}`.slice(0, 300)
  return { kind: 'database', name, message, callId: null, fetchable: name === 'library.db' }
}

function inContent(reader: Reader, content: number): StorageFault {
  const record = store.recordOf(reader, content)
  const message = 'the stored record differs from what was received (checksum mismatch)'
  return {
    kind: 'content',
    name: record === undefined ? `content ${content}` : `${record.kind} ${record.identity}`.slice(0, 200),
    message: record?.isLatest === 0 ? `${message}; an earlier version` : message,
    callId: null,
    fetchable: record?.isLatest === 1,
  }
}

function wrongWith(
  { stated, sha256 }: RecordingOnDisk,
  found: { readonly bytes: number; readonly sha256: string } | null,
  numbers: NumberFormat,
): string | null {
  if (found === null) return 'the file cannot be read'
  if (stated !== null && found.bytes !== stated) {
    const [has, should] = [found.bytes, stated].map((bytes) => bytes.toLocaleString(numbers))
    return `${has} bytes; the service states ${should}`
  }
  return sha256 !== null && sha256 !== found.sha256 ? 'it changed since it was last verified' : null
}

function hashOf(path: string, read: (bytes: number) => void): { bytes: number; sha256: string } | null {
  let descriptor: number
  try {
    descriptor = openSync(path, 'r')
  } catch {
    return null
  }
  try {
    const buffer = Buffer.allocUnsafe(piece)
    const sum = createHash('sha256')
    let bytes = 0
    for (;;) {
      const part = readSync(descriptor, buffer, 0, piece, bytes)
      if (part === 0) return { bytes, sha256: sum.digest('hex') }
      sum.update(buffer.subarray(0, part))
      bytes += part
      read(part)
    }
  } catch {
    return null
  } finally {
    closeSync(descriptor)
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
