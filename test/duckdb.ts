import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'

export type Row = Readonly<Record<string, unknown>>

/** An engine that we did not write. */
export class DuckDb {
  readonly #instance: DuckDBInstance
  readonly #connection: DuckDBConnection

  private constructor(instance: DuckDBInstance, connection: DuckDBConnection) {
    this.#instance = instance
    this.#connection = connection
  }

  static async open(): Promise<DuckDb> {
    const instance = await DuckDBInstance.create(':memory:')
    return new DuckDb(instance, await instance.connect())
  }

  /** The rows of a query; counts and other whole numbers as numbers. */
  async rows(sql: string): Promise<Row[]> {
    const read = await this.#connection.runAndReadAll(sql)
    return read
      .getRowObjectsJS()
      .map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
        ),
      )
  }

  close(): void {
    this.#connection.closeSync()
    this.#instance.closeSync()
  }
}
