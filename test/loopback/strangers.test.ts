import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { launchBrowser, openTab } from './browser.ts'
import { openTestServer, page as pageOf } from './test-server.ts'

vi.setConfig({ testTimeout: 30_000 })

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
}, 60_000)
afterAll(() => browser.close())

/** Another program's web server on this machine, with an empty page and no policy at all. */
async function openStrangerSite(): Promise<number> {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end('<!doctype html><title>Stranger</title><body>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

const assets = pageOf({
  '/index.html': '<!doctype html><title>Tearsheet</title><script src="/assets/a.js"></script>',
  '/assets/a.js': 'globalThis.ran = true',
})

/** Every way a page has to make a browser request something, each with what a page could learn from it. */
async function tryEverything(target: string): Promise<Record<string, string>> {
  const learned: Record<string, string> = {}
  const element = <Name extends keyof HTMLElementTagNameMap>(name: Name, attributes: Record<string, string>) =>
    new Promise<string>((resolve) => {
      const made = document.createElement(name)
      for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
      made.addEventListener('load', () => resolve('loaded'))
      made.addEventListener('loadeddata', () => resolve('loaded'))
      made.addEventListener('error', () => resolve('error'))
      document.body.append(made)
    })
  const asked = (path: string, options: RequestInit) =>
    fetch(`${target}${path}`, options).then(
      async (answer) => (answer.type === 'opaque' ? 'opaque' : `read ${await answer.text()}`),
      () => 'error',
    )
  const json = { 'Content-Type': 'application/json' }
  learned['fetch'] = await asked('/', {})
  learned['fetch with cookies'] = await asked('/', { credentials: 'include' })
  learned['blind fetch'] = await asked('/', { mode: 'no-cors' })
  learned['blind post'] = await asked('/session', { mode: 'no-cors', method: 'POST', body: '{"token":"x"}' })
  learned['json post'] = await asked('/session', { method: 'POST', headers: json, body: '{"token":"x"}' })
  learned['post with a session'] = await asked('/ticket', {
    method: 'POST',
    headers: { ...json, Authorization: 'Bearer x' },
    body: '{}',
  })
  learned['beacon'] = String(navigator.sendBeacon(`${target}/ticket`, '{}'))
  learned['image'] = await element('img', { src: `${target}/` })
  learned['script'] = await element('script', { src: `${target}/assets/a.js` })
  learned['module'] = await element('script', { src: `${target}/assets/a.js`, type: 'module' })
  learned['style'] = await element('link', { rel: 'stylesheet', href: `${target}/assets/a.css` })
  learned['prefetch'] = await element('link', { rel: 'prefetch', href: `${target}/` })
  learned['audio'] = await element('audio', { src: `${target}/media/1`, preload: 'auto' })
  learned['object'] = await element('object', { data: `${target}/`, type: 'text/html' })
  learned['socket'] = await new Promise((resolve) => {
    const socket = new WebSocket(`${target.replace('http', 'ws')}/api`)
    socket.onopen = () => resolve('open')
    socket.onclose = ({ code }) => resolve(`closed ${code}`)
  })
  learned['worker'] = await new Promise((resolve) => {
    try {
      const worker = new Worker(`${target}/assets/a.js`)
      worker.onerror = () => resolve('error')
      worker.onmessage = () => resolve('ran')
    } catch {
      resolve('error')
    }
  })
  learned['script ran'] = String('ran' in globalThis)
  return learned
}

describe.each([
  ['a page of another program on this machine', '127.0.0.1'],
  ['any page of the web', 'evil.example'],
])('%s', (_, name) => {
  test('learns nothing and changes nothing, by any way a page has', async () => {
    const running = await openTestServer({ assets })
    const port = await openStrangerSite()
    const { page } = await openTab(browser)
    await page.goto(`http://${name}:${port}/`)
    expect(await page.evaluate(tryEverything, running.origin)).toEqual({
      fetch: 'error',
      'fetch with cookies': 'error',
      'blind fetch': 'error',
      'blind post': 'error',
      'json post': 'error',
      'post with a session': 'error',
      beacon: 'true',
      image: 'error',
      script: 'error',
      module: 'error',
      style: 'error',
      prefetch: 'error',
      audio: 'error',
      object: 'error',
      socket: 'closed 1006',
      worker: 'error',
      'script ran': 'false',
    })
    expect(running.answers.filter((answer) => !answer.startsWith('403 '))).toEqual([])
    expect(running.answers.length).toBeGreaterThan(10)
    expect(running.echo.sockets).toEqual([])
    expect(running.defects).toEqual([])
  })

  test('cannot show the window in a frame, nor its first step (B11)', async () => {
    const running = await openTestServer({ assets })
    const port = await openStrangerSite()
    const { page } = await openTab(browser)
    await page.goto(`http://${name}:${port}/`)
    for (const path of ['/', '/open', '/assets/a.js']) {
      await page.evaluate(
        (source) =>
          new Promise((resolve) => {
            const frame = document.createElement('iframe')
            frame.src = source
            frame.addEventListener('load', resolve)
            document.body.append(frame)
          }),
        `${running.origin}${path}`,
      )
    }
    expect(running.answers).toEqual(['403 GET /', '403 GET /open', '403 GET /assets/a.js'])
  })

  test('cannot send a form, nor follow a link to the window', async () => {
    const running = await openTestServer({ assets })
    const port = await openStrangerSite()
    const { page } = await openTab(browser)
    const go = async (script: (target: string) => void) => {
      await page.goto(`http://${name}:${port}/`)
      await page.evaluate(script, running.origin)
      await page.waitForURL(`${running.origin}/**`)
    }
    await go((target) => {
      const form = document.createElement('form')
      form.method = 'POST'
      form.action = `${target}/session`
      form.enctype = 'text/plain'
      form.innerHTML = `<input name='{"token":"x","a":"' value='"}'>`
      document.body.append(form)
      form.submit()
    })
    await go((target) => location.assign(`${target}/`))
    const asked = running.answers.filter((answer) => !answer.endsWith(' /favicon.ico'))
    expect(asked).toEqual(['403 POST /session', '403 GET /'])
    expect(await page.textContent('body')).toContain('Open Tearsheet from the address printed in its terminal')
  })

  test('that opens the first step gets no hold of the tab, and the tab is not let in', async () => {
    const running = await openTestServer({ assets })
    const port = await openStrangerSite()
    const { page, context } = await openTab(browser)
    await page.goto(`http://${name}:${port}/`)
    const opened = context.waitForEvent('page')
    const held = await page.evaluateHandle((target) => window.open(`${target}/open#t=guess`), running.origin)
    const tab = await opened
    await tab.waitForURL(`${running.origin}/`)
    expect(await tab.evaluate(() => window.opener === null)).toBe(true)
    expect(await held.evaluate((tab) => tab?.closed)).toBe(true)
  })
})

test('a name that was turned to this machine reads nothing (DNS rebinding, B2)', async () => {
  const running = await openTestServer({ assets })
  const { page } = await openTab(browser)
  for (const name of ['evil.example', 'localhost']) {
    const response = await page.goto(`http://${name}:${running.port}/`)
    expect(response?.status()).toBe(403)
    expect(await page.evaluate(() => fetch('/open').then((answer) => answer.status))).toBe(403)
    const closed = await page.evaluate(
      () =>
        new Promise((resolve) => {
          new WebSocket(`ws://${location.host}/api`).onclose = ({ code }) => resolve(code)
        }),
    )
    expect(closed).toBe(1006)
  }
})

test('a frame without an origin, written into a page of another program, gets nothing (B8)', async () => {
  const running = await openTestServer({ assets })
  const port = await openStrangerSite()
  const { page } = await openTab(browser)
  await page.goto(`http://127.0.0.1:${port}/`)
  const learned = await page.evaluate(
    (target) =>
      new Promise((resolve) => {
        addEventListener('message', ({ data }) => resolve(data), { once: true })
        const frame = document.createElement('iframe')
        frame.setAttribute('sandbox', 'allow-scripts')
        frame.srcdoc = `<script>
          const asked = fetch('${target}/session', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{}'})
          const socket = new Promise((resolve) => { new WebSocket('${target.replace('http', 'ws')}/api').onclose = () => resolve('closed') })
          Promise.all([asked.then(() => 'read', () => 'error'), socket]).then((all) => parent.postMessage(all, '*'))
        </script>`
        document.body.append(frame)
      }),
    running.origin,
  )
  expect(learned).toEqual(['error', 'closed'])
  expect(running.echo.sockets).toEqual([])
})
