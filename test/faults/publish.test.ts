import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { ownFolder } from '../core/folders.ts'
import { filledLibrary } from '../core/publish/filled-library.ts'
import { mountNamespace } from './mount-namespace.ts'

const run = promisify(execFile)

test.skipIf(mountNamespace === null).each([
  ['full', 'the disk of the folder is full. Free some space, or choose another folder'],
  ['read-only', 'the folder cannot be written to. Choose another folder, or ask its owner for write access'],
])(
  'on a disk that became %s nothing is published, the former version is whole, and the sentence says what to do (needs the right to mount a file system)',
  async (fault, detail) => {
    const opened = await filledLibrary()
    await opened.close()
    const program = [process.execPath, join(import.meta.dirname, 'publish-elsewhere.ts')]
    const mounted = 'mount -t tmpfs -o size=64m tmpfs "$0" && exec "$@"'
    const disk = ownFolder()
    const child = ['sh', '-c', mounted, disk, ...program, opened.profile, disk, fault]
    const { stdout } = await run('unshare', [...(mountNamespace ?? []), ...child])
    expect(JSON.parse(stdout)).toEqual({
      mounted: 0,
      first: 'done',
      second: { kind: 'failed', failure: { kind: 'not-published', detail } },
      version: 'version-1',
      isWhole: true,
      listed: true,
      third: 'done',
    })
  },
)
