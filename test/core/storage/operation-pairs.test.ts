import { createRouterClient } from '@orpc/server'
import Database from 'better-sqlite3'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openCore } from '#core/core.ts'
import { ownFolder } from '../folders.ts'
import { openedCore } from '../opened-core.ts'
import { overWebSocket, type ApiLine } from '../over-transport.ts'
import { lastStep } from './steps.ts'

const callId = '0b7f6a51-1c2d-4e3f-8a9b-0c1d2e3f4a5b'

interface World {
  readonly profile: string
  readonly disk: string
  /** The folder to publish into. */
  readonly publication: string
  readonly backUp: string
  readonly close: () => Promise<void>
}

/** What came of it: done, or the failure that the window shows. */
type Outcome = 'done' | { readonly kind: string; readonly detail?: string | undefined }
type Ask = (line: ApiLine, world: World, began: () => void) => Promise<Outcome>

const stepsOf =
  (ask: (line: ApiLine, world: World) => Promise<AsyncIterable<Step>>): Ask =>
  async (line, world, began) => {
    for await (const step of await ask(line, world)) {
      if (step.kind === 'progress') began()
      else return step.kind === 'failed' ? (step.failure ?? { kind: 'none' }) : 'done'
    }
    return { kind: 'no end' }
  }
interface Step {
  readonly kind: string
  readonly failure?: { readonly kind: string; readonly detail?: string | undefined }
}
const answered =
  (ask: (line: ApiLine) => Promise<unknown>): Ask =>
  async (line, _, began) => {
    began()
    try {
      await ask(line)
      return 'done'
    } catch (error) {
      if (error instanceof Error && 'data' in error) return error.data as Outcome
      throw error
    }
  }

/** Long ones: a second one is refused with these words of the first. */
const long: Readonly<Record<string, readonly [running: string, Ask]>> = {
  verify: ['the library is being verified', stepsOf(({ api }) => api.storage.verify())],
  compact: ['the library is being compacted', stepsOf(({ api }) => api.storage.compact())],
  move: ['the library is being moved', stepsOf(({ api }, { disk }) => api.storage.move({ folder: disk }))],
  backup: ['a backup is being created', stepsOf(({ api }) => api.storage.createBackup({ folder: null }))],
  restore: ['a backup is being restored', stepsOf(({ api }, { backUp }) => api.storage.restore({ path: backUp }))],
  publish: [
    'the library is being published',
    stepsOf(({ api }, { publication }) => api.storage.publish({ folder: publication })),
  ],
}
/** Short ones: others wait for them, and a long one refuses them or, for `measure`, lets them wait. */
const brief: Readonly<Record<string, Ask>> = {
  'switch workspace': answered(({ api }) => api.workspaces.activate({ id: 'second' })),
  'remove recordings': answered(({ api }) => api.storage.removeRecordings({ callIds: [callId] })),
  measure: answered(({ api }) => api.storage.report()),
}

let template: string
let backUp: string
let rows: Rows
beforeAll(async () => {
  const profile = mkdtempSync(join(tmpdir(), 'tearsheet-pairs-'))
  const core = openCore({ profile, version: '0.0.0-test' })
  await core.close()
  cpSync(join(profile, 'workspaces', 'sample'), join(profile, 'workspaces', 'second'), { recursive: true })
  for (const id of ['sample', 'second']) fill(join(profile, 'workspaces', id))
  template = profile
  rows = rowsOf(profile)
  const full = openCore({ profile, version: '0.0.0-test' })
  const made = await lastStep(createRouterClient(full.router).storage.createBackup({ folder: null }))
  await full.close()
  backUp = join(mkdtempSync(join(tmpdir(), 'tearsheet-pairs-')), 'back-up.tar')
  cpSync(made.kind === 'done' ? made.path : '', backUp)
  rmSync(join(profile, 'backups'), { recursive: true })
})
afterAll(() => {
  for (const folder of [template, join(backUp, '..')]) rmSync(folder, { recursive: true, force: true })
})

/** Some megabytes of rows, and of free pages, and a recording. */
function fill(folder: string): void {
  const library = new Database(join(folder, 'library.db'))
  const insert = library.prepare('INSERT INTO logo (url, asked_at, type, bytes) VALUES (?, ?, ?, randomblob(6000))')
  library.transaction(() => {
    for (let number = 0; number < 2400; number += 1) insert.run(`https://logo.example/${number}`, number, 'image/png')
    library.exec('DELETE FROM logo WHERE asked_at % 6 = 0')
  })()
  library.close()
  mkdirSync(join(folder, 'recordings'), { recursive: true })
  writeFileSync(join(folder, 'recordings', `${callId}.mp3`), 'sound '.repeat(100_000))
}

type Rows = Readonly<Record<string, number>>

