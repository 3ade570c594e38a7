import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { realDisk, type Disk } from '#main/atomic-file.ts'
import { StandInKeyring } from './stand-in-keyring.ts'
import { anotherKey, entry, key, VaultProfile } from './vault-profile.ts'

let profile: VaultProfile

beforeEach(() => {
  profile = new VaultProfile()
})

describe('a stored key that cannot be read (S3, W13)', () => {
  beforeEach(() => profile.earlierRun(new StandInKeyring('v11')))

  test.each([
    ['locked', 'locked or busy', true],
    ['silent', 'is not responding', true],
    ['refuses', 'Enter the key again', false],
  ] as const)('(%s) stays on disk byte for byte, and the user is notified', async (fate, message, canRetry) => {
    const before = profile.onDisk()
    const keyring = new StandInKeyring('v11')
    keyring.opening = fate
    const { vault, core, timeIsUp } = profile.run(keyring)
    await timeIsUp(vault.unlockAll())
    const answer = vault.keyState('live')
    await timeIsUp(answer)
    const state = await answer
    expect(state).toMatchObject({ present: true, lastFour: 'wxyz', keeping: 'keyring' })
    expect(state.problem?.message).toContain(message)
    expect(state.problem?.canRetry).toBe(canRetry)
    expect([profile.onDisk(), core.size]).toEqual([before, 0])
  })

  test('for the moment is read when the user tries again', async () => {
    const keyring = new StandInKeyring('v11')
    keyring.opening = 'locked'
    const { vault, core } = profile.run(keyring)
    await vault.unlockAll()
    expect((await vault.keyState('live')).problem?.canRetry).toBe(true)
    keyring.opening = 'gives'
    expect((await vault.keyState('live')).problem).toBeNull()
    expect(core.get('live')?.key).toBe(key)
  })

  test('for good is not tried again and again', async () => {
    const keyring = new StandInKeyring('v11')
    keyring.opening = 'refuses'
    const { vault } = profile.run(keyring)
    await vault.unlockAll()
    await vault.keyState('live')
    const asked = keyring.asked
    await vault.keyState('live')
    expect(keyring.asked).toBe(asked)
  })

  test('is not lost when another one is entered for this session', async () => {
    const before = profile.onDisk()
    const keyring = new StandInKeyring('v11')
    keyring.opening = 'locked'
    const { vault, core } = profile.run(keyring)
    await vault.unlockAll()
    expect(await vault.setKey(entry('session', anotherKey))).toMatchObject({
      keeping: 'session',
      problem: null,
    })
    expect(core.get('live')?.key).toBe(anotherKey)
    await vault.setKey(entry('session', 'and-a-third-one-too'))
    expect(profile.onDisk()).toBe(before)
  })

  test('gives way to one that the user enters to be remembered', async () => {
    const { vault } = profile.run(new StandInKeyring('v12'))
    await vault.unlockAll()
    expect(await vault.setKey(entry('keyring', anotherKey))).toMatchObject({ problem: null })
    expect(profile.onDisk()).toContain('"tag": "v12"')
  })
})

