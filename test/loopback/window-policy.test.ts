import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { AssetManifest } from '#core/window/assets.ts'
import { openCoreApi } from '#loopback/open-core.ts'
import { launchBrowser, openTab } from './browser.ts'
import { buildPage } from './built-page.ts'
import { openTestServer } from './test-server.ts'

vi.setConfig({ testTimeout: 30_000 })

let browser: Browser
let assets: AssetManifest

/** A page of the program into which a stranger’s markup got: Trusted Types do not look at what the browser itself parses. */
const inlinePath = '/inline.html'
const inlinePage = new TextEncoder().encode(
  '<!doctype html><title>inline</title><script>ran.push(7)</script><img src="/none.png" onerror="ran.push(8)">',
)

beforeAll(async () => {
  const built = buildPage(join(import.meta.dirname, '..', '..', 'src', 'renderer'))
  browser = await launchBrowser()
  assets = new Map([...(await built), [inlinePath, { bytes: inlinePage, contentType: 'text/html; charset=utf-8' }]])
}, 60_000)
afterAll(() => browser.close())

declare global {
  interface Window {
    violations: string[]
    ran: string[]
  }
}

/** The real window on the real core with an empty profile, in a tab that notes each violation of its policy. */
async function openWindow() {
  const profile = await mkdtemp(join(tmpdir(), 'tearsheet-window-'))
  onTestFinished(() => rm(profile, { recursive: true }))
  const running = await openTestServer({
    assets,
    openCore: () =>
      openCoreApi({
        profile,
        version: '0.0.0',
        commandLine: { missing: 'repository' },
        sample: Promise.resolve(undefined),
        policyFile: join(profile, 'no-policy.json'),
        filedKeys: [],
        report: (error) => running.defects.push(error),
        complain: (line) => running.defects.push(line),
      }),
  })
  const { page, context } = await openTab(browser)
  await page.addInitScript(() => {
    window.violations = []
    window.ran = []
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      window.violations.push(`${effectiveDirective} ${blockedURI} ${sample}`)
    })
  })
  const asked: string[] = []
  const complaints: string[] = []
  context.on('request', (request) => asked.push(new URL(request.url()).origin))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    const { pathname } = new URL(message.location().url || running.origin)
    // Chromium requests an icon of its own accord when a page names none.
    const own = message.type() === 'error' && pathname !== '/favicon.ico'
    if (own) complaints.push(message.text())
  })
  await page.goto(`${running.origin}/open#t=${running.server.launchToken()}`)
  await page.locator('#window > *').first().waitFor()
  await page.waitForLoadState('networkidle')
  return { page, origin: running.origin, asked: asked.filter((origin) => origin !== running.origin), complaints }
}

test('the window keeps its own policy: no violation, no complaint, and nothing from outside (E5, R2)', async () => {
  const { page, asked, complaints } = await openWindow()
  expect(await page.evaluate(() => window.violations)).toEqual([])
  expect(complaints).toEqual([])
  expect(asked).toEqual([])
})

/** What a hole would let a stranger's text do, as the page would run it. */
const attempts = {
  innerHTML: 'node.innerHTML = markup',
  outerHTML: 'node.outerHTML = markup',
  insertion: "node.insertAdjacentHTML('beforeend', markup)",
  writing: 'document.write(markup)',
  fragment: 'document.createRange().createContextualFragment(markup)',
  parser: "new DOMParser().parseFromString(markup, 'text/html')",
  srcdoc: "document.createElement('iframe').srcdoc = markup",
  'script text': "document.createElement('script').text = 'ran.push(2)'",
  'script source': "document.createElement('script').src = '/assets/x.js'",
  'object data': "document.createElement('object').setAttribute('data', '/')",
  eval: "(0, eval)('ran.push(3)')",
  function: "new Function('ran.push(4)')()",
  timer: "setTimeout('ran.push(5)')",
  'event attribute': "node.setAttribute('onclick', 'ran.push(6)')",
  worker: "new Worker('/assets/x.js')",
  'a policy of its own': "trustedTypes.createPolicy('mine', { createHTML: (text) => text })",
}

