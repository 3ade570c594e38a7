import { execFile, spawn, spawnSync } from 'node:child_process'
import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { filesIn, hashOf, ownFolder } from '../core/folders.ts'
import { openedCore } from '../core/opened-core.ts'
import { lastStep } from '../core/storage/steps.ts'

const run = promisify(execFile)
const program = [process.execPath, join(import.meta.dirname, 'storage-elsewhere.ts')]
const callId = 'a'
const place = { firstTurn: 0, from: 0, lastTurn: 0, to: 4, segmentId: null }
const passage = { ...place, hash: 'a', quote: 'said', before: '', after: '' }

async function profileWithNote(note: string): Promise<string> {
  const opened = openedCore()
  await opened.desk.notes.add({ callId, passage, colour: 'red', note })
  await opened.close()
  return opened.profile
}

/** A file system of a megabyte, seen by one program only: needs the right to mount. */
const canMount = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

test.skipIf(!canMount)(
  'a back-up onto a full disk, and a restore onto one, end in words, and leave all as it was',
  async () => {
    const profile = await profileWithNote('mine')
    const disk = ownFolder()
    const onSmallDisk = async (size: string, script: string, ...args: readonly string[]) => {
      const mounted = `mount -t tmpfs -o size=${size} tmpfs "$0" && ${script}`
      const { stdout } = await run('unshare', ['--mount', 'sh', '-c', mounted, disk, ...program, ...args])
      return JSON.parse(stdout) as unknown
    }
    expect(await onSmallDisk('300k', 'exec "$@"', profile, 'back-up', disk)).toMatchObject({
      done: { kind: 'failed', failure: { kind: 'disk-full' } },
      left: [],
      notes: ['mine'],
    })
    const core = openedCore({ profile })
    const made = await lastStep(core.desk.storage.backUp({ folder: null }))
    await core.close()
    const path = made.kind === 'done' ? made.path : ''
    const other = await profileWithNote('of before')
    const size = filesIn(other).reduce((sum, name) => sum + statSync(join(other, name)).size, 0)
    const small = `${Math.ceil(size / 1024) + 600}k`
    const copied = `cp -r ${other}/. "$0" && exec "$@"`
    expect(await onSmallDisk(small, copied, disk, 'restore', path)).toMatchObject({
      done: { kind: 'failed', failure: { kind: 'disk-full' } },
      left: [],
      notes: ['of before'],
    })
  },
)

test(
  'a program killed while it restores has all of what was there, or all of the back-up',
  { timeout: 60_000 },
  async () => {
    const core = openedCore({ profile: await profileWithNote('of the back-up') })
    const made = await lastStep(core.desk.storage.backUp({ folder: null }))
    const path = made.kind === 'done' ? made.path : ''
    for (const lines of [1, 2, 3]) {
      const profile = await profileWithNote('of before')
      const restoring = join(import.meta.dirname, 'restore-until-killed.ts')
      const child = spawn(process.execPath, [restoring, profile, path], { stdio: ['ignore', 'pipe', 'inherit'] })
      const heard: string[] = []
      for await (const line of createInterface(child.stdout)) {
        heard.push(line)
        if (heard.length === lines) child.kill('SIGKILL')
      }
      const after = openedCore({ profile })
      const { highlights } = await after.desk.notes.ofCall({ callId, hash: 'a' })
      const notes = highlights.map(({ highlight }) => highlight.note)
      const isDone = heard.includes('done')
      expect([['of before'], ['of the back-up']]).toContainEqual(notes)
      if (isDone) expect(notes).toEqual(['of the back-up'])
      expect(await lastStep(after.desk.storage.verify())).toMatchObject({ kind: 'done', faults: [] })
      expect(readdirSync(profile)).not.toContain('restoring')
      await after.close()
    }
  },
)

/** Who is root may write anything; without this one capability even root is held to the rights of a folder. */
const withoutPrivilege = process.getuid?.() === 0 ? ['setpriv', '--bounding-set', '-dac_override'] : []
const canTryIt =
  process.platform === 'linux' && (withoutPrivilege.length === 0 || spawnSync('setpriv', ['--version']).status === 0)

test.skipIf(!canTryIt)('a profile that cannot be written is measured, verified, and backed up elsewhere', async () => {
  const profile = await profileWithNote('kept')
  const all = [
    profile,
    ...readdirSync(profile, { recursive: true, encoding: 'utf8' }).map((name) => join(profile, name)),
  ]
  const protect = (take: boolean) => {
    for (const each of all)
      chmodSync(each, statSync(each).isDirectory() ? (take ? 0o555 : 0o755) : take ? 0o444 : 0o644)
  }
  protect(true)
  onTestFinished(() => protect(false))
  const before = filesIn(profile).map((name) => [name, hashOf(join(profile, name))])
  const folder = ownFolder()
  const [command, ...args] = [...withoutPrivilege, ...program, profile, 'back-up', folder] as const
  const said = JSON.parse((await run(command, args)).stdout) as {
    readonly bytes: number
    readonly done: { path: string }
  }
  expect(said).toMatchObject({ verified: { kind: 'done', faults: [] }, done: { kind: 'done' }, notes: ['kept'] })
  expect(said.bytes).toBeGreaterThan(100_000)
  expect(filesIn(profile).map((name) => [name, hashOf(join(profile, name))])).toEqual(before)
  const other = openedCore()
  expect(await lastStep(other.desk.storage.restore({ path: said.done.path }))).toMatchObject({ kind: 'done' })
  const { highlights } = await other.desk.notes.ofCall({ callId, hash: 'a' })
  expect(highlights.map(({ highlight }) => highlight.note)).toEqual(['kept'])
})
