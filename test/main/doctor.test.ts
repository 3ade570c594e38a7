import { describe, expect, test } from 'vitest'
import { policyIn, noPolicy } from '#core/policy/policy-file.ts'
import { engineRelease } from '#core/updates/engine-release.ts'
import { profileFindings, versionFinding, workspaceFindings } from '#command-line/doctor/doctor-report.ts'
import { runShellDoctor, type ShellDoctorOptions } from '#main/doctor.ts'
import { ownFolder } from '../core/folders.ts'
import { openedCore, usualNames } from '../core/opened-core.ts'
import { StandInKeyring } from './stand-in-keyring.ts'

const key = 'a-very-secret-api-key'

/** A closed profile with a connected service. */
async function connectedProfile(): Promise<string> {
  const opened = openedCore()
  const baseUrl = 'https://data.example.com/v1'
  const { id } = await opened.api.workspaces.create({
    name: 'Meridian',
    baseUrl,
    recordingsBase: '',
    search: usualNames,
  })
  opened.core.keys.hold({ workspace: id, origin: new URL(baseUrl).origin, key })
  await opened.api.workspaces.activate({ id })
  await opened.close()
  return opened.profile
}

function doctor(options: Partial<ShellDoctorOptions> = {}) {
  return runShellDoctor({
    profile: ownFolder(),
    title: 'Tearsheet 1.2.3 on linux 6.1, x64',
    versions: { electron: '45.0.0', chrome: '150.0', node: '24.0.0' },
    policy: noPolicy,
    policyFile: '/etc/tearsheet/policy.json',
    platform: 'linux',
    encryption: new StandInKeyring('v11'),
    resolveProxy: async () => 'PROXY proxy.example:8080; DIRECT',
    environment: {},
    // Nobody waits in these tests: what does not answer has not answered.
    after: (_milliseconds, run) => void setImmediate(() => setImmediate(run)),
    now: () => Date.UTC(2026, 10, 27),
    ...options,
  })
}

const lineOf = (text: string, subject: string) =>
  text
    .split('\n')
    .find((line) => line.slice(9).startsWith(subject))
    ?.replaceAll(/ +/g, ' ')

describe('the doctor', () => {
  test('reports a computer on which everything works, and never the key', async () => {
    const profile = await connectedProfile()
    const { text, isHealthy } = await doctor({ profile })
    expect(isHealthy).toBe(true)
    expect(text.split('\n')[0]).toBe('Tearsheet 1.2.3 on linux 6.1, x64')
    expect(lineOf(text, 'Versions')).toMatch(
      /^OK Versions Electron 45\.0\.0, Chromium 150\.0, Node 24\.0\.0, SQLite 3\.\d+\.\d+$/,
    )
    expect(lineOf(text, 'Profile')).toBe(`OK Profile ${profile}, writable`)
    expect(text).toMatch(/OK +Profile +profile\.db \d+ KB, intact/)
    expect(lineOf(text, 'Disk')).toMatch(/ free$/)
    expect(text).toMatch(/OK +Workspace +Meridian \(active\): library\.db \d+ KB, intact/)
    expect(lineOf(text, 'Keyring')).toBe('OK Keyring available: the system keyring (Secret Service)')
    expect(lineOf(text, 'Policy')).toBe('OK Policy no file at /etc/tearsheet/policy.json')
    expect(lineOf(text, 'Service')).toBe(
      'OK Service data.example.com, through proxy proxy.example:8080, then direct connection',
    )
    expect(text).toMatch(/\nNo problems found\.\n$/)
    expect(text).not.toContain(key)
  })

  test.each<[string, StandInKeyring, string, boolean]>([
    [
      'absent',
      new StandInKeyring('v10'),
      'NOTE Keyring no keyring: API keys are kept until you quit, unless you agree to store them unprotected',
      true,
    ],
    ['refusing', fated('refuses'), 'NOTE Keyring unavailable: API keys are kept until you quit', true],
    ['silent', fated('silent'), 'PROBLEM Keyring not responding; check for a password prompt', false],
    ['unreadable', lying(), 'PROBLEM Keyring encrypts, but cannot decrypt: API keys are kept until you quit', false],
  ])('with a keyring that is %s says what becomes of API keys', async (_, encryption, line, healthy) => {
    const { text, isHealthy } = await doctor({ encryption })
    expect(lineOf(text, 'Keyring')).toBe(line)
    expect(isHealthy).toBe(healthy)
  })

  test('says how old the engine is, as Settings does, and notes one that is older than half a year', async () => {
    const { electron, on } = engineRelease
    const versions = { electron, chrome: '150.0', node: '24.0.0' }
    const released = Date.parse(`${on}T12:00:00Z`)
    const line = async (days: number) =>
      lineOf((await doctor({ versions, now: () => released + days * 86_400_000 })).text, 'Engine')
    const engine = `Engine Electron ${electron} with Chromium 150.0, released ${on}`
    expect(await line(0)).toBe(`OK ${engine}, today`)
    expect(await line(8)).toBe(`OK ${engine}, 8 days ago`)
    expect(await line(200)).toBe(`NOTE ${engine}, 200 days ago`)
    expect(lineOf((await doctor()).text, 'Engine')).toBe(
      'OK Engine Electron 45.0.0 with Chromium 150.0, release date unknown',
    )
  })

  test('says why a policy cannot be used, and that it forbids everything', async () => {
    const { text, isHealthy } = await doctor({ policy: policyIn('{"version": 1, "export": false}') })
    expect(lineOf(text, 'Policy')).toBe(
      'PROBLEM Policy /etc/tearsheet/policy.json cannot be used (unknown setting “export”): no requests, exports, recordings or update checks',
    )
    expect([isHealthy, text.split('\n').at(-2)]).toEqual([false, '1 problem found.'])
  })

  test('follows the policy’s proxy rather than the user’s, and says when no proxy can be used', async () => {
    const profile = await connectedProfile()
    const policy = policyIn('{"version": 1, "proxy": {"mode": "none"}}')
    expect(lineOf((await doctor({ profile, policy })).text, 'Service')).toBe(
      'OK Service data.example.com, direct connection',
    )
    const { text } = await doctor({ profile, resolveProxy: async () => 'SOCKS old.example:1080' })
    expect(lineOf(text, 'Service')).toBe(
      'PROBLEM Service data.example.com: the system requires a type of proxy that Tearsheet does not support',
    )
  })

  test('says that a profile without a service has sample data only', async () => {
    expect(lineOf((await doctor()).text, 'Service')).toBe('OK Service none connected, sample data only')
  })
})

