import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { nodeOptions } from '../../scripts/start/node-options.mjs'
import { tableText } from './export-data.ts'
import { median, milliseconds, times, type Measured } from './measure.ts'

const rounds = 3
const exceljs = 'exceljs@4.4.0'
const printed = z.object({ milliseconds: z.number() })
const printedByCore = printed.extend({ most: z.number(), waited: z.number(), worked: z.number() })
const megabyte = 1_000_000

interface Rival {
  readonly name: string
  /** Milliseconds of one run; null: it is unavailable here. */
  readonly run: () => number | null
}

/** 100,000 rows × 12 typed columns as a workbook and as CSV, against the writers that others use, on the same data. */
export function exportTables(): Measured[] {
  const folder = mkdtempSync(join(tmpdir(), 'tearsheet-bench-'))
  try {
    const source = join(folder, 'rows.json')
    writeFileSync(source, tableText())
    return [...workbooks(folder, source), ...separated(folder, source)]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function workbooks(folder: string, source: string): Measured[] {
  const profile = join(folder, 'profile')
  const target = join(folder, 'ours.xlsx')
  mkdirSync(profile)
  // Compiled once: what Node needs to read TypeScript would be counted with the memory of the core.
  const cache = { NODE_COMPILE_CACHE: join(folder, 'compiled') }
  const inCore = (...args: string[]) => printedByCore.parse(JSON.parse(core(cache, profile, target, ...args) ?? ''))
  const { ours, others } = inTurn(
    () => inCore(source).milliseconds,
    [
      { name: 'exceljs’s streaming writer', run: withExcelJs(folder, source) },
      { name: 'openpyxl (write_only)', run: withPython('openpyxl', folder, source) },
      { name: 'XlsxWriter', run: withPython('xlsxwriter', folder, source) },
    ],
  )
  const asWindow = Array.from({ length: rounds }, () => inCore())
  const [most, waited, worked] = (['most', 'waited', 'worked'] as const).map((what) =>
    median(asWindow.map((run) => run[what])),
  ) as [number, number, number]
  return [
    against('XLSX of 100,000 rows × 12 typed columns through the core', ours, others, 3),
    {
      what: 'peak memory of the core’s process meanwhile',
      figure: `${(most / megabyte).toFixed(0)} MB`,
      bar: '≤ 200 MB',
      held: most <= 200 * megabyte,
    },
    {
      what: `longest that another question waited meanwhile; the core worked ${milliseconds(worked)} of it`,
      figure: milliseconds(waited),
      bar: '≤ 50 ms',
      held: waited <= 50,
    },
  ]
}

function separated(folder: string, source: string): Measured[] {
  const target = join(folder, 'ours.csv')
  const run = () => printed.parse(JSON.parse(node({}, 'write-csv.ts', source, target) ?? '')).milliseconds
  const { ours, others } = inTurn(run, [{ name: 'Python’s csv', run: withPython('csv', folder, source) }])
  return [against('CSV of the same', ours, others, 2)]
}

/** All in turn, so that a noisy machine is noisy to all; the medians. */
function inTurn(ours: () => number, rivals: readonly Rival[]) {
  const mine: number[] = []
  const theirs = rivals.map(({ name }) => ({ name, runs: [] as number[] }))
  for (let round = 0; round < rounds; round += 1) {
    mine.push(ours())
    for (const [at, { run }] of rivals.entries()) {
      const took = run()
      if (took !== null) theirs[at]?.runs.push(took)
    }
  }
  return { ours: median(mine), others: theirs.map(({ name, runs }) => ({ name, took: median(runs) })) }
}

function against(
  what: string,
  ours: number,
  others: readonly { readonly name: string; readonly took: number }[],
  atLeast: number,
): Measured {
  const had = others.filter(({ took }) => !Number.isNaN(took))
  const told = others.map(({ name, took }) =>
    Number.isNaN(took) ? `no ${name} here` : `${milliseconds(took)} ${name}`,
  )
  const speed = Math.min(...had.map(({ took }) => took)) / ours
  return {
    what: `${what}: ${milliseconds(ours)} against ${told.join(', ')}`,
    figure: had.length === 0 ? 'n/a' : `${times(speed)} as fast as the fastest`,
    bar: `≥ ${atLeast}×`,
    held: had.length === 0 ? null : speed >= atLeast,
  }
}

/** Debian's own Python: where its packages (python3-openpyxl, python3-xlsxwriter) are. */
function withPython(writer: string, folder: string, source: string): () => number | null {
  const program = join(import.meta.dirname, 'export-rivals/write_table.py')
  return () => read(spawn('/usr/bin/python3', [program, writer, source, join(folder, `${writer}.out`)]))
}

/** Installed in the bench's own folder: it is no dependency of ours. */
function withExcelJs(folder: string, source: string): () => number | null {
  const home = join(folder, 'exceljs')
  mkdirSync(home)
  writeFileSync(join(home, 'package.json'), '{}')
  spawn('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', home, exceljs])
  return () => read(node({}, 'export-rivals/write-exceljs.ts', home, source, join(folder, 'exceljs.xlsx')))
}

function read(answer: string | null): number | null {
  return answer === null ? null : printed.parse(JSON.parse(answer)).milliseconds
}

function node(env: Readonly<Record<string, string>>, script: string, ...args: string[]): string | null {
  return spawn(process.execPath, [join(import.meta.dirname, script), ...args], env)
}

/** A core as the browser shell runs it. */
function core(env: Readonly<Record<string, string>>, ...args: string[]): string | null {
  return spawn(process.execPath, [...nodeOptions, join(import.meta.dirname, 'export-in-core.ts'), ...args], env)
}

/** What a program printed; null when it could not run. */
function spawn(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): string | null {
  const { status, stdout } = spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, ...env } })
  return status === 0 ? stdout : null
}
