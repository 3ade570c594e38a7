import { spawnSync } from 'node:child_process'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { nodeOptions } from '../../scripts/start/node-options.mjs'
import { median, percentile, type Measured } from './measure.ts'
import { repeatedSecurities } from './cached-securities.ts'
import { libraryOf, scaleLibrary, sizeOf } from './scale-library.ts'
import { writeScalePage } from './scale-page.ts'
import { figureOf, isHeld, type ScaleFigure, type ScaleRow } from './scale-rows.ts'
import { screenTimes } from './scale-screens.ts'
import { writeTimes } from './scale-writes.ts'
import { commonWord, queriesByKind } from './search-calls.ts'
import { typedTexts } from './search-securities.ts'
import { benchCalls } from './transcript-library.ts'

/** The sizes, of which 1 is a million turns. */
const sizes = [0.1, 1, 10]

/**
 * `npm run bench -- scale [SIZE …] [--libraries FOLDER]`: the same measurements in libraries of 0.1, 1 and 10 million turns. Each library
 * is built once into the folder, which is `tearsheet-scale` of the temporary folder unless it is named, and stays there: some
 * 16 GB, and 14 GB more while a copy of the largest is measured.
 * A run of all sizes writes docs/performance.md.
 */
export async function scale(args: readonly string[]): Promise<Measured[]> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { libraries: { type: 'string', default: join(tmpdir(), 'tearsheet-scale') } },
  })
  const factors = positionals.length === 0 ? sizes : positionals.map(Number)
  const unknown = positionals.filter((size) => !sizes.includes(Number(size)))
  if (unknown.length > 0) throw new Error(`the sizes are ${sizes.join(', ')}, not ${unknown.join(', ')}`)
  mkdirSync(values.libraries, { recursive: true })
  const profiles = new Map<number, string>()
  for (const factor of factors)
    profiles.set(factor, await scaleLibrary(values.libraries, factor, (line) => note(`${factor}× ${line}`)))
  const load = loadavg()[0] ?? 0
  const measured = new Map<number, Figures>()
  for (const [factor, profile] of profiles) measured.set(factor, await measureCopy(factor, profile))
  const rows = rowsOf(measured)
  if (sizes.every((size) => factors.includes(size)))
    writeScalePage(rows, {
      factors,
      megabytes: factors.map((factor) => statSync(libraryOf(profiles.get(factor) ?? '')).size / 1_000_000),
      machine: `${availableParallelism()} cores, ${cpus()[0]?.model.trim() ?? 'unknown processor'}`,
      load,
      on: new Date(),
    })
  return rows.map((row) => ({
    what: row.what,
    figure: factors.map((factor, at) => `${factor}×: ${figureOf(row, row.figures[at])}`).join('; '),
    bar: row.barText,
    held: isHeld(row),
  }))
}

function note(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** By what was measured. */
type Figures = Readonly<Record<string, ScaleFigure>>

/** Opening leaves tabs behind, and storing records: the library stays as it was built. */
async function measureCopy(factor: number, profile: string): Promise<Figures> {
  const copy = `${profile}-copy`
  rmSync(copy, { recursive: true, force: true })
  try {
    cpSync(profile, copy, { recursive: true })
    return await measure(factor, copy)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

async function measure(factor: number, profile: string): Promise<Figures> {
  note(`${factor}× searches …`)
  const core = inCore(profile, sizeOf(factor).securities)
  note(`${factor}× screens …`)
  const screens = await screenTimes(profile)
  note(`${factor}× writes …`)
  const writes = await writeTimes(profile)
  const searches = Object.entries(core.took).map(([kind, took]) => [kind, ofTimes(took)] as const)
  const megabytes = (bytes: number) => ({ p50: bytes / 1_000_000, p95: bytes / 1_000_000 })
  return {
    ...Object.fromEntries(searches),
    securities: ofTimes(core.typed),
    start: ofTimes(screens.start),
    memory: megabytes(Math.max(core.started, core.searched)),
    company: ofTimes(screens.company),
    call: ofTimes(screens.call),
    home: ofTimes(screens.home),
    watchlist: ofTimes(screens.watchlist),
    turn: ofTimes(writes.call),
    rating: ofTimes(writes.rating),
    sync: ofTimes([writes.sync]),
    backup: ofTimes(writes.backup),
  }
}

function ofTimes(took: readonly number[]): ScaleFigure {
  return { p50: median(took), p95: percentile(took, 0.95) }
}

const times = z.array(z.number())
const printed = z.object({ took: z.record(z.string(), times), typed: times, started: z.number(), searched: z.number() })

/** Compiled once: what Node needs to read TypeScript would be counted with the memory of the core. */
function inCore(profile: string, securities: number): z.infer<typeof printed> {
  const compiled = mkdtempSync(join(tmpdir(), 'tearsheet-bench-'))
  try {
    const program = join(import.meta.dirname, 'scale-in-core.ts')
    const { stdout, stderr } = spawnSync(process.execPath, [...nodeOptions, program, profile, wantedOf(securities)], {
      encoding: 'utf8',
      env: { ...process.env, NODE_COMPILE_CACHE: compiled },
    })
    if (stdout === '') throw new Error(stderr)
    return printed.parse(JSON.parse(stdout))
  } finally {
    rmSync(compiled, { recursive: true, force: true })
  }
}

function wantedOf(securities: number): string {
  const { rowAt } = repeatedSecurities()
  const queries = Object.fromEntries(
    Object.entries(queriesByKind(benchCalls().calls)).map(
      ([kind, each]) => [kind, each.map(({ query }) => query)] as const,
    ),
  )
  const texts = typedTexts((share) => rowAt(Math.floor(share * securities)))
  return JSON.stringify({ queries, texts })
}

function rowsOf(measured: ReadonlyMap<number, Figures>): ScaleRow[] {
  const factors = [...measured.keys()]
  const row = (
    key: string,
    what: string,
    limit: Pick<ScaleRow, 'barText' | 'most' | 'mostTimes' | 'unit'>,
  ): ScaleRow => ({
    what,
    factors,
    figures: factors.map((factor) => measured.get(factor)?.[key] ?? { p50: Number.NaN, p95: Number.NaN }),
    ...limit,
  })
  const atMost = (most: number, unit: ScaleRow['unit'], barText: string) => ({ most, mostTimes: null, unit, barText })
  const alike = (unit: ScaleRow['unit']) => ({ most: null, mostTimes: 1.3, unit, barText: '≤ 1.3× the smallest' })
  const kinds = ['one word', 'phrase', 'NEAR', 'prefix', commonWord]
  return [
    ...kinds.map((kind) => row(kind, `Full text, ${kind}`, atMost(60, 'ms', '≤ 60 ms'))),
    row('choice', 'The common word, Q&A only', atMost(60, 'ms', '≤ 60 ms')),
    row('securities', 'Securities while typing', atMost(30, 'ms', '≤ 30 ms')),
    row('start', 'Cold start to Home', atMost(1000, 'ms', '≤ 1 s')),
    row('memory', 'Memory of the core at rest', atMost(300, 'MB', '≤ 300 MB')),
    row('company', 'Open a company', alike('ms')),
    row('call', 'Open a call', alike('ms')),
    row('home', 'Home, 5,000 companies', alike('ms')),
    row('watchlist', 'Watchlist of 5,000', alike('ms')),
    row('turn', 'Store a call, for a turn', alike('ms')),
    row('rating', 'Store ratings, for one', alike('ms')),
    row('sync', 'Download a watchlist, for a record', alike('ms')),
    row('backup', 'Back up, for a megabyte', alike('ms')),
  ]
}
