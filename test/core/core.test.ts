import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import type { FailureKind } from '#contract/failure.ts'
import { openCore } from '#core/core.ts'
import { DefectLog } from '#core/defect-log.ts'
import { rotateLog } from '#core/rotated-log.ts'
import { ApiKeys } from '#core/service/api-keys.ts'
import { StatusBoard } from '#core/status-board.ts'
import { canary } from './canary.ts'
import { ManualClock, someMonday } from './clocks.ts'
import { filesIn, hashOf, ownFolder } from './folders.ts'
import { failureOfQuestion, openedCore } from './opened-core.ts'

const version = '0.0.0-test'

describe('opening a profile', () => {
  test('makes a folder that is not there yet, which only its user may enter', async () => {
    const profile = join(ownFolder(), 'some', 'where')
    await openCore({ profile, version }).close()
    expect(filesIn(profile).filter((name) => name.endsWith('.db'))).toEqual([
      'profile.db',
      'workspaces/sample/desk.db',
      'workspaces/sample/library.db',
    ])
    expect([profile, join(profile, 'workspaces', 'sample')].map((folder) => statSync(folder).mode & 0o777)).toEqual([
      0o700, 0o700,
    ])
  })

  test('whose sample service was not started is offline in the sample, which needs no key', async () => {
    const { api } = openedCore()
    expect(
      await failureOfQuestion(api.ratings.fetchPage({ filter: { symbols: ['HLDN'] }, page: 'latest' })),
    ).toMatchObject({
      kind: 'offline',
      detail: 'no response',
    })
  })

  test('that is open already is refused, and the first goes on', async () => {
    const { api, profile } = openedCore()
    expect(() => openCore({ profile, version })).toThrow('This profile is open in another Tearsheet window.')
    expect(await api.status.ping()).toEqual({})
  })

  test('works again as soon as the first is closed, fifty times over', async () => {
    const profile = ownFolder()
    for (let time = 0; time < 50; time += 1) await openCore({ profile, version }).close()
    expect(existsSync(join(profile, 'set-aside'))).toBe(false)
  }, 30_000)

  test.each(['profile.db', 'workspaces/sample/library.db', 'workspaces/sample/desk.db'])(
    'with a newer %s is refused, leaves every byte, and holds no lock on anything',
    async (name) => {
      const first = openedCore()
      const { profile } = first
      await first.close()
      const file = join(profile, name)
      const newer = new Database(file)
      newer.pragma('user_version = 99')
      newer.close()
      const before = hashOf(file)
      for (const _ of [1, 2]) {
        expect(() => openCore({ profile, version })).toThrow(
          'was created by a newer version of Tearsheet. It was not changed. Update Tearsheet to open it.',
        )
      }
      expect(hashOf(file)).toBe(before)
    },
  )

  test('where the workspaces should be is a file: refused with the reason', () => {
    const profile = ownFolder()
    writeFileSync(join(profile, 'workspaces'), '')
    expect(() => openCore({ profile, version })).toThrow('The profile folder cannot be used: it is not a folder.')
  })
})

describe('preferences', () => {
  test('are kept over a restart, one by one', async () => {
    const first = openedCore()
    await first.api.preferences.write({ theme: 'dark' })
    await first.api.preferences.write({ scale: 'billions' })
    await first.close()
    const { api } = openedCore({ profile: first.profile })
    expect(await api.preferences.read()).toMatchObject({ theme: 'dark', scale: 'billions', order: 'oldest-first' })
  })

  test('that are changed together are changed together or not at all', async () => {
    const first = openedCore()
    await first.close()
    const database = new Database(join(first.profile, 'profile.db'))
    database.exec(`CREATE TRIGGER no_scale BEFORE INSERT ON preference WHEN new.name = 'scale'
      BEGIN SELECT raise(ABORT, 'no'); END`)
    database.close()
    const { api } = openedCore({ profile: first.profile })
    await expect(api.preferences.write({ theme: 'dark', scale: 'billions' })).rejects.toThrow()
    expect(await api.preferences.read()).toMatchObject({ theme: 'system', scale: 'millions' })
  })

  test.each(["'no JSON'", `'"neon"'`, "'5'", "'null'"])(
    'that were stored as %s count as not stored',
    async (stored) => {
      const first = openedCore()
      await first.close()
      const database = new Database(join(first.profile, 'profile.db'))
      database.exec(`INSERT INTO preference (name, value) VALUES ('theme', ${stored}), ('active-workspace', ${stored})`)
      database.close()
      const { api } = openedCore({ profile: first.profile })
      expect([(await api.preferences.read()).theme, (await api.workspaces.list()).active]).toEqual(['system', 'sample'])
    },
  )
})

