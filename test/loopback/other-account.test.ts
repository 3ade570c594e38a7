import { spawnSync } from 'node:child_process'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { filesIn } from '../core/folders.ts'
import { enterShell, startShell, temporaryFolder } from './shell-process.ts'

vi.setConfig({ testTimeout: 60_000 })

const nobody = ['--reuid=65534', '--regid=65534', '--clear-groups']
const canTryIt = process.getuid?.() === 0 && spawnSync('setpriv', [...nobody, 'true']).status === 0

/** What another account of this computer reads with a command; null: it was refused. */
function readByOther(...command: readonly string[]): string | null {
  const { status, stdout } = spawnSync('setpriv', [...nobody, ...command], { encoding: 'utf8' })
  return status === 0 ? stdout : null
}

describe.skipIf(!canTryIt)('another account of this computer (needs root and setpriv)', () => {
  test('reads neither the library nor the desk nor the log, and finds no token in what it sees of the program (B4)', async () => {
    const around = await temporaryFolder()
    // Its own folder may be open to everybody, as /home is: the profile in it is not.
    await chmod(around, 0o755)
    const profile = join(around, 'profile')
    const shell = startShell(['--no-open', '--no-sample', '--profile', profile])
    const [{ token }, { session }] = [await shell.address, await enterShell(shell)]
    expect(readByOther('ls', around)).toBe('profile\n')
    expect(readByOther('ls', profile)).toBeNull()
    const files = filesIn(profile)
    expect(files).toEqual(
      expect.arrayContaining([expect.stringMatching(/library\.db$/), expect.stringMatching(/desk\.db$/)]),
    )
    expect(files.filter((file) => readByOther('cat', join(profile, file)) !== null)).toEqual([])
    expect(readByOther('cat', `/proc/${shell.child.pid}/environ`)).toBeNull()
    const seen = readByOther('cat', `/proc/${shell.child.pid}/cmdline`)
    expect(seen).toContain('--no-open')
    expect([token, session].filter((secret) => seen?.includes(secret))).toEqual([])
  })
})
