import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { sampleKey } from '#sample/options.ts'
import { startSampleService } from '#sample/server.ts'
import { ownFolder } from '../core/folders.ts'
import { mountNamespace } from './mount-namespace.ts'

const run = promisify(execFile)

test.skipIf(mountNamespace === null)(
  'on a full disk reading goes on, the service’s responses are shown, and nothing stored is lost (C5, W8; needs the right to mount a file system)',
  async () => {
    const service = await startSampleService({ restated: 'never' })
    const disk = ownFolder()
    const child = [process.execPath, join(import.meta.dirname, 'fill-disk.ts'), disk, service.baseUrl, sampleKey]
    const script = 'mount -t tmpfs -o size=4m tmpfs "$2" && exec "$0" "$1" "$2" "$3" "$4" "$5" "$6"'
    const { stdout } = await run('unshare', [...(mountNamespace ?? []), 'sh', '-c', script, ...child, 'HLDN', 'VSPO'])
    await service.close()
    expect(JSON.parse(stdout)).toEqual({
      first: 10,
      asked: { some: true, failure: { kind: 'disk-full' } },
      another: { kind: 'disk-full' },
      read: 10,
      notices: [{ kind: 'disk-full' }],
      readAgain: 10,
      askedAgain: { some: true, failure: expect.toBeOneOf([null, { kind: 'disk-full' }]) as unknown },
      noticesAgain: [{ kind: 'disk-full' }],
      afterwards: [10, 10],
      noticesAfterwards: [],
    })
  },
)

test.skipIf(mountNamespace === null)(
  'on a full disk a library that is too large for a copy in memory is read and verified (C5, W8; needs the right to mount a file system)',
  async () => {
    const service = await startSampleService({ restated: 'never' })
    const disk = ownFolder()
    const program = join(import.meta.dirname, 'large-library-on-full-disk.ts')
    const script = 'mount -t tmpfs -o size=24m tmpfs "$2" && exec "$0" "$1" "$2" "$3" "$4" "$5"'
    const child = [process.execPath, program, disk, service.baseUrl, sampleKey, 'HLDN']
    const { stdout } = await run('unshare', [...(mountNamespace ?? []), 'sh', '-c', script, ...child])
    await service.close()
    expect(JSON.parse(stdout)).toEqual({
      read: 10,
      measured: true,
      verified: 'done',
      notices: [{ kind: 'disk-full' }],
      bytes: 3 * 1024 ** 3,
    })
  },
)

test.skipIf(mountNamespace === null)(
  'on a full disk another workspace is opened, and only which one was open last is forgotten (C5, W8; needs the right to mount a file system)',
  async () => {
    const disk = ownFolder()
    const child = [process.execPath, join(import.meta.dirname, 'switch-on-full-disk.ts'), disk]
    const script = 'mount -t tmpfs -o size=8m tmpfs "$2" && exec "$0" "$1" "$2"'
    const { stdout } = await run('unshare', [...(mountNamespace ?? []), 'sh', '-c', script, ...child])
    expect(JSON.parse(stdout)).toEqual({
      switched: 'first',
      active: 'first',
      announced: true,
      back: 'second',
      lists: ['Stays'],
    })
  },
)
