import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawCurves } from './scale-curves.ts'
import { sizeOf } from './scale-library.ts'
import { figureOf, isHeld, type ScaleRow } from './scale-rows.ts'

export interface ScaleRun {
  readonly factors: readonly number[]
  /** Of each library's database. */
  readonly megabytes: readonly number[]
  readonly machine: string
  /** Processes that waited or ran when the measurements began. */
  readonly load: number
  readonly on: Date
}

const docs = join(import.meta.dirname, '../../docs')
const [begin, end] = ['<!-- Written by `npm run bench -- scale`. -->', '<!-- Its end. -->']

/** Writes the run's table and curves into docs/performance.md and docs/performance.svg. */
export function writeScalePage(rows: readonly ScaleRow[], run: ScaleRun): void {
  const page = join(docs, 'performance.md')
  const text = readFileSync(page, 'utf8')
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error('docs/performance.md has no place for the table')
  writeFileSync(page, `${text.slice(0, from)}${begin}\n\n${writtenOf(rows, run)}\n\n${text.slice(to)}`)
  writeFileSync(join(docs, 'performance.svg'), drawCurves(rows))
}

function writtenOf(rows: readonly ScaleRow[], { factors, megabytes, machine, load, on }: ScaleRun): string {
  const number = (value: number) => value.toLocaleString('en-US')
  const sizes = factors.map(sizeOf)
  const met = (row: ScaleRow) => ({ true: 'yes', false: 'NO', null: '' })[`${isHeld(row)}`]
  return [
    `Measured on ${on.toISOString().slice(0, 10)} (${machine}; load ${load.toFixed(1)} when it began). Median / 95th percentile.`,
    '![Each figure by the size of the library, with its bar](performance.svg)',
    table([
      ['', ...factors.map((factor) => `${factor}×`), 'bar', 'met'],
      ...rows.map((row) => [row.what, ...row.figures.map((figure) => figureOf(row, figure)), row.barText, met(row)]),
    ]),
    'The libraries:',
    table([
      ['', ...factors.map((factor) => `${factor}×`)],
      ['Turns', ...sizes.map(({ turns }) => number(turns))],
      ['Quarters of each of 5,000 companies', ...sizes.map(({ quarters }) => number(quarters))],
      ['Securities', ...sizes.map(({ securities }) => number(securities))],
      ['Ratings', ...sizes.map(({ ratings }) => number(ratings))],
      ['News items', ...sizes.map(({ newsItems }) => number(newsItems))],
      ['MB on disk', ...megabytes.map((size) => number(Math.round(size)))],
    ]),
  ].join('\n\n')
}

/** As Prettier has it: every column as wide as its widest cell. */
function table(cells: readonly (readonly string[])[]): string {
  const widths = (cells[0] ?? []).map((_, column) => Math.max(3, ...cells.map((row) => (row[column] ?? '').length)))
  const line = (row: readonly string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const [head = [], ...rest] = cells
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rest.map(line)].join('\n')
}
