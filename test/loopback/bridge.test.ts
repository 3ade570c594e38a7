import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Browser, type BrowserContext, type Page, type Route } from '@playwright/test'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { FailureError } from '#core/failure-error.ts'
import type { AssetManifest } from '#core/window/assets.ts'
import { writeOpeningFile } from '#loopback/open-browser.ts'
import { findBrowser, thisMachine } from '../../scripts/find-browser.mjs'
import { browserProgram, launchBrowser, openTab } from './browser.ts'
import { buildPage } from './built-page.ts'
import { contents, tracesIn } from './canary.ts'
import { temporaryFolder } from './shell-process.ts'
import { EchoCore, openTestServer, type TestServer } from './test-server.ts'

vi.setConfig({ testTimeout: 30_000 })

let browser: Browser
let assets: AssetManifest

beforeAll(async () => {
  ;[browser, assets] = await Promise.all([launchBrowser(), buildPage(join(import.meta.dirname, 'bridge-page'))])
}, 60_000)
afterAll(() => browser.close())

/** One that keeps a history, which the headless shell does not; null: none is installed. */
const wholeBrowser = findBrowser({
  ...thisMachine(),
  exists: (path) => existsSync(path) && !path.includes('headless-shell'),
})

const canary = 'canary-9f8e7d6c5b4a-0123'

/** Sends one request over the bridge's own line: what came back, or the failure it was refused with. */
function echo(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const shell = await window.onPage.shell
    try {
      const line = await shell.connect()
      const answered = new Promise<string>((resolve) => {
        line.addEventListener('message', ({ data }) => resolve(String(data)), { once: true })
      })
      line.send('a question')
      return await answered
    } catch (error) {
      const failed = error instanceof Error && 'failure' in error ? error.failure : error
      return JSON.stringify(failed)
    }
  })
}

const address = ({ origin, server }: TestServer) => `${origin}/open#t=${server.launchToken()}`
const refusal = (kind: string) => JSON.stringify({ kind })

/** Everything a page can leave behind in a browser. */
function traces(page: Page, context: BrowserContext): Promise<string> {
  return Promise.all([
    page.evaluate(async (): Promise<unknown> => [
      location.href,
      document.referrer,
      history.length,
      JSON.stringify(history.state),
      document.documentElement.outerHTML,
      document.title,
      document.cookie,
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      await indexedDB.databases(),
      await caches.keys(),
      (await navigator.serviceWorker.getRegistrations()).length,
      performance.getEntries().map(({ name }) => name),
    ]),
    context.storageState({ indexedDB: true }),
  ]).then(JSON.stringify)
}

