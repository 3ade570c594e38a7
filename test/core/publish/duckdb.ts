import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export type Row = Readonly<Record<string, unknown>>

/** An engine that we did not write, on a published folder. */
export class Duck {
  readonly #connection: DuckDBConnection

  private constructor(connection: DuckDBConnection) {
    this.#connection = connection
  }

  static async open(): Promise<Duck> {
    const instance = await DuckDBInstance.create(':memory:')
    const connection = await instance.connect()
    onTestFinished(() => {
      connection.closeSync()
      instance.closeSync()
    })
    return new Duck(connection)
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
}

/** The files of a table, as a reader of the manifest finds them. */
export function filesOf(folder: string, table: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, '_tearsheet', 'manifest.json'), 'utf8')) as {
    version: string
  }
  return `read_parquet('${join(folder, version, table, '**', '*.parquet')}', hive_partitioning = true)`
}
