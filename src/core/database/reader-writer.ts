/**
 * The two handles through which all SQL runs, `Reader` and `Writer`, and the errors of SQLite that
 * the user reads.
 */

import Database from 'better-sqlite3'
import { FailureError } from '../failure-error.ts'

type Value = string | number | bigint | Buffer | null
/** Named (`@name` in the SQL) or by position. */
type Bindings = Readonly<Record<string, Value>> | readonly Value[]

/**
 * Runs SQL that reads. A statement is prepared once per handle. One that would write is refused when first prepared, so a
 * function with a Reader cannot change anything, whatever its SQL is.
 */
export class Reader {
  protected readonly database: Database.Database
  readonly #prepared = new Map<string, Database.Statement>()
  readonly #arrays = new Map<string, Database.Statement>()

  readonly #noteDamage: () => void

  /** `noteDamage` is called when a query finds a damaged page. */
  constructor(database: Database.Database, noteDamage: () => void = () => undefined) {
    this.database = database
    this.#noteDamage = noteDamage
  }

  all<Row>(sql: string, bindings: Bindings = []): Row[] {
    try {
      return this.prepare(sql, true).all(bindings) as Row[]
    } catch (error) {
      throw this.explain(error)
    }
  }

  /** Rows as arrays, in the order of the columns: for wide rows in their thousands. */
  arrays<Row extends readonly Value[]>(sql: string, bindings: Bindings = []): Row[] {
    try {
      const known = this.#arrays.get(sql)
      const statement = known ?? this.database.prepare(sql).raw()
      if (!statement.readonly) throw new Error(`A reader tried to write: ${sql.slice(0, 80)}`)
      if (!known) this.#arrays.set(sql, statement)
      return statement.all(bindings) as Row[]
    } catch (error) {
      throw this.explain(error)
    }
  }

  get<Row>(sql: string, bindings: Bindings = []): Row | undefined {
    try {
      return this.prepare(sql, true).get(bindings) as Row | undefined
    } catch (error) {
      throw this.explain(error)
    }
  }

  /**
   * Increases with each row that this connection writes, and with each commit of another one
   * (sqlite.org/pragma.html#pragma_data_version): while it is the same, nothing that was read has changed.
   */
  get changes(): number {
    const sql = 'SELECT total_changes() + (SELECT data_version FROM pragma_data_version) AS changes'
    return this.get<{ changes: number }>(sql)?.changes ?? 0
  }

  /** Rows that this connection has written. Unlike `changes` it stays the same when another connection only empties the log. */
  get written(): number {
    return this.get<{ written: number }>('SELECT total_changes() AS written')?.written ?? 0
  }

  /** The error to throw instead: a failure when the user must know, else the same error. */
  protected explain(error: unknown): unknown {
    const failure = sqliteFailure(error)
    if (failure?.failure.kind === 'damaged') this.#noteDamage()
    return failure ?? error
  }

  protected prepare(sql: string, reads: boolean): Database.Statement {
    const known = this.#prepared.get(sql)
    if (known) return known
    const statement = this.database.prepare(sql)
    if (reads && !statement.readonly) throw new Error(`A reader tried to write: ${sql.slice(0, 80)}`)
    this.#prepared.set(sql, statement)
    return statement
  }
}

/** Counts the transactions of a database: `count` within each, `committed` after it. */
export interface CommitCounter {
  count(): void
  committed(): void
}

/** Reads and writes. Only a Writer can open a transaction. */
export class Writer extends Reader {
  readonly #counter: CommitCounter | null

  constructor(database: Database.Database, noteDamage?: () => void, counter: CommitCounter | null = null) {
    super(database, noteDamage)
    this.#counter = counter
  }

  run(sql: string, bindings: Bindings = []): { changes: number; lastInsertRowid: number } {
    if (this.#counter !== null && !this.database.inTransaction) return this.transaction(() => this.run(sql, bindings))
    try {
      const { changes, lastInsertRowid } = this.prepare(sql, false).run(bindings)
      return { changes, lastInsertRowid: Number(lastInsertRowid) }
    } catch (error) {
      throw this.explain(error)
    }
  }

  /** All or nothing: anything thrown inside rolls everything back. Nested calls are savepoints. */
  transaction<Result>(work: () => Result): Result {
    const counter = this.database.inTransaction ? null : this.#counter
    try {
      if (counter === null) return this.database.transaction(work).immediate()
      const before = this.written
      let isCounted = false
      const result = this.database
        .transaction(() => {
          const result = work()
          isCounted = this.written !== before
          if (isCounted) counter.count()
          return result
        })
        .immediate()
      if (isCounted) counter.committed()
      return result
    } catch (error) {
      throw this.explain(error)
    }
  }
}

/** SQLite's own words for what the user must know; undefined for every other error, which is a defect and is thrown unchanged. */
export function sqliteFailure(error: unknown): FailureError | undefined {
  if (!(error instanceof Database.SqliteError)) return undefined
  const code = error.code
  if (noRoom.includes(code)) return new FailureError({ kind: 'disk-full' })
  if (code.startsWith('SQLITE_READONLY')) return new FailureError({ kind: 'read-only' })
  if (isDamage(code)) return new FailureError({ kind: 'damaged', detail: 'A database of this workspace' })
  return undefined
}

/** Includes a log index that cannot be created: its file is the first that a full disk refuses. */
const noRoom: readonly string[] = ['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_SHMSIZE', 'SQLITE_IOERR_SHMOPEN']

export function isSqliteError(error: unknown): error is InstanceType<typeof Database.SqliteError> {
  return error instanceof Database.SqliteError
}

export function isDamage(code: string): boolean {
  return code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB'
}
