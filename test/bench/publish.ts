import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { insightLines, metricLines, statementLines } from '#contract/service/statement-lines.ts'
import type { Writer } from '#core/database/reader-writer.ts'
import { enhancedResource } from '#core/fundamentals/resources.ts'
import { storeResponse } from '#core/ledger/store-response.ts'
import { manifest } from '#core/publish/manifest.ts'
import { publishedTables, type TableName } from '#core/publish/published-tables.ts'
import { validateResponse } from '#core/service/response-validation.ts'
import { nodeOptions } from '../../scripts/start/node-options.mjs'
import { median, milliseconds, times, type Measured } from './measure.ts'
import { newLibrary } from './new-library.ts'
import { benchCalls, fillTranscriptLibrary } from './transcript-library.ts'

const turns = Number(process.env['TEARSHEET_BENCH_TURNS'] ?? 200_000)
const companies = Number(process.env['TEARSHEET_BENCH_COMPANIES'] ?? 250)
const quarters = 40
const rounds = 3
const megabyte = 1_000_000
const printed = z.object({ milliseconds: z.number(), most: z.number(), waited: z.number(), written: z.number() })
type Run = z.infer<typeof printed>

/**
 * A library published through the core, from SQLite to files on the disk, against DuckDB's own COPY of the same tables, which lie ready in its memory,
 * with the same partitions and compression; then once more with nothing changed.
 */
export async function publish(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tearsheet-bench-'))
  try {
    const profile = join(folder, 'profile')
    mkdirSync(profile)
    await fill(profile, join(folder, 'texts'))
    const ours: Run[] = []
    const again: Run[] = []
    const theirs: number[] = []
    let rows = 0
    for (let round = 0; round <= rounds; round += 1) {
      const target = join(folder, 'published')
      mkdirSync(target)
      const [first, second] = [inCore(folder, profile, target), inCore(folder, profile, target)]
      const copied = await copyInDuckDb(target, join(folder, 'copied'))
      rmSync(target, { recursive: true })
      rmSync(join(folder, 'copied'), { recursive: true })
      if (round === 0) continue
      ours.push(first)
      again.push(second)
      theirs.push(copied.milliseconds)
      rows = copied.rows
    }
    return measured(rows, ours, again, theirs)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function measured(rows: number, ours: readonly Run[], again: readonly Run[], theirs: readonly number[]): Measured[] {
  const mid = (runs: readonly Run[], of: keyof Run) => median(runs.map((run) => run[of]))
  const [first, second, copy] = [mid(ours, 'milliseconds'), mid(again, 'milliseconds'), median(theirs)]
  const most = mid(ours, 'most')
  return [
    {
      what: `publish ${rows.toLocaleString('en-US')} rows as Parquet: ${milliseconds(first)} against ${milliseconds(copy)} for DuckDB's COPY`,
      figure: times(first / copy),
      bar: '≤ 3×',
      held: first / copy <= 3,
    },
    {
      what: 'peak memory of the core’s process meanwhile',
      figure: `${(most / megabyte).toFixed(0)} MB`,
      bar: '≤ 300 MB',
      held: most <= 300 * megabyte,
    },
    {
      what: 'longest that another request waited meanwhile',
      figure: milliseconds(mid(ours, 'waited')),
      bar: 'reported',
      held: null,
    },
    {
      what: `publish again, nothing changed (${mid(again, 'written')} files written), against the first time`,
      figure: times(second / first),
      bar: 'reported',
      held: null,
    },
  ]
}

function inCore(folder: string, profile: string, target: string): Run {
  const program = join(import.meta.dirname, 'publish-in-core.ts')
  // Compiled once: what Node needs to read TypeScript would be counted with the memory of the core.
  const environment = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') }
  const { stdout, stderr } = spawnSync(process.execPath, [...nodeOptions, program, profile, target], {
    encoding: 'utf8',
    env: environment,
  })
  if (stdout === '') throw new Error(stderr)
  return printed.parse(JSON.parse(stdout))
}

async function copyInDuckDb(published: string, target: string): Promise<{ milliseconds: number; rows: number }> {
  const { files, version } = manifest.parse(
    JSON.parse(readFileSync(join(published, '_tearsheet', 'manifest.json'), 'utf8')),
  )
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  mkdirSync(target)
  let took = 0
  try {
    for (const table of new Set(files.map((file) => file.table)))
      took += await copyTable(connection, table, join(published, version, table), join(target, table))
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
  return { milliseconds: took, rows: files.reduce((sum, file) => sum + file.rows, 0) }
}

async function copyTable(connection: DuckDBConnection, table: TableName, from: string, to: string): Promise<number> {
  await connection.run(
    `CREATE TABLE ${table} AS FROM read_parquet('${join(from, '**', '*.parquet')}', hive_partitioning = true)`,
  )
  const names = publishedTables[table].partitions.map(({ name }) => name)
  const partitions = names.length === 0 ? '' : `, PARTITION_BY (${names.join(', ')})`
  const began = performance.now()
  await connection.run(`COPY ${table} TO '${to}' (FORMAT parquet, COMPRESSION zstd${partitions})`)
  const took = performance.now() - began
  await connection.run(`DROP TABLE ${table}`)
  return took
}

async function fill(profile: string, texts: string): Promise<void> {
  const library = await newLibrary(profile)
  const { writer } = library
  if (!writer) throw new Error('the bench folder is read-only')
  fillTranscriptLibrary(writer, benchCalls().calls, turns, texts)
  for (let company = 0; company < companies; company += 1) storeCompany(writer, company)
  library.close()
}

function storeCompany(writer: Writer, company: number): void {
  const symbol = `PB${String(company).padStart(5, '0')}`
  const data = Array.from({ length: quarters }, (_, at) => quarterOf(symbol, company, at))
  const wanted = { symbol, page: 1, page_size: 100 }
  const sent = { body: Buffer.from(JSON.stringify({ data, message: '' })), contentType: 'application/json' }
  const received = validateResponse('fundamentals.enhanced', wanted, { path: '/', parameters: {} }, sent, Date.now(), {
    operation: 'fundamentals.enhanced',
    host: 'bench',
  })
  storeResponse(writer, received, enhancedResource)
}

/** Figures of a company grow, so that few are the same. */
function quarterOf(symbol: string, company: number, at: number): Record<string, unknown> {
  const [year, quarter] = [2016 + Math.floor(at / 4), (at % 4) + 1]
  const end = `${year}-${String(quarter * 3).padStart(2, '0')}-${quarter === 1 || quarter === 4 ? 31 : 30}`
  const fields = [...statementLines, ...metricLines, ...insightLines].filter(({ field }) => !field.includes('.'))
  const figures = fields.map(({ field }, place): [string, number] => [
    field,
    Math.round(1e6 * (company + place + 1) * 1.02 ** at),
  ])
  return { symbol, EndPeriod: end, Quarter: `Q${quarter}`, Year: year, ...Object.fromEntries(figures) }
}
