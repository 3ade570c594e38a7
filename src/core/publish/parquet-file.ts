/** Writes rows into a Parquet file, compressed and with statistics, a row group at a time. */

import { createHash } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { constants, zstdCompressSync } from 'node:zlib'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { flushOpenFile } from './flush.ts'
import type { Column, ColumnType } from './published-tables.ts'
import type { Cell } from './publish-store.ts'

type Schema = ConstructorParameters<typeof ParquetWriter>[0]['schema']
type Element = Schema[number]

/** A row group ends at so many cells or characters, so that memory stays bounded. */
const cellsInGroup = 200_000
const charactersInGroup = 4_000_000

const compressors = {
  ZSTD: (bytes: Uint8Array) => zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
}

const elements: Readonly<Record<ColumnType, Omit<Element, 'name'>>> = {
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  double: { type: 'DOUBLE' },
  int64: { type: 'INT64' },
  date: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
  timestamp: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
}

export interface WrittenFile {
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
}

/**
 * One file that is being written. `add` takes rows in the order of the columns; `finish` writes them to the disk. Throws errors
 * of the file system.
 */
export class ParquetFile {
  readonly #columns: readonly Column[]
  readonly #bytes: FileBytes
  readonly #parquet: ParquetWriter
  #waiting: Cell[][] = []
  #characters = 0
  #rows = 0

  constructor(path: string, columns: readonly Column[], createdBy: string) {
    this.#columns = columns
    this.#bytes = new FileBytes(path)
    this.#parquet = new ParquetWriter({
      writer: this.#bytes,
      schema: [
        { name: 'root', num_children: columns.length },
        ...columns.map(({ name, type }): Element => ({ name, repetition_type: 'OPTIONAL', ...elements[type] })),
      ],
      codec: 'ZSTD',
      compressors,
      createdBy,
    })
  }

  add(rows: readonly Cell[][]): void {
    for (const row of rows) {
      this.#waiting.push(row)
      for (const cell of row) if (typeof cell === 'string') this.#characters += cell.length
      const isFull =
        this.#waiting.length * this.#columns.length >= cellsInGroup || this.#characters >= charactersInGroup
      if (isFull) this.#writeGroup()
    }
  }

  finish(): WrittenFile {
    if (this.#waiting.length > 0) this.#writeGroup()
    void this.#parquet.finish()
    return { rows: this.#rows, bytes: this.#bytes.offset, sha256: this.#bytes.close() }
  }

  /** For a file that is not finished. */
  abandon(): void {
    this.#bytes.release()
  }

  #writeGroup(): void {
    const rows = this.#waiting
    this.#waiting = []
    this.#characters = 0
    this.#rows += rows.length
    const columnData = this.#columns.map(({ name, type }, at) => ({
      name,
      data: columnOf(rows, at, type),
    }))
    void this.#parquet.write({ columnData, rowGroupSize: rows.length })
  }
}

/** Values that follow each other are often the same: each is converted once. */
function columnOf(rows: readonly Cell[][], at: number, type: ColumnType): ReturnType<typeof valueOf>[] {
  let last: Cell = null
  let value = valueOf(last, type)
  return rows.map((row) => {
    const cell = row[at] ?? null
    if (cell !== last) [last, value] = [cell, valueOf(cell, type)]
    return value
  })
}

const millisecondsOfDay = 86_400_000

/** A cell as the column's type stores it; null where it is nothing of that type. */
function valueOf(cell: Cell, type: ColumnType): string | number | bigint | null {
  if (cell === null) return null
  switch (type) {
    case 'string':
      return String(cell)
    case 'double':
      return typeof cell === 'number' ? cell : null
    case 'int64':
      return typeof cell === 'number' && Number.isSafeInteger(cell) ? BigInt(cell) : null
    case 'timestamp':
      return typeof cell === 'number' && Number.isSafeInteger(Math.round(cell)) ? BigInt(Math.round(cell)) : null
    case 'date': {
      const at = /^\d{4}-\d\d-\d\d/.test(String(cell)) ? Date.parse(String(cell).slice(0, 10)) : Number.NaN
      return Number.isNaN(at) ? null : at / millisecondsOfDay
    }
    default:
      return type satisfies never
  }
}

/** The bytes of a new file, hashed on their way to the disk. */
class FileBytes extends ByteWriter {
  readonly #descriptor: number
  readonly #hash = createHash('sha256')
  #isOpen = true

  constructor(path: string) {
    super()
    this.#descriptor = openSync(path, 'wx', 0o666)
  }

  /** Called after each row group. */
  flush(): void {
    const bytes = this.getBytes()
    this.#hash.update(bytes)
    for (let written = 0; written < bytes.length;) written += writeSync(this.#descriptor, bytes, written)
    this.index = 0
  }

  override finish(): void {
    this.flush()
  }

  /** The sha256 of the file, which is on the disk then. */
  close(): string {
    flushOpenFile(this.#descriptor)
    this.release()
    return this.#hash.digest('hex')
  }

  release(): void {
    if (this.#isOpen) closeSync(this.#descriptor)
    this.#isOpen = false
  }
}
