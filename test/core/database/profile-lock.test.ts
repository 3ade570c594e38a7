import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { lockProfile } from '#core/database/profile-lock.ts'
import { filesIn, ownFolder } from '../folders.ts'

/** Another program on the same profile, and what it said. */
async function otherProgram(profile: string): Promise<{ said: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'hold-lock.ts'), profile], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  return { said: said.toString().trim(), child }
}

describe('a profile (C9, W12)', () => {
  test('that another program works on is not opened a second time, and the second touches nothing', async () => {
    const profile = ownFolder()
    const { said } = await otherProgram(profile)
    const before = filesIn(profile)
    expect(said).toBe('held')
    expect(() => lockProfile(profile)).toThrow('This profile is open in another Tearsheet window.')
    expect(filesIn(profile)).toEqual(before)
  })

  test('is in use for the other program too', async () => {
    const profile = ownFolder()
    const lock = lockProfile(profile)
    expect((await otherProgram(profile)).said).toBe('profile-in-use')
    lock.release()
    expect((await otherProgram(profile)).said).toBe('held')
  })

  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'is free again when its program ended by %s: nothing stale is left',
    async (signal) => {
      const profile = ownFolder()
      const { child } = await otherProgram(profile)
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
      lockProfile(profile).release()
    },
  )

  test('with something else written into its lock file can still be opened', () => {
    const profile = ownFolder()
    writeFileSync(join(profile, 'profile.lock'), 'no database at all, but longer than a header '.repeat(5))
    const lock = lockProfile(profile)
    expect(() => lockProfile(profile)).toThrow('This profile is open in another Tearsheet window.')
    lock.release()
  })
})
