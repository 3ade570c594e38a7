import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DuckDb } from './duckdb.ts'

const root = join(import.meta.dirname, '..')

/** The DuckDB queries of docs/publish.md and of README, as they are written there, on this folder instead of theirs. */
export function documentedQueries(folder: string): readonly string[] {
  const [, ofDocument = ''] =
    /^DuckDB:\n\n```sql\n([^`]+)```/m.exec(readFileSync(join(root, 'docs/publish.md'), 'utf8')) ?? []
  const [, ofReadme = ''] =
    /```\n(SET VARIABLE version[^`]+)```/.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? []
  return `${ofDocument}${ofReadme}`
    .replaceAll('/data/tearsheet', folder)
    .split(/;\n/)
    .filter((each) => each.trim() !== '')
}

/** How many rows each of these queries finds, in their order. */
export async function countRows(duck: DuckDb, queries: readonly string[]): Promise<number[]> {
  const counts = []
  for (const query of queries) {
    const rows = await duck.rows(query)
    if (!query.includes('SET VARIABLE')) counts.push(rows.length)
  }
  return counts
}
