import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { sampleKey } from '#sample/options.ts'
import { startSampleService, type SampleService } from '#sample/server.ts'
import { copyOf, filesIn, hashOf, ownFolder } from '../core/folders.ts'
import { openedCore } from '../core/opened-core.ts'

const run = promisify(execFile)
const symbol = 'HLDN'
/** Bytes, most of which take no room on the disk. */
const large = 3 * 1024 ** 3

let service: SampleService
beforeAll(async () => {
  service = await startSampleService({ restated: 'never' })
})
afterAll(() => service.close())

/** A profile whose library holds one company, and whose desk a note. */
async function profileWithCompany(): Promise<string> {
  const opened = openedCore({ sample: { baseUrl: service.baseUrl, key: sampleKey } })
  await opened.api.financials.open({ symbol, basis: 'annual', comparison: 'none', freshness: 'service' })
  const place = { firstTurn: 0, from: 0, lastTurn: 0, to: 4, segmentId: null }
  const passage = { ...place, hash: 'a', quote: 'said', before: '', after: '' }
  await opened.api.notes.add({ callId: 'a', passage, color: 'red', note: 'kept' })
  await opened.close()
  return opened.profile
}

/** Takes away every right to write below a folder, and gives it back when the test is over. */
function protect(folder: string): void {
  const all = [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))]
  const change = (take: boolean) => {
    for (const each of all) {
      const isFolder = statSync(each).isDirectory()
      chmodSync(each, take ? (isFolder ? 0o555 : 0o444) : isFolder ? 0o755 : 0o644)
    }
  }
  change(true)
  onTestFinished(() => change(false))
}

/** Who is root may write anything; without this one capability even root is held to the rights of a folder. */
const withoutPrivilege = process.getuid?.() === 0 ? ['setpriv', '--bounding-set', '-dac_override'] : []

interface Said {
  readonly failure?: unknown
  readonly stored?: { readonly periods: number; readonly revenue: readonly number[] }
  readonly asked?: unknown
  readonly news?: unknown
  readonly preference?: unknown
  readonly created?: unknown
  readonly highlight?: unknown
  readonly highlights?: unknown
  readonly notices?: readonly unknown[]
  readonly readOnly?: boolean
}

async function lookAround(profile: string): Promise<Said> {
  const command = [...withoutPrivilege, process.execPath, join(import.meta.dirname, 'call-core.ts')]
  const [program = '', ...args] = command
  const { stdout } = await run(program, [...args, profile, service.baseUrl, sampleKey, symbol])
  return JSON.parse(stdout) as Said
}

const canTryIt =
  process.platform === 'linux' && (withoutPrivilege.length === 0 || spawnSync('setpriv', ['--version']).status === 0)

describe.skipIf(!canTryIt)('a profile folder that cannot be written (C6, W9; needs Linux and setpriv)', () => {
  test('opens for reading, says so once, sends requests all the same, and refuses each change by name', async () => {
    const profile = await profileWithCompany()
    protect(profile)
    const before = filesIn(profile).map((name) => [name, hashOf(join(profile, name))])
    const said = await lookAround(profile)
    expect(said).toMatchObject({
      stored: { periods: 10 },
      asked: { periods: 10 },
      news: { some: true, failure: null },
      preference: { failure: { kind: 'read-only' } },
      created: { failure: { kind: 'read-only' } },
      highlight: { failure: { kind: 'read-only' } },
      highlights: ['kept'],
      notices: [{ kind: 'read-only' }],
      readOnly: true,
    })
    expect(filesIn(profile).map((name) => [name, hashOf(join(profile, name))])).toEqual(before)
  })

  test('shows what a program that died had written just before', async () => {
    const profile = await profileWithCompany()
    const file = join(profile, 'workspaces', 'sample', 'library.db')
    const writing = new Database(file)
    writing.exec(`UPDATE fundamental_period SET Revenue = 42, figures = NULL WHERE symbol = '${symbol}'`)
    const left = copyOf(profile)
    writing.close()
    writeFileSync(join(left, 'workspaces', 'sample', 'library.db.session'), 'open')
    protect(left)
    const { stored } = await lookAround(left)
    expect(stored?.revenue).toEqual(Array.from({ length: 10 }, () => 42))
  })

  test('with a damaged library reads as empty and names the file, which stays where it is', async () => {
    const profile = await profileWithCompany()
    const file = join(profile, 'workspaces', 'sample', 'library.db')
    writeFileSync(file, 'no database at all '.repeat(20))
    const harmed = hashOf(file)
    protect(profile)
    const said = await lookAround(profile)
    expect(said).toMatchObject({
      stored: { failure: { kind: 'not-in-library' } },
      notices: [{ kind: 'read-only' }, { kind: 'damaged', detail: 'library.db' }],
    })
    expect(hashOf(file)).toBe(harmed)
  })

  test('with a library that is too large for a copy in memory opens without it, and says why', async () => {
    const profile = await profileWithCompany()
    truncateSync(join(profile, 'workspaces', 'sample', 'library.db'), large)
    protect(profile)
    expect(await lookAround(profile)).toMatchObject({
      stored: { failure: { kind: 'not-in-library' } },
      highlights: ['kept'],
      notices: [{ kind: 'read-only' }, { kind: 'too-large-to-read', detail: 'library.db' }],
    })
  })

  test('reads a library of any size that has no write-ahead log', async () => {
    const profile = await profileWithCompany()
    const file = join(profile, 'workspaces', 'sample', 'library.db')
    const database = new Database(file)
    database.pragma('journal_mode = DELETE')
    database.close()
    truncateSync(file, large)
    protect(profile)
    expect(await lookAround(profile)).toMatchObject({ stored: { periods: 10 }, notices: [{ kind: 'read-only' }] })
  })

  test('opens when single files are protected in it, and names that', async () => {
    const profile = await profileWithCompany()
    protect(join(profile, 'workspaces', 'sample'))
    const said = await lookAround(profile)
    expect(said).toMatchObject({ stored: { periods: 10 }, notices: [{ kind: 'read-only' }], readOnly: true })
  })

  test('and is empty is refused with the reason', async () => {
    const folder = ownFolder()
    protect(folder)
    expect(await lookAround(folder)).toEqual({ failure: { kind: 'profile-missing', detail: 'it cannot be created' } })
  })

  test('is refused with the reason when it cannot be made at all', async () => {
    const folder = ownFolder()
    protect(folder)
    expect(await lookAround(join(folder, 'inside'))).toEqual({
      failure: { kind: 'profile-missing', detail: 'it cannot be created' },
    })
  })
})

test('a file where the profile folder should be is refused with the reason', async () => {
  const file = join(ownFolder(), 'file')
  writeFileSync(file, '')
  expect(await lookAround(file)).toEqual({ failure: { kind: 'profile-missing', detail: 'it cannot be created' } })
})