describe('a tab opened from the printed address', () => {
  test('is let in, and can request a new line whenever the one it had broke', async () => {
    const running = await openTestServer({ assets })
    const { page } = await openTab(browser)
    await page.goto(address(running))
    expect(await echo(page)).toBe('a question')
    running.echo.sockets[0]!.terminate()
    expect(await echo(page)).toBe('a question')
    expect(running.defects).toEqual([])
  })

  test('keeps nothing of the token: not in its address, its history, its Referer or its storage (B3)', async () => {
    const running = await openTestServer({ assets })
    const { page, context } = await openTab(browser)
    const asked: string[] = []
    const reading: Promise<unknown>[] = []
    page.on('request', (request) => {
      reading.push(
        request.allHeaders().then((headers) => asked.push(JSON.stringify([new URL(request.url()).pathname, headers]))),
      )
    })
    const entry = address(running)
    const token = entry.slice(entry.indexOf('=') + 1)
    await page.goto(entry)
    expect(await echo(page)).toBe('a question')
    await Promise.all(reading)
    expect(page.url()).toBe(`${running.origin}/`)
    const shown = await page.evaluate(() => navigation.entries().map(({ url }) => url))
    expect(shown.join(' ')).not.toContain(token)
    expect(asked.length).toBeGreaterThan(3)
    expect(asked.filter((one) => one.includes(token) || one.includes('referer'))).toEqual([])
    expect(await traces(page, context)).not.toContain(token)
    await page.evaluate(() => sessionStorage.clear())
    await page.goto('about:blank')
    await page.goto(entry)
    expect(await echo(page)).toBe(refusal('not-admitted'))
  })

  test('its tab remembers no address with a token, not even as the one that was typed', async () => {
    const running = await openTestServer({ assets })
    const { page, context } = await openTab(browser)
    await page.goto(address(running))
    expect(await echo(page)).toBe('a question')
    const devTools = await context.newCDPSession(page)
    const { entries } = await devTools.send('Page.getNavigationHistory')
    expect(entries.map(({ url, userTypedURL }) => [url, userTypedURL])).toEqual([
      ['about:blank', 'about:blank'],
      [`${running.origin}/`, `${running.origin}/`],
    ])
  })

  const name = 'no address in the browser’s history lets anybody in (needs a whole Chromium, which keeps a history)'
  test.skipIf(wholeBrowser === null)(name, async () => {
    const running = await openTestServer({ assets })
    const profile = await temporaryFolder()
    const context = await chromium.launchPersistentContext(profile, { executablePath: wholeBrowser ?? '' })
    const page = await context.newPage()
    const entry = address(running)
    await page.goto(entry)
    expect(await echo(page)).toBe('a question')
    await context.close()
    const history = new Database(join(profile, 'Default', 'History'), { readonly: true })
    onTestFinished(() => void history.close())
    const kept = history.prepare<[], string>('SELECT url FROM urls').pluck().all()
    // The address that was typed is kept; its token was spent.
    expect(kept).toContain(entry)
    for (const url of kept) {
      const stranger = await openTab(browser)
      await stranger.page.goto(url)
      expect([url, await echo(stranger.page)]).toEqual([url, refusal('not-admitted')])
    }
  })

  test('stays let in when it is reloaded, and when its own old address is loaded again', async () => {
    const running = await openTestServer({ assets })
    const { page } = await openTab(browser)
    const entry = address(running)
    // The response that lets it in never reaches the page: the reload is quicker.
    const unanswered = (route: Route) => route.fetch().then(() => undefined)
    await page.route('**/session', unanswered, { times: 1 })
    const asked = page.waitForRequest('**/session')
    await page.goto(entry)
    await asked
    await page.reload()
    expect(await echo(page)).toBe('a question')
    await page.reload()
    expect(await echo(page)).toBe('a question')
    await page.goto('about:blank')
    await page.goto(entry)
    expect(await echo(page)).toBe('a question')
  })

  test('a second tab opened by hand is not let in, until a fresh address is pasted into it', async () => {
    const running = await openTestServer({ assets })
    const { page, context } = await openTab(browser)
    await page.goto(address(running))
    expect(await echo(page)).toBe('a question')
    const second = await context.newPage()
    await second.goto(`${running.origin}/`)
    expect(await echo(second)).toBe(refusal('not-admitted'))
    const reloaded = second.waitForEvent('load')
    await second.evaluate((unseen) => location.assign(unseen), address(running))
    await reloaded
    expect(await echo(second)).toBe('a question')
  })

  test('says so when the program has ended, and when another run of it responds', async () => {
    const first = await openTestServer({ assets })
    const { page } = await openTab(browser)
    await page.goto(address(first))
    expect(await echo(page)).toBe('a question')
    await first.close()
    expect(await echo(page)).toBe(refusal('program-ended'))
    const second = await openTestServer({ assets, port: first.port })
    expect(await echo(page)).toBe(refusal('not-admitted'))
    const reloaded = page.waitForEvent('load')
    await page.evaluate((unseen) => location.assign(unseen), address(second))
    await reloaded
    expect(await echo(page)).toBe('a question')
  })

  test('says why the profile cannot be opened, and gets in once it can', async () => {
    let inUse = true
    const running = await openTestServer({
      assets,
      openCore: async () => {
        if (inUse) throw new FailureError({ kind: 'profile-in-use' })
        return new EchoCore()
      },
    })
    const { page } = await openTab(browser)
    await page.goto(address(running))
    expect(await echo(page)).toBe(refusal('profile-in-use'))
    inUse = false
    expect(await echo(page)).toBe('a question')
  })
})

test('a browser opened by the program gets in by way of a file, with no token on any command line (B4)', async () => {
  const running = await openTestServer({ assets })
  const entry = `${running.origin}/open#t=${running.server.launchToken()}`
  const { file, remove } = await writeOpeningFile(tmpdir(), entry)
  const { page } = await openTab(browser)
  await page.goto(pathToFileURL(file).href)
  await page.waitForURL(`${running.origin}/`)
  expect(await echo(page)).toBe('a question')
  expect(await page.evaluate(() => navigation.entries().map(({ url }) => url))).toEqual([`${running.origin}/`])
  await remove()
  await rm(file, { force: true })
})