describe('another provider than before (S4, W13)', () => {
  test.each([
    ['v11', 'v10', 'the system keyring (Secret Service)', 'no keyring'],
    ['v11', 'v12', 'the system keyring (Secret Service)', 'the desktop portal'],
    ['v12', 'v11', 'the desktop portal', 'the system keyring (Secret Service)'],
  ])('(%s, now %s) is named, old and new, and nothing is overwritten', async (before, now, oldName, newName) => {
    await profile.earlierRun(new StandInKeyring(before))
    const bytes = profile.onDisk()
    const { vault } = profile.run(new StandInKeyring(now))
    await vault.unlockAll()
    const { problem } = await vault.keyState('live')
    expect(problem?.message).toContain(`was protected by ${oldName}`)
    expect(problem?.message).toContain(`has ${newName}`)
    expect(profile.onDisk()).toBe(bytes)
  })

  test('that still reads the old ciphertext renews it, and says so', async () => {
    await profile.earlierRun(new StandInKeyring('v11'))
    const keyring = new StandInKeyring('v12')
    keyring.readsToo = ['v11']
    const { vault, core, told } = profile.run(keyring)
    await vault.unlockAll()
    expect(core.get('live')?.key).toBe(key)
    expect(profile.onDisk()).toContain('"tag": "v12"')
    expect(told).toEqual([
      'Your keys were protected by the system keyring (Secret Service) and are now protected by the desktop portal.',
    ])
    expect(await vault.keyState('live')).toMatchObject({ keeping: 'keyring', problem: null })
  })

  test('that is a keyring at last takes in the unprotected key', async () => {
    await profile.earlierRun(new StandInKeyring('v10'))
    const keyring = new StandInKeyring('v11')
    keyring.readsToo = ['v10']
    const { vault } = profile.run(keyring)
    await vault.unlockAll()
    expect(await vault.keyState('live')).toMatchObject({ keeping: 'keyring' })
    expect(profile.onDisk()).not.toContain('"tag": "v10"')
  })

  test('that would renew it without protection does not get to', async () => {
    await profile.earlierRun(new StandInKeyring('v11'))
    const before = profile.onDisk()
    const keyring = new StandInKeyring('v10')
    keyring.readsToo = ['v11']
    const { vault, core } = profile.run(keyring)
    await vault.unlockAll()
    expect(core.get('live')?.key).toBe(key)
    expect(profile.onDisk()).toBe(before)
  })

  test.each(['refuses', 'silent'] as const)(
    'that fails at renewing (%s) leaves the old ciphertext, which still opens',
    async (fate) => {
      await profile.earlierRun(new StandInKeyring('v11'))
      const before = profile.onDisk()
      const keyring = new StandInKeyring('v12')
      keyring.readsToo = ['v11']
      keyring.sealing = fate
      const { vault, core, timeIsUp } = profile.run(keyring)
      await timeIsUp(vault.unlockAll())
      expect(core.get('live')?.key).toBe(key)
      expect(profile.onDisk()).toBe(before)
    },
  )

  test('that cannot write the renewed one down changes nothing the user sees', async () => {
    await profile.earlierRun(new StandInKeyring('v11'))
    const before = profile.onDisk()
    const keyring = new StandInKeyring('v12')
    keyring.readsToo = ['v11']
    const full = () => {
      throw new Error('disk full')
    }
    const { vault, told } = profile.run(keyring, { disk: { ...realDisk, write: full } })
    await vault.unlockAll()
    expect(await vault.keyState('live')).toMatchObject({ keeping: 'keyring', problem: null })
    expect([profile.onDisk(), told]).toEqual([before, []])
  })
})

