import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { createRouterClient } from '@orpc/server'
import type { ColumnKind, TableChunk } from '#contract/api/exports.ts'
import { openCore } from '#core/core.ts'
import { dateColumns, tableHeads, tableOf, tableRow, tableRows } from './export-data.ts'

/**
 * Exports the bench's table as a workbook with a core of its own, as a window does, and prints, as JSON, how long it took, the most
 * memory that the process held, and the longest that another request waited, with how long of it the core worked. Rows lie ready in
 * a file, as a rival's do, or are made as they are taken, as a window's are.
 */
const [profile = '', target = '', source] = process.argv.slice(2)
const rowsAPiece = 500
const ready = source === undefined ? null : tableOf(readFileSync(source, 'utf8')).rows

function* pieces(): Generator<TableChunk> {
  const kinds = ['money', 'money', 'per-share', 'percent', 'days', 'text'] as const
  const kindOf = (at: number): ColumnKind => (dateColumns.includes(at) ? 'day' : (kinds[at - 6] ?? 'text'))
  const columns = tableHeads.map((title, at) => ({ title, kind: kindOf(at) }))
  yield { kind: 'head', title: 'Bench', as: 'xlsx', columns, facts: [] }
  for (let at = 0; at < tableRows; at += rowsAPiece) {
    const rows = ready
      ? ready.slice(at, at + rowsAPiece)
      : Array.from({ length: rowsAPiece }, (_, row) => tableRow(at + row))
    yield { kind: 'rows', rows }
  }
  yield { kind: 'end' }
}

async function* awaited<T>(items: Iterable<T>): AsyncGenerator<T> {
  for (const item of items) yield await Promise.resolve(item)
}

const core = openCore({ profile, version: 'bench' })
const api = createRouterClient(core.router)
await api.preferences.read()
let [waited, worked, most, isRunning] = [0, 0, 0, true]
const asking = (async () => {
  while (isRunning) {
    const due = performance.now() + 5
    const before = process.threadCpuUsage()
    await new Promise((resolve) => setTimeout(resolve, 5))
    await api.preferences.read()
    const { user, system } = process.threadCpuUsage(before)
    waited = Math.max(waited, performance.now() - due)
    worked = Math.max(worked, (user + system) / 1000)
    most = Math.max(most, process.memoryUsage.rss())
  }
})()
const file = openSync(target, 'w')
const began = performance.now()
for await (const piece of await api.exports.table(awaited(pieces()))) {
  if (piece.kind === 'bytes') writeSync(file, Buffer.from(piece.base64, 'base64'))
}
const milliseconds = performance.now() - began
isRunning = false
await asking
closeSync(file)
await core.close()
process.stdout.write(JSON.stringify({ milliseconds, most, waited, worked }))