describe('the key in this shell (B12, S1)', () => {
  test('goes to the core and is kept nowhere in the browser', async () => {
    const running = await openTestServer({ assets })
    const { page, context } = await openTab(browser)
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    await page.goto(address(running))
    const states = await page.evaluate(async (key) => {
      const { bridge } = await window.onPage.shell
      const entry = { workspace: 'live-1', origin: 'https://service.example', key, keeping: 'session' } as const
      return [
        await bridge.keyState('live-1'),
        await bridge.setKey(entry),
        await bridge.setKey({ ...entry, keeping: 'unprotected' }).catch((error: unknown) => String(error)),
        await bridge.keyState('live-1'),
      ]
    }, canary)
    const none = {
      present: false,
      origin: null,
      lastFour: null,
      keeping: null,
      isFromFile: false,
      canRemember: ['session'],
      problem: null,
    }
    const kept = { ...none, present: true, origin: 'https://service.example', lastFour: '0123', keeping: 'session' }
    expect(states).toEqual([none, kept, 'RequestFailed: bad-request', kept])
    expect([...running.echo.held.values()]).toEqual([{ origin: 'https://service.example', key: canary }])
    expect(`${await traces(page, context)} ${said.join(' ')}`).not.toContain('9f8e7d6c')
    expect(await page.evaluate(async () => (await window.onPage.shell).bridge.forgetKey('live-1'))).toEqual(none)
    expect(running.echo.held.size).toBe(0)
  })

  test('nor are those of an S3-compatible store, of which only the end of the access key ID comes back', async () => {
    const running = await openTestServer({ assets })
    const { page, context } = await openTab(browser)
    await page.goto(address(running))
    const states = await page.evaluate(async (secretAccessKey) => {
      const { bridge } = await window.onPage.shell
      const entry = {
        workspace: 'live-1',
        origin: 'https://s3.example.com',
        accessKeyId: 'AKIATEARSHEETTEST',
        secretAccessKey,
        keeping: 'session',
      } as const
      return [
        await bridge.setPublishKeys(entry),
        await bridge.setPublishKeys({ ...entry, accessKeyId: 'A:B' }).catch((error: unknown) => String(error)),
        await bridge.publishKeyState('live-1'),
        await bridge.keyState('live-1'),
      ]
    }, canary)
    const kept = { present: true, origin: 'https://s3.example.com', lastFour: 'TEST', keeping: 'session' }
    expect(states).toMatchObject([kept, 'RequestFailed: bad-request', kept, { present: false }])
    expect([...running.echo.held]).toEqual([
      ['live-1 publish', { origin: 'https://s3.example.com', key: `AKIATEARSHEETTEST:${canary}` }],
    ])
    expect(await traces(page, context)).not.toContain('9f8e7d6c')
    const left = await page.evaluate(async () => (await window.onPage.shell).bridge.forgetPublishKeys('live-1'))
    expect(left).toMatchObject({ present: false })
    expect(running.echo.held.size).toBe(0)
  })
})

test('a browser profile on disk holds nothing of the key when the browser has gone (S6)', async () => {
  const running = await openTestServer({ assets })
  const folder = await temporaryFolder()
  const context = await chromium.launchPersistentContext(folder, { executablePath: browserProgram() })
  const page = await context.newPage()
  await page.goto(address(running))
  await page.evaluate(async (key) => {
    const { bridge } = await window.onPage.shell
    await bridge.setKey({ workspace: 'live-1', origin: 'https://service.example', key, keeping: 'session' })
  }, canary)
  await context.close()
  expect(running.echo.held.size).toBe(1)
  const left = await contents(folder)
  // The browser did write down where it was.
  expect(left.includes(running.host)).toBe(true)
  expect(tracesIn(left, canary)).toEqual([])
})

describe('a link that leaves (E7)', () => {
  test('shows its host, opens in another tab at the user’s click, and that tab knows nothing of ours', async () => {
    const running = await openTestServer({ assets })
    const { page, context } = await openTab(browser)
    const outside: string[] = []
    await context.route('https://www.elsewhere.test/**', async (route) => {
      outside.push(JSON.stringify(await route.request().allHeaders()))
      await route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' })
    })
    await page.goto(address(running))
    const answer = page.evaluate(async () =>
      (await window.onPage.shell).bridge.openExternal('https://www.elsewhere.test/ir'),
    )
    const link = page.getByRole('dialog').getByRole('link', { name: 'Open www.elsewhere.test' })
    await link.waitFor()
    const opened = context.waitForEvent('page')
    await link.click()
    const elsewhere = await opened
    await elsewhere.waitForLoadState()
    expect(await answer).toBe(true)
    expect(elsewhere.url()).toBe('https://www.elsewhere.test/ir')
    expect(await elsewhere.evaluate(() => [window.opener === null, document.referrer, sessionStorage.length])).toEqual([
      true,
      '',
      0,
    ])
    expect(outside.filter((headers) => headers.includes('127.0.0.1'))).toEqual([])
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => window.onPage.violations)).toEqual([])
  })

  test('opens nothing when the user thinks better of it, or when it is no link to open', async () => {
    const running = await openTestServer({ assets })
    const { page, context } = await openTab(browser)
    await page.goto(address(running))
    const open = (url: string) =>
      page.evaluate(async (link) => (await window.onPage.shell).bridge.openExternal(link), url)
    const answer = open('https://www.elsewhere.test/')
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await answer).toBe(false)
    for (const url of ['http://www.elsewhere.test/', 'javascript:alert(1)', 'https://a@b.test/']) {
      expect(await open(url)).toBe(false)
    }
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(context.pages()).toHaveLength(1)
  })
})
