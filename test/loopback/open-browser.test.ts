import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openerOf, openingFolder, runOpener, writeOpeningFile } from '#loopback/open-browser.ts'

test.each<[NodeJS.Platform, Record<string, string>, string | null]>([
  ['linux', {}, null],
  ['linux', { DISPLAY: '' }, null],
  ['linux', { DISPLAY: ':0' }, 'xdg-open'],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, 'xdg-open'],
  ['darwin', {}, 'open'],
  ['darwin', { SSH_CONNECTION: '192.0.2.1 1 192.0.2.2 22' }, null],
  ['win32', {}, 'explorer.exe'],
])('on %s with %j the browser is opened by %s', (platform, environment, opener) => {
  expect(openerOf(platform, environment)).toBe(opener)
})

test('the file goes where only the user and this login are', () => {
  expect(openingFolder({ XDG_RUNTIME_DIR: '/run/user/1000' }, '/tmp')).toBe('/run/user/1000')
  expect(openingFolder({ XDG_RUNTIME_DIR: 'run' }, '/tmp')).toBe('/tmp')
  expect(openingFolder({}, '/tmp')).toBe('/tmp')
})

test('the address is in a file that nobody else can read, and the file goes away (B4)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tearsheet-open-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const { file, remove } = await writeOpeningFile(folder, 'http://127.0.0.1:4000/open#t=TOKEN')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await stat(dirname(file))).mode & 0o777).toBe(0o700)
  expect(await readFile(file, 'utf8')).toContain('content="0; url=http://127.0.0.1:4000/open#t=TOKEN"')
  await remove()
  await remove()
  expect(await readdir(folder)).toEqual([])
})

test('a machine without a browser is reported, whether the opener is missing or finds none', async () => {
  for (const opener of ['no-such-opener', 'false']) {
    await new Promise<void>((failed) => runOpener(opener, '/nowhere.html', failed))
  }
})