describe('a cut while the file is replaced (S5)', () => {
  const steps = ['write', 'flush', 'rename', 'flush folder']

  /** The machine stops before the given step; what was done until then stays. */
  function diskThatStopsBefore(step: string): Disk {
    let flushed = 0
    const at = (one: string) => {
      if (one === step) throw new Error('power cut')
    }
    return {
      write: (path, text) => {
        at('write')
        realDisk.write(path, text)
      },
      flush: (path) => {
        at(flushed++ === 0 ? 'flush' : 'flush folder')
        realDisk.flush(path)
      },
      rename: (from, to) => {
        at('rename')
        realDisk.rename(from, to)
      },
    }
  }

  test.each(steps)('(before %s) leaves the old key or the new one, whole', async (step) => {
    await profile.earlierRun(new StandInKeyring('v11'))
    const cut = profile.run(new StandInKeyring('v11'), { disk: diskThatStopsBefore(step) })
    await cut.vault.setKey(entry('keyring', anotherKey))
    const next = profile.run(new StandInKeyring('v11'))
    await next.vault.unlockAll()
    expect(next.vault.notice).toBeNull()
    expect(next.core.get('live')?.key).toBe(step === 'flush folder' ? anotherKey : key)
  })

  test('that the program survives is reported, and the key serves until it ends', async () => {
    const { vault, core } = profile.run(new StandInKeyring('v11'), { disk: diskThatStopsBefore('rename') })
    const state = await vault.setKey(entry('keyring'))
    expect(state).toMatchObject({ keeping: 'session' })
    expect(state.problem?.message).toContain('cannot be saved')
    expect(core.get('live')?.key).toBe(key)
  })

  test('of forgetting says that the key is still there', async () => {
    await profile.earlierRun(new StandInKeyring('v11'))
    const { vault, core } = profile.run(new StandInKeyring('v11'), { disk: diskThatStopsBefore('rename') })
    await vault.unlockAll()
    const state = await vault.forgetKey('live')
    expect(state.problem?.message).toContain('still on disk')
    expect(core.size).toBe(0)
  })

  test('of forgetting does not bring the forgotten key back into use when the window looks again', async () => {
    await profile.earlierRun(new StandInKeyring('v11'))
    const { vault, core } = profile.run(new StandInKeyring('v11'), { disk: diskThatStopsBefore('rename') })
    await vault.unlockAll()
    await vault.forgetKey('live')
    expect((await vault.keyState('live')).problem?.message).toContain('still on disk')
    expect(core.size).toBe(0)
  })
})

describe('a vault file', () => {
  test.each(['', '{"version": 1, "keys": [', '[]', '{"version": 1, "keys": [{"workspace": 5}]}', '\0\0\0\0'])(
    'that is damaged (%j) is set aside, named, and never written over',
    async (damaged) => {
      writeFileSync(profile.file, damaged)
      const { vault } = profile.run(new StandInKeyring('v11'))
      expect(vault.notice).toMatchObject({ kind: 'damaged' })
      const aside = readdirSync(profile.folder).find((name) => name.startsWith('vault.json.damaged-'))
      expect(readFileSync(join(profile.folder, aside!), 'utf8')).toBe(damaged)
      expect(await vault.setKey(entry('keyring'))).toMatchObject({ keeping: 'keyring' })
    },
  )

  test('that is damaged and cannot be moved is left alone', async () => {
    writeFileSync(profile.file, 'damaged')
    const { vault } = profile.run(new StandInKeyring('v11'), {
      disk: {
        ...realDisk,
        rename: () => {
          throw new Error('read-only')
        },
      },
    })
    expect(await vault.setKey(entry('keyring'))).toMatchObject({ keeping: 'session' })
    expect(profile.onDisk()).toBe('damaged')
  })

  test('of a later version is left untouched', async () => {
    writeFileSync(profile.file, '{"version": 2, "keys": {}}')
    const { vault } = profile.run(new StandInKeyring('v11'))
    expect(vault.notice).toEqual({ kind: 'newer-version', detail: 'The key vault' })
    expect(await vault.setKey(entry('keyring'))).toMatchObject({ keeping: 'session' })
    expect(profile.onDisk()).toBe('{"version": 2, "keys": {}}')
  })
})

describe('a program that was made to show what it does', () => {
  test('unlocks no key, takes none, and says why', async () => {
    await profile.earlierRun(new StandInKeyring('v11'))
    const before = profile.onDisk()
    const keyring = new StandInKeyring('v11')
    const { vault, core } = profile.run(keyring, { exposedBy: ['--remote-debugging-port'] })
    await vault.unlockAll()
    const state = await vault.setKey(entry('session', anotherKey))
    expect(state).toMatchObject({ present: true, lastFour: 'wxyz', canRemember: [] })
    expect(state.problem?.message).toContain('--remote-debugging-port')
    expect(await vault.keyState('live')).toEqual(state)
    expect([core.size, keyring.asked, profile.onDisk()]).toEqual([0, 0, before])
  })
})