describe('the log of defects', () => {
  test('holds the whole defect and no key, and only its user may read it (S7)', () => {
    const profile = ownFolder()
    const keys = new ApiKeys()
    keys.hold({ workspace: 'w', origin: 'https://data.example.com', key: canary })
    const log = new DefectLog(profile, new ManualClock(), keys)
    log.report(
      new TypeError(`Failed to parse URL from https://data.example.com/?apikey=${encodeURIComponent(canary)}`),
      'fetch.news',
    )
    const file = join(profile, 'logs', 'tearsheet.log')
    const text = readFileSync(file, 'utf8')
    expect(text).toMatch(
      /^2026-01-05T12:00:00.000Z fetch\.news\nTypeError: Failed to parse URL from .*apikey=\[key\]\n {4}at /,
    )
    expect([statSync(file).mode & 0o777, statSync(join(profile, 'logs')).mode & 0o777]).toEqual([0o600, 0o700])
  })

  test('logs what caused a defect, and what caused that, but not without end', () => {
    const profile = ownFolder()
    const log = new DefectLog(profile, new ManualClock(), new ApiKeys())
    const error = new Error('outer', { cause: new RangeError('inner', { cause: 'a word' }) })
    log.report(error, 'test')
    const endless = new Error('endless')
    endless.cause = endless
    log.report(endless, 'test')
    const text = readFileSync(join(profile, 'logs', 'tearsheet.log'), 'utf8')
    expect(text).toMatch(/Error: outer\n {4}at [^]*\ncaused by RangeError: inner\n {4}at [^]*\ncaused by a word\n/)
    expect(text.match(/Error: endless/g)).toHaveLength(5)
  })

  test('takes five megabytes at most, the oldest go', () => {
    const profile = ownFolder()
    const log = new DefectLog(profile, new ManualClock(), new ApiKeys())
    const logs = () => filesIn(join(profile, 'logs')).toSorted()
    for (let number = 0; number < 8; number += 1) {
      log.report(`${number} ${'x'.repeat(1024 * 1024)}`, 'test')
    }
    expect(logs()).toEqual([
      'tearsheet.log',
      'tearsheet.log.1',
      'tearsheet.log.2',
      'tearsheet.log.3',
      'tearsheet.log.4',
    ])
    expect(logs().map((name) => /\n(\d) /.exec(readFileSync(join(profile, 'logs', name), 'utf8'))?.[1])).toEqual([
      '7',
      '6',
      '5',
      '4',
      '3',
    ])
  })

  test('keeps every line where two processes find the file full at the same time', () => {
    const profile = ownFolder()
    const [file, clock] = [join(profile, 'logs', 'tearsheet.log'), new ManualClock()]
    const logs = [1, 2].map(() => new DefectLog(profile, clock, new ApiKeys()))
    const report = (text: string) => {
      for (const log of logs) log.report(text, 'test')
    }
    report('x'.repeat(1024 * 1024))
    report('later')
    // The second one had found the file full before the first one set it aside.
    rotateLog({ file, kept: 4 }, clock.now())
    expect(filesIn(join(profile, 'logs')).toSorted()).toEqual(
      [file, `${file}.1`, `${file}.2`].map((each) => basename(each)),
    )
    expect(readFileSync(file, 'utf8').match(/later/g)).toHaveLength(2)
  })

  test('never turns one defect into two, where nothing can be written', () => {
    const profile = ownFolder()
    mkdirSync(join(profile, 'logs', 'tearsheet.log'), { recursive: true })
    chmodSync(profile, 0o700)
    expect(() => new DefectLog(profile, new ManualClock(), new ApiKeys()).report('x', 'test')).not.toThrow()
  })
})

