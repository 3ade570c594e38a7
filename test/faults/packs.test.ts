import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { ownFolder } from '../core/folders.ts'
import { filledLibrary } from '../core/publish/filled-library.ts'
import { lastStep } from '../core/storage/steps.ts'
import { mountNamespace } from './mount-namespace.ts'

const run = promisify(execFile)

test.skipIf(mountNamespace === null)(
  'a pack for which the disk has no room is not stored at all, leaves no files, and is read as whole once there is room (C5, K3; needs the right to mount a file system)',
  async () => {
    const first = await filledLibrary()
    const making = { companies: ['HLDN'], watchlistIds: [], author: 'Ada', name: 'a', passphrase: null }
    const kinds: ['statements', 'calls'] = ['statements', 'calls']
    const made = await lastStep(first.api.packs.make({ ...making, kinds, folder: ownFolder() }))
    await first.close()
    const disk = ownFolder()
    const program = [process.execPath, join(import.meta.dirname, 'open-pack-elsewhere.ts')]
    const mounted = 'mount -t tmpfs -o size=64m tmpfs "$0" && exec "$@"'
    const child = ['sh', '-c', mounted, disk, ...program, disk, made.kind === 'done' ? made.path : '']
    const { stdout } = await run('unshare', [...(mountNamespace ?? []), ...child])
    const nothing = { hasRecords: false, unused: 0, periods: 0, calls: 0, lists: ['Mine'], left: [] }
    expect(JSON.parse(stdout)).toEqual({
      withoutRoom: { ...nothing, outcome: expect.objectContaining({ kind: 'not-enough-space' }) as unknown },
      full: { ...nothing, outcome: { kind: 'disk-full' } },
      unindexed: {
        ...nothing,
        hasRecords: true,
        periods: expect.toSatisfy((periods: number) => periods < 10) as unknown,
        outcome: { kind: 'disk-full' },
      },
      enough: { hasRecords: true, unused: 0, periods: 10, calls: 6, lists: ['Mine'], left: [], outcome: 'done' },
    })
  },
)