/** How many rows every table of every library has, wherever it lies. */
function rowsOf(profile: string): Rows {
  return Object.fromEntries(
    ['sample', 'second'].flatMap((id) => {
      const home = join(profile, 'workspaces', id)
      const location = join(home, 'location.json')
      const moved = existsSync(location)
        ? (JSON.parse(readFileSync(location, 'utf8')) as { folder: string | null }).folder
        : null
      const library = new Database(join(moved ?? home, 'library.db'), { readonly: true })
      try {
        expect(library.pragma('integrity_check', { simple: true })).toBe('ok')
        const tables = library
          .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
          .pluck()
          .all() as string[]
        return tables.map((table) => [
          `${id} ${table}`,
          library.prepare(`SELECT count(*) FROM "${table}"`).pluck().get() as number,
        ])
      } finally {
        library.close()
      }
    }),
  )
}

async function world(): Promise<{ readonly opened: World; readonly lines: readonly [ApiLine, ApiLine] }> {
  const profile = ownFolder()
  cpSync(template, profile, { recursive: true })
  const core = openedCore({ profile })
  const opened = { profile, disk: ownFolder(), publication: ownFolder(), backUp, close: () => core.close() }
  return { opened, lines: [await overWebSocket(core.core), await overWebSocket(core.core)] }
}

/** Begins the second in the other window as soon as the first is at work. */
async function both(one: Ask, other: Ask): Promise<{ outcomes: readonly [Outcome, Outcome]; opened: World }> {
  const { opened, lines } = await world()
  const began = Promise.withResolvers<null>()
  const first = one(lines[0], opened, () => began.resolve(null))
  await Promise.race([began.promise, first])
  const second = await other(lines[1], opened, () => undefined)
  return { outcomes: [await first, second], opened }
}

/** Closed and opened again: every row is there, nothing was damaged, and nothing half-written is left. */
async function isWhole({ profile, disk, publication, close }: World): Promise<void> {
  await close()
  expect(rowsOf(profile)).toEqual(rows)
  const again = openedCore({ profile })
  expect((await again.api.status.now()).notices).toEqual([])
  expect(await lastStep(again.api.storage.verify())).toMatchObject({ kind: 'done', faults: [] })
  await again.close()
  const names = [profile, disk, publication].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }),
  )
  expect(names.filter((name) => /\.part$|\.compact|restoring|coming|unfinished/.test(name))).toEqual([])
}

const matching = (outcome: Outcome): unknown =>
  typeof outcome === 'string' ? outcome : expect.objectContaining(outcome)

describe('two windows begin one at once, and the library has all its rows afterwards:', () => {
  const names = Object.keys(long)
  test.each(names.flatMap((one) => names.map((other) => [one, other] as const)))('%s, then %s', async (one, other) => {
    const [[running, first], [, second]] = [long[one]!, long[other]!]
    const { outcomes, opened } = await both(first, second)
    expect(outcomes[0]).toBe('done')
    // What begins after a quick move finds the library in that folder already.
    const later: Outcome = one === 'move' && other === 'move' ? { kind: 'invalid-folder' } : 'done'
    expect(outcomes[1]).toBeOneOf([matching(later), matching({ kind: 'in-use', detail: running })])
    await isWhole(opened)
  })

  test.each(names.map((one, at) => [one, names.slice(at)] as const))(
    '%s at the same moment as %s: one of them is done',
    async (one, others) => {
      for (const other of others) {
        const { opened, lines } = await world()
        const asked = [long[one]!, long[other]!].map(([, ask], at) => ask(lines[at]!, opened, () => undefined))
        const outcomes = await Promise.all(asked)
        expect(outcomes).toContain('done')
        const words = [one, other].map((name) => matching({ kind: 'in-use', detail: long[name]![0] }))
        for (const outcome of outcomes) expect(outcome).toBeOneOf(['done', ...words])
        await isWhole(opened)
      }
    },
  )

  const short = Object.keys(brief)
  test.each(names.flatMap((one) => short.map((other) => [one, other] as const)))('%s, then %s', async (one, other) => {
    const [running, first] = long[one]!
    const { outcomes, opened } = await both(first, brief[other]!)
    expect(outcomes[0]).toBe('done')
    const refused = other === 'measure' ? [] : [matching({ kind: 'in-use', detail: running })]
    expect(outcomes[1]).toBeOneOf(['done', ...refused])
    await isWhole(opened)
  })

  test.each(short.flatMap((one) => [...names, ...short].map((other) => [one, other] as const)))(
    '%s, then %s: one after the other',
    async (one, other) => {
      const second = brief[other] ?? long[other]![1]
      const { outcomes, opened } = await both(brief[one]!, second)
      expect(outcomes).toEqual(['done', 'done'])
      await isWhole(opened)
    },
  )

  test.each(names)('%s, then the program ends: it is canceled, or done', async (one) => {
    const { opened, lines } = await world()
    const began = Promise.withResolvers<null>()
    const first = long[one]![1](lines[0], opened, () => began.resolve(null)).catch(() => ({
      kind: 'the window lost its line',
    }))
    await Promise.race([began.promise, first])
    await opened.close()
    expect(await first).toBeOneOf(['done', matching({ kind: 'cancelled' })])
    await isWhole(opened)
  })
})
