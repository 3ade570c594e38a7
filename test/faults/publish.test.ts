import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { manifest } from '#core/publish/manifest.ts'
import { filesIn, ownFolder } from '../core/folders.ts'
import { openedCore } from '../core/opened-core.ts'
import { filledLibrary } from '../core/publish/filled-library.ts'
import { bucket, credentials } from '../core/publish/s3-store.ts'
import { startedStore } from '../core/publish/started-store.ts'
import { lastStep } from '../core/storage/steps.ts'
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

test('a program killed during an upload leaves what was published whole, and the next publication completes', async () => {
  const filled = await filledLibrary()
  await filled.close()
  const { profile } = filled
  const store = await startedStore(Date.now)
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = credentials
  const s3 = { endpoint: store.endpoint, region: 'eu-central-1', bucket, prefix: 'tearsheet' }
  /** One start of the program, up to the end of a publication. */
  const published = async (name: string) => {
    const opened = openedCore({ profile })
    const { api, core } = opened
    core.s3Credentials.holdEntered({ workspace: 'sample', origin: store.endpoint, accessKeyId, secretAccessKey })
    await api.metrics.save({ name, formula: 'Revenue', unit: 'money' })
    const { kind } = await lastStep(api.storage.publish({ s3 }))
    await opened.close()
    return kind
  }
  const readers = () => {
    const { version, files } = manifest.parse(JSON.parse(store.read('tearsheet/_tearsheet/manifest.json').toString()))
    return { version, files: files.map(({ path }) => store.read(`tearsheet/${path}`).toString('base64')) }
  }
  expect(await published('First')).toBe('done')
  const before = readers()
  const opened = openedCore({ profile })
  await opened.api.metrics.save({ name: 'Second', formula: 'Revenue', unit: 'money' })
  await opened.close()

  const program = join(import.meta.dirname, 'publish-until-killed.ts')
  const child = spawn(process.execPath, [program, profile, store.endpoint, bucket, 'tearsheet'], {
    env: { ...process.env, ...credentials },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const uploads: string[] = []
  store.before = ({ method, key }) => {
    if (method !== 'PUT' || !key.endsWith('.parquet')) return
    uploads.push(key)
    if (uploads.length === 2) child.kill('SIGKILL')
  }
  await once(child, 'exit')
  expect(uploads.length).toBeGreaterThan(1)
  expect(readers()).toEqual(before)

  store.before = () => undefined
  expect(await published('Third')).toBe('done')
  expect(readers().version).not.toBe(before.version)
  expect(filesIn(profile).filter((name) => name.includes('publication'))).toEqual([])
  const files = filesIn(profile).map((name) => readFileSync(join(profile, name)))
  expect(files.some((file) => file.includes(secretAccessKey))).toBe(false)
})
