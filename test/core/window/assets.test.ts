import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serveAsset, assetManifest, lookUpAsset, type AssetManifest } from '#core/window/assets.ts'

let folder: string
let manifest: AssetManifest

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tearsheet-assets-'))
  const built = join(folder, 'renderer')
  await mkdir(join(built, 'assets'), { recursive: true })
  await writeFile(join(folder, 'secret.txt'), 'outside')
  await writeFile(join(built, 'index.html'), '<!doctype html>')
  await writeFile(join(built, 'assets', 'index-1a.js'), 'export {}')
  await writeFile(join(built, 'assets', 'face.woff2'), 'font')
  await writeFile(join(built, 'assets', 'odd.exe'), 'bytes')
  await symlink(join(folder, 'secret.txt'), join(built, 'assets', 'link.txt'))
  await symlink(folder, join(built, 'up'))
  manifest = await assetManifest(built)
})

afterAll(() => rm(folder, { recursive: true }))

describe('the window is served from a closed list', () => {
  test('every built file is found under its URL path, the window itself under /', () => {
    expect([...manifest.keys()].sort()).toEqual([
      '/assets/face.woff2',
      '/assets/index-1a.js',
      '/assets/odd.exe',
      '/index.html',
    ])
    expect(lookUpAsset(manifest, '/')).toBe(lookUpAsset(manifest, '/index.html'))
  })

  test.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/..%2fsecret.txt',
    '/..%5csecret.txt',
    '/..\\secret.txt',
    '/%252e%252e/secret.txt',
    '/....//secret.txt',
    '/./index.html',
    '/assets/./index-1a.js',
    '/assets//index-1a.js',
    '//index.html',
    '//evil.example/index.html',
    '/assets',
    '/assets/',
    '/index.html/',
    '/index.html%00',
    '/index.html\0.js',
    '/index.html?x=1',
    '/index.html#t',
    '/%69ndex.html',
    '/INDEX.HTML',
    '/index.html.',
    '/index.html ',
    '/index.html::$DATA',
    '/index.htm',
    '/assets/link.txt',
    '/up/secret.txt',
    '/up',
    '/secret.txt',
    '/etc/passwd',
    '/file:///etc/passwd',
    'file:///etc/passwd',
    'http://127.0.0.1/index.html',
    'index.html',
    'C:/Windows/win.ini',
    '/C:/Windows/win.ini',
    '/CON',
    '/constructor',
    '/__proto__',
    '/toString',
    '',
    '*',
  ])('%j is not a file of the window', (path) => {
    expect(lookUpAsset(manifest, path)).toBeNull()
    expect(serveAsset(manifest, { method: 'GET', path }, {})).toEqual({ status: 404, headers: {}, body: null })
  })

  test('each response carries type, length and the security headers, and HEAD sends no bytes', () => {
    const security = { 'X-Frame-Options': 'DENY' }
    const get = serveAsset(manifest, { method: 'GET', path: '/assets/index-1a.js' }, security)
    expect({ ...get, body: get.body && new TextDecoder().decode(get.body) }).toEqual({
      status: 200,
      headers: {
        'X-Frame-Options': 'DENY',
        'Content-Type': 'text/javascript; charset=utf-8',
        'Content-Length': '9',
      },
      body: 'export {}',
    })
    const head = serveAsset(manifest, { method: 'HEAD', path: '/assets/index-1a.js' }, security)
    expect(head).toEqual({ ...get, body: null })
    expect(serveAsset(manifest, { method: 'GET', path: '/assets/odd.exe' }, security).headers['Content-Type']).toBe(
      'application/octet-stream',
    )
  })

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'get'])('%s changes nothing and reads nothing', (method) => {
    expect(serveAsset(manifest, { method, path: '/' }, { 'X-Frame-Options': 'DENY' })).toEqual({
      status: 405,
      headers: { 'X-Frame-Options': 'DENY', Allow: 'GET, HEAD' },
      body: null,
    })
  })

  test('a folder without a built window is reported at start, not at the first request', async () => {
    await expect(assetManifest(join(folder, 'renderer', 'assets'))).rejects.toThrow('The window has not been built')
  })
})
