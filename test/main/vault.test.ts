import { readdirSync, statSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { StandInKeyring } from './stand-in-keyring.ts'
import { anotherKey, entry, key, VaultProfile } from './vault-profile.ts'

let profile: VaultProfile

beforeEach(() => {
  profile = new VaultProfile()
})

const stored = (): unknown => JSON.parse(profile.onDisk())

describe('with a keyring', () => {
  test.each(['v11', 'v12'])('(%s) a key is remembered, and found again at the next start', async (tag) => {
    const first = profile.run(new StandInKeyring(tag))
    expect(await first.vault.setKey(entry('keyring'))).toEqual({
      present: true,
      origin: 'https://service.example',
      lastFour: 'wxyz',
      keeping: 'keyring',
      canRemember: ['session', 'keyring'],
      problem: null,
    })
    const second = profile.run(new StandInKeyring(tag))
    await second.vault.unlockAll()
    expect(second.core.get('live')).toEqual({ workspace: 'live', origin: 'https://service.example', key })
    expect(second.vault.held).toEqual([{ workspace: 'live', origin: 'https://service.example', key }])
  })

  test('the file holds ciphertext, its provider and the last four characters, readable by this user alone', async () => {
    await profile.run(new StandInKeyring('v11')).vault.setKey(entry('keyring'))
    expect(stored()).toEqual({
      version: 1,
      keys: [
        {
          workspace: 'live',
          origin: 'https://service.example',
          tag: 'v11',
          ciphertext: expect.stringMatching(/^djEx/) as string,
          lastFour: 'wxyz',
          savedAt: 1_800_000_000_000,
        },
      ],
    })
    expect(profile.onDisk()).not.toContain(key.slice(0, 12))
    expect(statSync(profile.file).mode & 0o777).toBe(0o600)
  })

  test('a key of fewer than twelve characters shows none of them', async () => {
    const { vault } = profile.run(new StandInKeyring('v11'))
    expect((await vault.setKey(entry('keyring', 'short-key-1'))).lastFour).toBeNull()
    expect(profile.onDisk()).toContain('"lastFour": null')
  })

  test('a key for this session alone never reaches the disk', async () => {
    const { vault, core } = profile.run(new StandInKeyring('v11'))
    const state = await vault.setKey(entry('session'))
    expect(state).toMatchObject({ present: true, keeping: 'session', lastFour: 'wxyz' })
    expect(core.get('live')?.key).toBe(key)
    expect(readdirSync(profile.folder)).toEqual([])
  })

  test('a key for this session takes the place of the remembered one for good', async () => {
    await profile.earlierRun(new StandInKeyring('v11'))
    const second = profile.run(new StandInKeyring('v11'))
    await second.vault.unlockAll()
    await second.vault.setKey(entry('session', anotherKey))
    expect(stored()).toEqual({ version: 1, keys: [] })
    expect(second.core.get('live')?.key).toBe(anotherKey)
  })

  test('a forgotten key is gone from the disk, from memory and from the core', async () => {
    await profile.earlierRun(new StandInKeyring('v11'))
    const { vault, core } = profile.run(new StandInKeyring('v11'))
    await vault.unlockAll()
    expect(await vault.forgetKey('live')).toMatchObject({ present: false, origin: null, lastFour: null, keeping: null })
    expect(stored()).toEqual({ version: 1, keys: [] })
    expect(core.size).toBe(0)
    expect(vault.held).toEqual([])
  })

  test('one workspace’s key does not touch another’s', async () => {
    const { vault, core } = profile.run(new StandInKeyring('v11'))
    await Promise.all([
      vault.setKey(entry('keyring')),
      vault.setKey({ ...entry('keyring', 'second-workspace-key'), workspace: 'other' }),
    ])
    await vault.forgetKey('live')
    expect([...core.keys()]).toEqual(['other'])
    expect(profile.onDisk()).toContain('"workspace": "other"')
  })
})

describe('without a keyring (v10, the constant key that calls itself available) (S2)', () => {
  test('a key is offered a session or the disk in the open, and no more', async () => {
    const { vault } = profile.run(new StandInKeyring('v10'))
    expect((await vault.keyState('live')).canRemember).toEqual(['session', 'unprotected'])
  })

  test('a key meant for a keyring is kept for the session, and that is said', async () => {
    const { vault, core, asked } = profile.run(new StandInKeyring('v10'))
    const state = await vault.setKey(entry('keyring'))
    expect(state).toMatchObject({ keeping: 'session', canRemember: ['session', 'unprotected'] })
    expect(state.problem?.message).toContain('available until you quit')
    expect(core.get('live')?.key).toBe(key)
    expect([readdirSync(profile.folder), asked]).toEqual([[], []])
  })

  test('a no to storing it in the open leaves nothing on disk', async () => {
    const { vault, core, asked } = profile.run(new StandInKeyring('v10'))
    expect(await vault.setKey(entry('unprotected'))).toMatchObject({ keeping: 'session', problem: null })
    expect(core.get('live')?.key).toBe(key)
    expect([readdirSync(profile.folder), asked]).toEqual([[], ['unprotected?']])
  })

  test('an explicit yes stores it, marked as what it is', async () => {
    const { vault } = profile.run(new StandInKeyring('v10'), { confirmUnprotected: () => Promise.resolve(true) })
    expect(await vault.setKey(entry('unprotected'))).toMatchObject({ keeping: 'unprotected', problem: null })
    expect(profile.onDisk()).toContain('"tag": "v10"')
  })

  test('a box that cannot be shown is no yes', async () => {
    const { vault } = profile.run(new StandInKeyring('v10'), {
      confirmUnprotected: () => Promise.reject(new Error('no display')),
    })
    expect((await vault.setKey(entry('unprotected'))).keeping).toBe('session')
    expect(readdirSync(profile.folder)).toEqual([])
  })

  test('a tag that nobody knows is not believed either', async () => {
    const { vault } = profile.run(new StandInKeyring('v13'))
    expect((await vault.keyState('live')).canRemember).toEqual(['session', 'unprotected'])
  })

  test.each(['darwin', 'win32'] as const)('on %s the same tag has a real key behind it', async (platform) => {
    const { vault } = profile.run(new StandInKeyring('v10'), { platform })
    expect(await vault.setKey(entry('keyring'))).toMatchObject({
      keeping: 'keyring',
      canRemember: ['session', 'keyring'],
    })
  })
})

describe('a vault that may store nothing unprotected, as that of S3 keys, without a keyring (S10)', () => {
  const strict = { confirmUnprotected: null }

  test('offers the session alone', async () => {
    const { vault } = profile.run(new StandInKeyring('v10'), strict)
    expect((await vault.keyState('live')).canRemember).toEqual(['session'])
    expect((await profile.run(new StandInKeyring('v11'), strict).vault.keyState('live')).canRemember).toEqual([
      'session',
      'keyring',
    ])
  })

  test('keeps a key in memory that is to be stored unprotected, and that is said', async () => {
    const { vault, core } = profile.run(new StandInKeyring('v10'), strict)
    const state = await vault.setKey(entry('unprotected'))
    expect(state).toMatchObject({ keeping: 'session' })
    expect(state.problem?.message).toContain('available until you quit')
    expect(core.get('live')?.key).toBe(key)
    expect(readdirSync(profile.folder)).toEqual([])
  })

  test('takes a key that an earlier version stored unprotected from the disk, and uses it until the program ends', async () => {
    await profile.earlierRun(new StandInKeyring('v10'))
    const { vault, core } = profile.run(new StandInKeyring('v10'), strict)
    await vault.unlockAll()
    expect(core.get('live')?.key).toBe(key)
    const state = await vault.keyState('live')
    expect(state).toMatchObject({ present: true, keeping: 'session', canRemember: ['session'] })
    expect(state.problem?.message).toContain('available until you quit')
    expect(stored()).toEqual({ version: 1, keys: [] })
  })
})

describe('an encryption that fails', () => {
  test('by throwing costs the user nothing but the remembering', async () => {
    const keyring = new StandInKeyring('v11')
    keyring.sealing = 'refuses'
    const { vault, core } = profile.run(keyring)
    const state = await vault.setKey(entry('keyring'))
    expect(state).toMatchObject({ present: true, keeping: 'session', canRemember: ['session'] })
    expect(core.get('live')?.key).toBe(key)
    expect(readdirSync(profile.folder)).toEqual([])
  })

  test('by never answering does not hang the program', async () => {
    const keyring = new StandInKeyring('v11')
    keyring.sealing = 'silent'
    const { vault, core, timeIsUp } = profile.run(keyring)
    const answer = vault.setKey(entry('keyring'))
    await timeIsUp(answer)
    expect((await answer).problem?.message).toContain('is not responding')
    expect(core.get('live')?.key).toBe(key)
  })

  test('by not giving back what was put in writes nothing', async () => {
    const keyring = new StandInKeyring('v11')
    keyring.opening = 'lies'
    const { vault } = profile.run(keyring)
    expect((await vault.setKey(entry('keyring'))).problem?.message).toContain('failed a test')
    expect(readdirSync(profile.folder)).toEqual([])
  })

  test('at the first look is looked at again later', async () => {
    const keyring = new StandInKeyring('v11')
    keyring.sealing = 'silent'
    const { vault, timeIsUp } = profile.run(keyring)
    const answer = vault.keyState('live')
    await timeIsUp(answer)
    expect((await answer).canRemember).toEqual(['session'])
    keyring.sealing = 'gives'
    expect((await vault.keyState('live')).canRemember).toEqual(['session', 'keyring'])
  })
})

test('a workspace by the name of an object’s own parts has no key', async () => {
  const { vault } = profile.run(new StandInKeyring('v11'))
  expect((await vault.keyState('constructor')).present).toBe(false)
})

test('an error inside the shell does not stop the vault for good', async () => {
  await profile.earlierRun(new StandInKeyring('v11'))
  let fails = true
  const keyring = new StandInKeyring('v12')
  keyring.readsToo = ['v11']
  const { vault } = profile.run(keyring, {
    hold: () => {
      if (fails) throw new Error('the core is gone')
    },
  })
  await vault.unlockAll()
  fails = false
  expect(await vault.setKey(entry('keyring', anotherKey))).toMatchObject({ keeping: 'keyring' })
  await expect(vault.keyState('live')).resolves.toMatchObject({ lastFour: 'rely' })
})
