import { execFile, spawn, spawnSync } from 'node:child_process'
import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { filesIn, hashOf, ownFolder } from '../core/folders.ts'
import { openedCore } from '../core/opened-core.ts'
import { lastStep } from '../core/storage/steps.ts'
import { mountNamespace } from './mount-namespace.ts'

const run = promisify(execFile)
const program = [process.execPath, join(import.meta.dirname, 'storage-elsewhere.ts')]
const callId = 'a'
const place = { firstTurn: 0, from: 0, lastTurn: 0, to: 4, segmentId: null }
const passage = { ...place, hash: 'a', quote: 'said', before: '', after: '' }

async function profileWithNote(note: string): Promise<string> {
  const opened = openedCore()
  await opened.api.notes.add({ callId, passage, color: 'red', note })
  await opened.close()
  return opened.profile
}

test.skipIf(mountNamespace === null)(
  'a backup or a restore for which there is no room is refused before it begins, and leaves everything as it was (needs the right to mount a file system)',
  async () => {
    const profile = await profileWithNote('mine')
    const disk = ownFolder()
    const onSmallDisk = async (limits: string, script: string, ...args: readonly string[]) => {
      const mounted = `mount -t tmpfs -o ${limits} tmpfs "$0" && ${script}`
      const { stdout } = await run('unshare', [
        ...(mountNamespace ?? []),
        'sh',
        '-c',
        mounted,
        disk,
        ...program,
        ...args,
      ])
      return JSON.parse(stdout) as unknown
    }
    expect(await onSmallDisk('size=300k', 'exec "$@"', profile, 'backup', disk)).toMatchObject({
      done: { kind: 'failed', failure: { kind: 'not-enough-space' } },
      left: [],
      notes: ['mine'],
    })
    // There is room, but no file can be made: it is that disk which is full, not the profile's.
    expect(await onSmallDisk('size=64m,nr_inodes=1', 'exec "$@"', profile, 'backup', disk)).toMatchObject({
      done: { kind: 'failed', failure: { kind: 'invalid-folder', detail: 'its disk is full' } },
      left: [],
    })
    const core = openedCore({ profile })
    const made = await lastStep(core.api.storage.createBackup({ folder: null }))
    await core.close()
    const path = made.kind === 'done' ? made.path : ''
    const other = await profileWithNote('of before')
    const size = filesIn(other).reduce((sum, name) => sum + statSync(join(other, name)).size, 0)
    const small = `size=${Math.ceil(size / 1024) + 600}k`
    const copied = `cp -r ${other}/. "$0" && exec "$@"`
    expect(await onSmallDisk(small, copied, disk, 'restore', path)).toMatchObject({
      done: { kind: 'failed', failure: { kind: 'not-enough-space' } },
      left: [],
      notes: ['of before'],
    })
    // There is room, but no file can be made: while it is taken out, while it is tried, when it is opened in its place.
    const files = readdirSync(other, { recursive: true }).length
    for (const [more, kind] of [
      [10, 'disk-full'],
      [12, 'disk-full'],
      [14, 'invalid-backup'],
    ] as const)
      expect(await onSmallDisk(`size=64m,nr_inodes=${files + more}`, copied, disk, 'restore', path)).toMatchObject({
        done: { kind: 'failed', failure: { kind } },
        left: [],
        notes: ['of before'],
      })
  },
)

test(
  'a program killed while it restores has all of what was there, or all of the backup',
  { timeout: 60_000 },
  async () => {
    const core = openedCore({ profile: await profileWithNote('of the back-up') })
    const made = await lastStep(core.api.storage.createBackup({ folder: null }))
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
      const { highlights } = await after.api.notes.ofCall({ callId, hash: 'a' })
      const notes = highlights.map(({ highlight }) => highlight.note)
      const isDone = heard.includes('done')
      expect([['of before'], ['of the back-up']]).toContainEqual(notes)
      if (isDone) expect(notes).toEqual(['of the back-up'])
      expect(await lastStep(after.api.storage.verify())).toMatchObject({ kind: 'done', faults: [] })
      expect(readdirSync(profile).filter((name) => /restoring|unfinished/.test(name))).toEqual([])
      await after.close()
    }
  },
)

/** Who is root may write anything; without this one capability even root is held to the rights of a folder. */
const withoutPrivilege = process.getuid?.() === 0 ? ['setpriv', '--bounding-set', '-dac_override'] : []
const canTryIt =
  process.platform === 'linux' && (withoutPrivilege.length === 0 || spawnSync('setpriv', ['--version']).status === 0)

const unwritable =
  'a profile that cannot be written is measured, verified, and backed up elsewhere (needs Linux and setpriv)'
test.skipIf(!canTryIt)(unwritable, async () => {
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
  const [command, ...args] = [...withoutPrivilege, ...program, profile, 'backup', folder] as const
  const said = JSON.parse((await run(command, args)).stdout) as {
    readonly bytes: number
    readonly done: { path: string }
  }
  expect(said).toMatchObject({ verified: { kind: 'done', faults: [] }, done: { kind: 'done' }, notes: ['kept'] })
  expect(said.bytes).toBeGreaterThan(100_000)
  expect(filesIn(profile).map((name) => [name, hashOf(join(profile, name))])).toEqual(before)
  const other = openedCore()
  expect(await lastStep(other.api.storage.restore({ path: said.done.path }))).toMatchObject({ kind: 'done' })
  const { highlights } = await other.api.notes.ofCall({ callId, hash: 'a' })
  expect(highlights.map(({ highlight }) => highlight.note)).toEqual(['kept'])
})

test.skipIf(process.platform === 'win32')(
  'a backup that runs out of file handles says so, and leaves nothing half-written (not on Windows, which has no such limit)',
  async () => {
    const profile = await profileWithNote('mine')
    const folder = ownFolder()
    const lefts = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12].map(String)
    const child = [process.execPath, join(import.meta.dirname, 'back-up-without-handles.ts'), profile, folder, ...lefts]
    const { stdout } = await run('sh', ['-c', 'ulimit -n 64 && exec "$@"', 'sh', ...child])
    const { outcomes, names } = JSON.parse(stdout) as { outcomes: string[]; names: string[] }
    expect(outcomes.at(0)).toBe('too-many-open-files')
    expect(outcomes.at(-1)).toBe('done')
    expect(outcomes.filter((outcome) => !['too-many-open-files', 'done'].includes(outcome))).toEqual([])
    expect(names).toHaveLength(outcomes.filter((outcome) => outcome === 'done').length)
  },
)

test.skipIf(process.platform === 'win32')(
  'a backup that is larger than its file system allows for a file says so, and not that the disk is full (not on Windows, which has no such limit)',
  async () => {
    const profile = await profileWithNote('mine')
    const folder = ownFolder()
    const largest = Math.max(...filesIn(profile).map((name) => statSync(join(profile, name)).size))
    // Units of 512 bytes: each database can be written, the file with all of them cannot.
    const limited = `ulimit -f ${Math.ceil(largest / 512) + 200} && exec "$@"`
    const { stdout } = await run('sh', ['-c', limited, 'sh', ...program, profile, 'backup', folder])
    expect(JSON.parse(stdout)).toMatchObject({
      done: {
        kind: 'failed',
        failure: { kind: 'invalid-folder', detail: 'its file system cannot store files of this size' },
      },
      left: [],
      notes: ['mine'],
    })
  },
)