/** Runs it a frame later: what a debugger runs itself is allowed more than the page is. */
function attempt(page: Page, code: string): Promise<unknown> {
  return page.evaluate(`new Promise((resolve) => requestAnimationFrame(() => {
    const node = document.body.appendChild(document.createElement('div'))
    const markup = '<img src=x onerror="ran.push(1)">'
    try {
      ${code}
      resolve('done')
    } catch (error) {
      resolve(error.name)
    }
  }))`)
}

describe('a hole in the window is stopped by the browser itself (E5)', () => {
  test('text that would become markup or script is refused before it is parsed', async () => {
    const { page } = await openWindow()
    expect(await attempt(page, 'node.textContent = markup')).toBe('done')
    for (const [name, code] of Object.entries(attempts)) {
      expect([name, await attempt(page, code)]).toEqual([
        name,
        name === 'eval' || name === 'function' ? 'EvalError' : 'TypeError',
      ])
    }
    expect(await page.evaluate(() => window.ran)).toEqual([])
  })

  test('a script that stands in the page itself does not run', async () => {
    const { page, origin } = await openWindow()
    await page.evaluate((path) => window.location.assign(path), inlinePath)
    await page.waitForURL(`${origin}${inlinePath}`)
    await page.waitForLoadState('load')
    await page.waitForFunction(() => window.violations.length === 2)
    expect(await page.evaluate(() => window.ran)).toEqual([])
    expect(await page.evaluate(() => window.violations.map((violation) => violation.split(' ')[0]).sort())).toEqual([
      'script-src-attr',
      'script-src-elem',
    ])
  })

  test('nothing inline runs, nothing foreign loads, nothing leaves', async () => {
    const { page, asked } = await openWindow()
    const foreign = 'https://evil.example:1'
    const ends = await page.evaluate(async (target) => {
      // Only the violation shows that something was refused: Chromium reports a refused frame's own page of errors as loaded.
      const element = (name: string, set: (made: HTMLElement) => void) =>
        new Promise<string>((resolve) => {
          const made = document.createElement(name)
          set(made)
          if (name !== 'iframe') made.addEventListener('load', () => resolve('loaded'))
          document.addEventListener(
            'securitypolicyviolation',
            ({ effectiveDirective }) => resolve(effectiveDirective),
            {
              once: true,
            },
          )
          document.body.append(made)
        })
      const source = (value: string) => (made: HTMLElement) => made.setAttribute('src', value)
      return [
        await element('img', source(`${target}/a.png`)),
        await element('img', source('data:image/gif;base64,R0lGODlhAQABAAAAACw=')),
        await element('iframe', source(`${target}/`)),
        await element('iframe', source('/')),
        await element('audio', source(`${target}/a.mp3`)),
        await element('style', (made) => made.append('body { color: red }')),
        await element('link', (made) => {
          made.setAttribute('rel', 'stylesheet')
          made.setAttribute('href', `${target}/a.css`)
        }),
        await fetch(`${target}/`).then(
          () => 'read',
          () => 'error',
        ),
        await new Promise((resolve) => {
          const socket = new WebSocket('ws://evil.example:1/')
          socket.onerror = () => resolve('error')
          socket.onopen = () => resolve('open')
        }).catch(() => 'error'),
        await navigator.serviceWorker.register('/assets/sw.js').then(
          () => 'registered',
          () => 'error',
        ),
      ]
    }, foreign)
    expect(ends).toEqual([
      'img-src',
      'img-src',
      'frame-src',
      'frame-src',
      'media-src',
      'style-src-elem',
      'style-src-elem',
      'error',
      'error',
      'error',
    ])
    const form = page.evaluate((target) => {
      const sent = document.createElement('form')
      sent.action = target
      document.body.append(sent)
      return new Promise((resolve) => {
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective))
        sent.requestSubmit()
      })
    }, foreign)
    expect(await form).toBe('form-action')
    expect(asked).toEqual([])
  })
})
