import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { DuckDb } from '../../duckdb.ts'

/** Until the test ends. */
export async function openDuck(): Promise<DuckDb> {
  const duck = await DuckDb.open()
  onTestFinished(() => duck.close())
  return duck
}

/** The files of a table, as a reader of the manifest finds them. */
export function filesOf(folder: string, table: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, '_tearsheet', 'manifest.json'), 'utf8')) as {
    version: string
  }
  return `read_parquet('${join(folder, version, table, '**', '*.parquet')}', hive_partitioning = true)`
}