describe('a finding', () => {
  const database = { file: '/p/profile.db', bytes: 24e3, condition: 'intact' } as const
  const profile = { exists: true, isWritable: true, isInUse: false, freeBytes: 50e9, database }
  const inspection = { proxy: { mode: 'none', address: '', bypass: '' }, workspaces: [] } as const

  test('says that a profile is read-only, open, or not there yet', () => {
    const texts = [{ isWritable: false }, { isInUse: true }, { exists: false }].map(
      (part) => profileFindings('/p', { ...inspection, profile: { ...profile, ...part } })[0],
    )
    expect(texts).toEqual([
      { level: 'problem', subject: 'Profile', text: '/p, not writable: notes and downloads cannot be saved' },
      { level: 'ok', subject: 'Profile', text: '/p, writable, in use by a running Tearsheet' },
      { level: 'ok', subject: 'Profile', text: '/p, writable, not created yet' },
    ])
  })

  test('warns of a disk that is nearly full', () => {
    const disk = profileFindings('/p', { ...inspection, profile: { ...profile, freeBytes: 120e6 } }).at(-1)
    expect(disk).toEqual({ level: 'attention', subject: 'Disk', text: '120.0 MB free' })
  })

  test('names the condition of the profile’s own database, and none where the program will create it', () => {
    const texts = (['unreadable', 'missing'] as const).map((condition) =>
      profileFindings('/p', { ...inspection, profile: { ...profile, database: { ...database, condition } } }).map(
        ({ level, text }) => [level, text],
      ),
    )
    expect(texts).toEqual([
      [
        ['ok', '/p, writable'],
        ['problem', 'profile.db 24 KB, cannot be read: check the disk and who may read the file'],
        ['ok', '50.00 GB free'],
      ],
      [
        ['ok', '/p, writable'],
        ['ok', '50.00 GB free'],
      ],
    ])
  })

  test('names a damaged library by its workspace, and what to do', () => {
    const databases = [{ file: '/p/workspaces/a/library.db', bytes: 12e6, condition: 'damaged' }] as const
    const workspace = { id: 'a', name: 'Meridian', isActive: false, service: null, databases }
    expect(workspaceFindings([workspace])).toEqual([
      {
        level: 'problem',
        subject: 'Workspace',
        text: 'Meridian: library.db 12.0 MB, damaged; start Tearsheet to recover it',
      },
    ])
  })

  test('says that SQLite cannot be loaded', () => {
    expect(versionFinding({}, null)).toMatchObject({ level: 'problem', subject: 'Versions' })
  })
})

function fated(fate: 'refuses' | 'silent'): StandInKeyring {
  const keyring = new StandInKeyring('v11')
  keyring.sealing = fate
  return keyring
}

function lying(): StandInKeyring {
  const keyring = new StandInKeyring('v11')
  keyring.opening = 'lies'
  return keyring
}
