import { execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { canary, formsOf } from '../core/canary.ts'
import { filesIn, ownFolder } from '../core/folders.ts'
import { callId, startRecordingService } from '../core/recordings/recording-service.ts'
import { mountNamespace } from './mount-namespace.ts'

const program = (name: string) => join(import.meta.dirname, name)

/** Runs the download until it says that so many bytes are here, kills it there and then. Infinity: until it ends. */
async function downloadedUntil(bytes: number, profile: string, baseUrl: string): Promise<string> {
  const child = spawn(process.execPath, [program('download-until-killed.ts'), profile, baseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let last = ''
  for await (const line of createInterface(child.stdout)) {
    last = line
    if (Number(line.split(' ')[1]) >= bytes) child.kill('SIGKILL')
  }
  return last
}

test('a download that is killed again and again goes on automatically where it was, byte for byte, and no file knows the key (D1, W4)', async () => {
  const service = await startRecordingService()
  onTestFinished(() => service.close())
  service.key = canary
  const profile = ownFolder()
  const step = 3 * 65_536
  service.holdAfter = step
  for (let round = 1; round <= 5; round += 1) {
    expect(await downloadedUntil(round * step, profile, service.baseUrl)).toBe(`downloading ${round * step}`)
    const names = filesIn(profile).filter((name) => name.includes(callId))
    expect(names.map((name) => name.split('.').at(-1))).toEqual(['json', 'part'])
  }
  service.release()
  expect(await downloadedUntil(Number.POSITIVE_INFINITY, profile, service.baseUrl)).toBe('on-disk 1000000')
  // The first request was without the key.
  expect(service.asked.map(({ key, range }) => [key, range])).toEqual([
    [null, null],
    ...[0, 1, 2, 3, 4, 5].map((round) => [canary, round === 0 ? null : `bytes=${round * step}-`]),
  ])
  const file = filesIn(profile).find((name) => name.endsWith(`${callId}.mp3`))
  expect(readFileSync(join(profile, file ?? '')).equals(service.bytes)).toBe(true)
  const forms = formsOf(canary)
  const leaks = filesIn(profile).filter((name) => {
    const bytes = readFileSync(join(profile, name))
    return forms.some((form) => bytes.includes(form))
  })
  expect(leaks).toEqual([])
})

test.skipIf(mountNamespace === null)(
  'a full disk stops a download with the sizes, keeps what came, and lets it go on when there is room (needs the right to mount a file system)',
  async () => {
    const disk = ownFolder()
    const script = 'mount -t tmpfs -o size=12m tmpfs "$2" && exec "$0" "$1" "$2"'
    const child = [process.execPath, program('download-onto-full-disk.ts'), disk]
    const { stdout } = await promisify(execFile)('unshare', [...(mountNamespace ?? []), 'sh', '-c', script, ...child])
    expect(JSON.parse(stdout)).toEqual({
      onTheWay: { state: 'failed', failure: 'disk-full', kept: true },
      refused: { kind: 'disk-full', detail: expect.stringMatching(/^2\.\d MB needed, 0\.0 MB free$/) as string },
      full: { kind: 'disk-full', detail: expect.stringMatching(/ MB needed, .* free$/) as string },
      // Nothing was requested that had no room.
      asked: 1,
      room: { state: 'on-disk', same: true, resumed: true },
    })
  },
)