describe('the status bar', () => {
  test('reports a full disk once however often it is met, and each damaged file', () => {
    const board = new StatusBoard(new ManualClock(), () => undefined)
    board.notice([{ kind: 'disk-full' }, { kind: 'disk-full' }])
    board.notice([{ kind: 'disk-full' }, { kind: 'damaged', detail: 'library.db' }])
    board.notice([{ kind: 'damaged', detail: 'library.db' }])
    expect(board.notices.map(({ failure, at }) => [failure.kind, at])).toEqual([
      ['disk-full', someMonday],
      ['damaged', someMonday],
      ['damaged', someMonday],
    ])
  })

  test.each([
    ['offline', 'offline'],
    ['connection-lost', 'offline'],
    ['no-response', 'offline'],
    ['sign-in-page', 'offline'],
    ['proxy-login', 'offline'],
    ['certificate', 'offline'],
    ['key-refused', 'online'],
    ['service-error', 'online'],
    ['wrong-shape', 'online'],
  ] as const)('says after %s that the network is %s: a refusal is a response', (kind, network) => {
    const board = new StatusBoard(new ManualClock(), () => undefined)
    board.reportOutcome({ kind })
    const heard = board.network
    board.reportOutcome(null)
    expect([heard, board.network, board.lastFailure]).toEqual([network, 'online', null])
  })

  test.each([{ kind: 'key-missing' }, { kind: 'invalid-base-url' }, { kind: 'bad-request' }] as const)(
    'says nothing new of the network after %o: nothing was sent',
    (failure) => {
      const board = new StatusBoard(new ManualClock(), () => undefined)
      board.reportOutcome(failure)
      const before = board.network
      board.reportOutcome({ kind: 'offline' })
      board.reportOutcome(failure)
      expect([before, board.network, board.lastFailure?.failure]).toEqual(['unknown', 'offline', failure])
    },
  )

  test('dates a service that stays silent from its first failure, so that a dismissed failure does not return at each check', () => {
    const clock = new ManualClock()
    const board = new StatusBoard(clock, () => undefined)
    const hear = (kind: FailureKind | null) => {
      clock.advance(60_000)
      board.reportOutcome(kind && { kind })
      return board.lastFailure && (board.lastFailure.at - someMonday) / 60_000
    }
    expect([hear('offline'), hear('offline'), hear('no-response'), hear(null), hear('offline')]).toEqual([
      1,
      1,
      3,
      null,
      5,
    ])
    expect([hear('service-error'), hear('service-error')]).toEqual([6, 7])
  })

  test('says that the network is there after a service responded that it wants a key', () => {
    const board = new StatusBoard(new ManualClock(), () => undefined)
    board.reportOutcome({ kind: 'key-missing', status: 401 })
    expect(board.network).toBe('online')
  })
})

test('diagnostics have versions, counts and failures, and neither key nor folder nor address (L2)', async () => {
  const { api, core, profile } = openedCore()
  const baseUrl = 'https://data.example.com/tenant-of-mine'
  const { id } = await api.workspaces.create({
    name: 'Secret Fund',
    baseUrl,
    search: { query: 'q', type: 'query_by', page: 'page', key: 'unknown' },
  })
  core.keys.hold({ workspace: id, origin: 'https://data.example.com', key: canary })
  await api.workspaces.activate({ id })
  const { text } = await api.status.diagnostics()
  expect(text).toContain('workspace: live, host data.example.com, key present')
  expect(text).toMatch(/^Tearsheet 0\.0\.0-test\nnode \d+\.\d+\.\d+, electron -, sqlite 3\.\d+\.\d+\n/)
  for (const secret of [canary, 'tenant-of-mine', 'Secret Fund', profile, id]) expect(text).not.toContain(secret)
})
