import { createRouterClient } from '@orpc/server'
import Database from 'better-sqlite3'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { openCore } from '#core/core.ts'
import { libraryDatabase } from '#core/database/library-schema.ts'
import { openDatabase } from '#core/database/open-database.ts'
import { nodeOptions } from '../../scripts/start/node-options.mjs'
import { launchBrowser, startShell } from './browser-shell.ts'
import { inTurn, milliseconds, percentile, times, type Measured } from './measure.ts'
import { open, prepare } from './open-company.ts'

const companies = 200
const latency = 20
/** As many requests at once as the request queue lets through. */
const concurrency = 4
/** Opened from the library meanwhile. */
const opened = 30
/** Milliseconds after which a job that has not ended never will: at the pace of a real service it takes a hundred seconds. */
const longest = 400_000

const printed = z.object({ milliseconds: z.number(), memory: z.number().optional() })
const program = (name: string) => join(import.meta.dirname, name)
/** Compiled once: what Node needs to read TypeScript would be counted with the memory of the core. */
const run = (compiled: string, name: string, ...args: readonly string[]) =>
  printed.parse(
    JSON.parse(
      spawnSync(process.execPath, [...nodeOptions, program(name), ...args], {
        encoding: 'utf8',
        env: { ...process.env, NODE_COMPILE_CACHE: compiled },
        stdio: ['ignore', 'pipe', 'inherit'],
      }).stdout,
    ),
  )

/**
 * Two hundred companies are taken offline (ten years of statements, four calls each with transcripts, ratings, news) from a service that
 * takes 20 ms for a response, against a loop that fetches the same at the same concurrency and discards it. Then once more in the built
 * shell, at the pace of a real service: its memory from the first task to the last, and from key press to paint of a company from the
 * library meanwhile.
 */
export async function takeOffline(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tearsheet-bench-'))
  const service = spawn(process.execPath, [program('serve-companies.ts'), String(companies), String(latency)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [baseUrl] = (await once(createInterface(service.stdout), 'line')) as [string]
    const compiled = join(folder, 'compiled')
    let inCore = Number.NaN
    const taken = await inTurn(
      1,
      () => {
        const profile = mkdtempSync(join(folder, 'profile-'))
        const took = run(compiled, 'take-offline-in-core.ts', profile, baseUrl, String(companies))
        rmSync(profile, { recursive: true })
        inCore = took.memory ?? Number.NaN
        return took.milliseconds
      },
      () => run(compiled, 'fetch-and-discard.ts', baseUrl, String(companies), String(concurrency)).milliseconds,
    )
    const ratio = taken.ours / taken.theirs
    const { painted, memory } = await inShell(folder, baseUrl)
    const p95 = percentile(painted, 0.95)
    return [
      {
        what: `take ${companies} companies offline, ${milliseconds(taken.ours)}, against a bare fetch loop that discards the bodies, ${milliseconds(taken.theirs)}`,
        figure: times(ratio),
        bar: '≤ 1.5×',
        held: ratio <= 1.5,
      },
      {
        what: `a company from the library meanwhile, key press to paint, p50 ${milliseconds(percentile(painted, 0.5))}, p95 of ${painted.length}`,
        figure: milliseconds(p95),
        bar: '≤ 200 ms',
        held: p95 <= 200,
      },
      {
        what: 'memory of a core that does nothing else, at most',
        figure: `${(inCore / 1_000_000).toFixed(0)} MB`,
        bar: '≤ 300 MB',
        held: inCore <= 300_000_000,
      },
      {
        what: 'memory of the built shell with its core from the first task to the last, companies opened meanwhile, at most',
        figure: `${(memory / 1_000_000).toFixed(0)} MB`,
        bar: '≤ 300 MB',
        held: memory <= 300_000_000,
      },
    ]
  } finally {
    service.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A job that was written down before: the shell goes on with it as it opens. */
async function inShell(folder: string, baseUrl: string): Promise<{ painted: number[]; memory: number }> {
  const profile = mkdtempSync(join(folder, 'profile-'))
  const core = openCore({ profile, version: 'bench' })
  const api = createRouterClient(core.router)
  const search = { query: 'q', type: 'query_by', page: 'page', key: 'unknown' } as const
  const { id } = await api.workspaces.create({ name: 'Bench', baseUrl, search })
  await api.workspaces.activate({ id })
  const symbols = Array.from({ length: companies }, (_, at) => `BN${String(at).padStart(3, '0')}`)
  const choice = { kinds: ['enhanced' as const, 'calls' as const, 'ratings' as const, 'news' as const], years: 10 }
  const months = { callMonths: 120, ratingMonths: 120, newsMonths: 120 }
  await api.sync.start({
    scope: { of: 'symbols', symbols },
    choice: { ...choice, ...months, quality: 'smallest' },
  })
  await core.close()
  prepare(openDatabase(join(profile, 'workspaces', id, 'library.db'), libraryDatabase))
  const keys = join(folder, 'keys')
  writeFileSync(keys, `${new URL(baseUrl).origin} bench-key\n`, { mode: 0o600 })
  const browser = await launchBrowser()
  const shell = await startShell(profile, '--key-file', keys)
  try {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
    await page.goto(shell.address)
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    await open(page, 0)
    const painted: number[] = []
    for (let company = 1; company <= opened; company += 1) painted.push(await open(page, company))
    await untilDone(join(profile, 'workspaces', id, 'desk.db'))
    return { painted, memory: highestMemory(shell.pid) }
  } finally {
    await shell.stop()
    await browser.close()
  }
}

async function untilDone(file: string): Promise<void> {
  const desk = new Database(file, { readonly: true })
  try {
    const state = desk.prepare('SELECT state FROM sync_job').pluck()
    const due = performance.now() + longest
    while (state.get() !== 'done') {
      if (performance.now() > due) throw new Error('the job does not end')
      await wait(500)
    }
  } finally {
    desk.close()
  }
}

/** Bytes of memory that a process had at most; as Linux reports it. */
function highestMemory(pid: number): number {
  const [, kilobytes = 'NaN'] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
