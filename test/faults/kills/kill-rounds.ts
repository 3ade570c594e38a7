import { createRouterClient } from '@orpc/server'
import Database from 'better-sqlite3'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { openCore } from '#core/core.ts'
import { manifest } from '#core/publish/manifest.ts'
import { randomFor } from '#sample/data/random.ts'
import type { ApiClient } from '../../core/opened-core.ts'
import type { KillPlace } from './kill-place.ts'
import { readWritten } from './read-written.ts'
import { Expected, line, type Line, type Written } from './written-values.ts'

const symbols = ['HLDN', 'VSPO', 'LWFL']

export interface Round {
  readonly seed: string
  /** What the killed program finished, by operation and outcome. */
  readonly did: ReadonlyMap<string, number>
  readonly confirmed: number
  /** What the next start found wrong, as sentences. Empty: nothing. */
  readonly faults: readonly string[]
}

/** Kills the program so many times at random moments, starts it again after each, and compares what it finds with what it had confirmed. */
export async function* killRounds(place: KillPlace, rounds: number, seed: string): AsyncGenerator<Round> {
  let found = await prepare(place)
  for (let number = 1; number <= rounds; number += 1) {
    const roundSeed = `${seed}.${number}`
    const expected = new Expected(found)
    const did = new Map<string, number>()
    let confirmed = 0
    const isRestore = randomFor(roundSeed, 'kind').chance(restoreShare)
    for (const line of await (isRestore ? killedRestore(place, roundSeed) : killed(place, roundSeed))) {
      expected.take(line)
      if (line.kind === 'confirmed') confirmed += 1
      if (line.kind === 'did')
        did.set(`${line.what}: ${line.outcome}`, (did.get(`${line.what}: ${line.outcome}`) ?? 0) + 1)
    }
    const start = await startAgain(place)
    found = start.found
    const faults = [
      ...expected.faultsOf(found),
      ...start.faults,
      ...faultsOfFiles(place),
      ...faultsOfPublication(place.published),
    ]
    yield { seed: roundSeed, did, confirmed, faults }
  }
}

function opened({ profile, service }: KillPlace) {
  const core = openCore({ profile, version: '0.0.0-test', sample: service })
  return { core, api: createRouterClient(core.router) }
}

async function prepare(place: KillPlace): Promise<Written> {
  mkdirSync(place.disk, { recursive: true })
  const { core, api } = opened(place)
  const { id: listId } = await api.watchlists.create({ name: 'Coverage' })
  await api.watchlists.addCompanies({ listId, securities: symbols.map((symbol) => ({ symbol })) })
  const written = await readWritten(api)
  await core.close()
  return written
}

