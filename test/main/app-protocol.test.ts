import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { assetManifest, type AssetManifest } from '#core/window/assets.ts'
import { serveAppFile, registerAppScheme, policyHeaders, windowOrigin } from '#main/app-protocol.ts'
import { launchBrowser, openTab } from '../loopback/browser.ts'

let folder: string
let manifest: AssetManifest

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tearsheet-bundle-'))
  await mkdir(join(folder, 'out/assets'), { recursive: true })
  await writeFile(join(folder, 'secret.txt'), 'secret')
  await writeFile(join(folder, 'out/index.html'), '<!doctype html>')
  await writeFile(join(folder, 'out/assets/index-1a2b.js'), 'start()')
  await symlink(join(folder, 'secret.txt'), join(folder, 'out/assets/linked.txt'))
  manifest = await assetManifest(join(folder, 'out'))
})
afterAll(() => rm(folder, { recursive: true }))

const ask = (url: string, method = 'GET') => serveAppFile(manifest, { url, method })

describe('the window’s own files', () => {
  test.each([
    ['app://bundle/', 'text/html; charset=utf-8'],
    ['app://bundle/index.html', 'text/html; charset=utf-8'],
    ['app://bundle/assets/index-1a2b.js', 'text/javascript; charset=utf-8'],
    ['app://bundle/assets/index-1a2b.js?v=2#top', 'text/javascript; charset=utf-8'],
  ])('%s is there, with its type and the policy', (url, type) => {
    const answer = ask(url)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe(type)
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('content-security-policy')).toContain('connect-src app://bundle/media/;')
  })

  test('come as the bytes that were built', async () => {
    expect(await ask('app://bundle/assets/index-1a2b.js').text()).toBe('start()')
    expect(await ask('app://bundle/', 'HEAD').text()).toBe('')
  })
})

test('the page reads a recording whole, as it must where none can be played piece by piece, and nothing else', async () => {
  const server = createServer((request, response) => {
    const origin = `http://${request.headers.host ?? ''}`
    const policy = policyHeaders['Content-Security-Policy']?.replaceAll(windowOrigin, origin) ?? ''
    response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Security-Policy': policy }).end('0123456789')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const browser = await launchBrowser()
  onTestFinished(() => browser.close())
  const { page } = await openTab(browser)
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const read = (path: string) =>
    page.evaluate(
      (asked) =>
        fetch(asked).then(
          async (answer) => (await answer.blob()).size,
          () => 'refused',
        ),
      path,
    )
  expect([await read('/media/some-call'), await read('/index.html'), await read('/mediaother')]).toEqual([
    10,
    'refused',
    'refused',
  ])
}, 30_000)

const hostile = [
  'app://bundle/../secret.txt',
  'app://bundle/assets/../../secret.txt',
  'app://bundle/assets/../index.html',
  'app://bundle/..%2fsecret.txt',
  'app://bundle/%2e%2e/secret.txt',
  'app://bundle/%2e%2e%2fsecret.txt',
  'app://bundle/..%5csecret.txt',
  'app://bundle/..\\secret.txt',
  'app://bundle/....//secret.txt',
  'app://bundle/./index.html',
  'app://bundle//index.html',
  'app://bundle//etc/passwd',
  'app://bundle/etc/passwd',
  'app://bundle/%2fetc%2fpasswd',
  'app://bundle/C:/Windows/win.ini',
  'app://bundle/C:%5cWindows%5cwin.ini',
  'app://bundle/file:///etc/passwd',
  'app://bundle/index.html%00.js',
  'app://bundle/index.html\0',
  'app://bundle/%00',
  'app://bundle/index.html/',
  'app://bundle/INDEX.HTML',
  'app://bundle/index%2ehtml',
  'app://bundle/assets',
  'app://bundle/assets/',
  'app://bundle/assets/linked.txt',
  'app://bundle/assets/index-1a2b.js/../../index.html',
  'app://bundle/%E2%80%AEindex.html',
  'app://bundle/index.html;x=1',
  'app://bundle/..;/secret.txt',
  'app://bundle/.%2e/secret.txt',
  'app://bundle/constructor',
  'app://bundle/__proto__',
  'app://bundle',
  'app://bundle.evil.example/index.html',
  'app://bundle:80/index.html',
  'app://user@bundle/index.html',
  'app://other/index.html',
  'app:/bundle/index.html',
  'app:bundle/index.html',
  'APP://bundle/index.html',
  'file:///etc/passwd',
  'https://bundle/index.html',
  'data:text/html,x',
  '',
]

describe('an address that is not one of the built files (E10)', () => {
  test.each(hostile)('%j gets nothing but a refusal, with the policy on it', async (url) => {
    const answer = ask(url)
    expect([400, 404]).toContain(answer.status)
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await answer.text()).toBe('')
  })

  test.each(['app://bundle.evil.example/index.html', 'app://bundle:80/', 'app://user@bundle/', 'https://bundle/'])(
    'of another origin (%s) is no address of ours at all',
    (url) => {
      expect(ask(url).status).toBe(400)
    },
  )

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'get'])('%s is refused', (method) => {
    expect(ask('app://bundle/', method).status).toBe(405)
  })
})

test('the scheme gets what a page needs and nothing that would weaken it (E10)', () => {
  expect(registerAppScheme).toEqual({
    scheme: 'app',
    privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true },
  })
})