/** Runs the program and kills it at a moment that the seed decides. Gives all that it printed until then. */
async function killed({ profile, disk, published, service }: KillPlace, seed: string): Promise<Line[]> {
  const program = join(import.meta.dirname, 'work-until-killed.ts')
  const child = spawn(process.execPath, [program, profile, disk, published, service.baseUrl, service.key, seed], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const complaints: string[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => complaints.push(text))
  const lines: Line[] = []
  // By lines, so that a busy machine kills at the same step as an idle one; then a moment within that step.
  const random = randomFor(seed, 'kill')
  const after = 1 + Math.floor(200 * random.next() ** 2)
  const moment = random.whole(0, 40)
  for await (const text of createInterface(child.stdout)) {
    lines.push(line.parse(JSON.parse(text)))
    if (lines.length === after) setTimeout(() => child.kill('SIGKILL'), moment)
  }
  if (child.signalCode !== 'SIGKILL' && !child.killed) throw new Error(`the program ended: ${complaints.join('')}`)
  return lines
}

/** Of all rounds, those in which a backup of what is there is restored: whichever moment it is killed at, the same is there again. */
const restoreShare = 0.1

/** Backs up what is there, restores it in a program of its own, and kills that at a moment that the seed decides. */
async function killedRestore(place: KillPlace, seed: string): Promise<Line[]> {
  const { core, api } = opened(place)
  let path = ''
  for await (const step of await api.storage.createBackup({ folder: null })) if (step.kind === 'done') path = step.path
  await core.close()
  if (path === '') throw new Error('no backup was created')
  const program = join(import.meta.dirname, '..', 'restore-until-killed.ts')
  const child = spawn(process.execPath, [program, place.profile, path], { stdio: ['ignore', 'pipe', 'inherit'] })
  const moment = randomFor(seed, 'kill').whole(0, 400)
  let last = 'open'
  for await (const text of createInterface(child.stdout)) {
    if (text === 'open') setTimeout(() => child.kill('SIGKILL'), moment)
    last = text
  }
  rmSync(path, { force: true })
  return [{ kind: 'did', what: 'restore', outcome: `killed after ${last}` }]
}

/** What the next start finds, and what is wrong with it. */
async function startAgain(place: KillPlace): Promise<{ found: Written; faults: string[] }> {
  const { core, api } = opened(place)
  try {
    const { notices } = await api.status.now()
    const found = await readWritten(api)
    const { jobs } = await api.sync.jobs()
    const stuck = jobs.filter(({ state, reason }) => state === 'paused' && reason === null)
    return {
      found,
      faults: [
        ...notices.map(({ failure }) => `notice at the start: ${JSON.stringify(failure)}`),
        ...stuck.map(({ title, state }) => `job “${title}” is ${state} instead of resumed`),
        ...(await faultsOfMark(api)),
        ...(await faultsOfPacks(api, place.disk)),
      ],
    }
  } finally {
    await core.close()
  }
}

/** “Complete offline” is counted again from what the library answers without the service. */
async function faultsOfMark(api: ApiClient): Promise<string[]> {
  const [list] = (await api.watchlists.all()).lists
  const { status } = list ? await api.sync.offlineStatus({ listId: list.id }) : { status: null }
  if (!status?.complete) return []
  const lacking: string[] = []
  const onDisk = new Set((await api.storage.recordings()).map(({ callId }) => callId))
  // A month less than was chosen: a call at the very end of the range may be on either side of it.
  const since = new Date(Date.now() - (status.choice.callMonths - 1) * 30 * 86_400_000).toISOString()
  for (const symbol of symbols) {
    const parameters = { symbol }
    const { records } = await api.fetch.calls({ parameters, freshness: 'library' })
    for (const { call_id: id, status: state, start_time: start } of records) {
      if (!id || state !== 'COMPLETED' || (start ?? '') < since) continue
      const { record } = await api.fetch.call({ parameters: { call_id: id }, freshness: 'library' })
      if ((record.transcripts ?? []).length === 0) lacking.push(`the transcript of ${id}`)
      if ((record.recording?.formats ?? []).length > 0 && !onDisk.has(id)) lacking.push(`the recording of ${id}`)
    }
    if ((await api.fetch.ratings({ parameters, freshness: 'library' })).records.length === 0)
      lacking.push(`ratings of ${symbol}`)
    if ((await api.fetch.news({ parameters, freshness: 'library' })).records.length === 0)
      lacking.push(`news of ${symbol}`)
  }
  return lacking.length > 0 ? [`complete offline, but without ${lacking.join(', ')}`] : []
}

/** What has the name of a pack is a whole one. */
async function faultsOfPacks(api: ApiClient, folder: string): Promise<string[]> {
  const faults: string[] = []
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.tearsheet-pack'))) {
    await api.packs.inspect({ path: join(folder, name), passphrase: null }).catch((error: unknown) => {
      const why = error instanceof Error && 'data' in error ? JSON.stringify(error.data) : String(error)
      faults.push(`a pack that is not whole: ${name}, ${why}`)
    })
  }
  return faults
}

/** What is published names only files that are there, whole. */
function faultsOfPublication(folder: string): string[] {
  const file = join(folder, '_tearsheet', 'manifest.json')
  if (!existsSync(file)) return []
  const { files } = manifest.parse(JSON.parse(readFileSync(file, 'utf8')))
  const wrong = files.filter(({ path, sha256 }) => {
    const published = join(folder, path)
    return !existsSync(published) || createHash('sha256').update(readFileSync(published)).digest('hex') !== sha256
  })
  return wrong.map(({ path }) => `published, but not whole: ${path}`)
}

/** Every database is whole, and no unfinished file is left under any name. */
function faultsOfFiles({ profile, disk }: KillPlace): string[] {
  const files = [profile, disk].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  // A recording's part is where its download goes on; every other unfinished file is a leftover.
  const left = files.filter(
    (file) =>
      /\.part$|\.compact$|\.removed$|^coming|restoring|unfinished/.test(basename(file)) &&
      basename(dirname(file)) !== 'recordings',
  )
  const broken = files
    .filter((file) => file.endsWith('.db') && !file.includes('set-aside'))
    .flatMap((file) => {
      // A database that was being made or changed when the kill came has a journal, which only a writing connection rolls back.
      const database = new Database(file, { readonly: !existsSync(`${file}-journal`) })
      try {
        const result = database.pragma('integrity_check', { simple: true })
        return result === 'ok' ? [] : [`${basename(file)}: ${String(result)}`]
      } finally {
        database.close()
      }
    })
  const libraries = files.filter((file) => basename(file) === 'library.db' && !file.includes('set-aside')).length
  const doubled = libraries === 1 ? [] : [`${libraries} libraries instead of one`]
  return [...left.map((file) => `left behind: ${basename(file)}`), ...broken, ...doubled]
}
