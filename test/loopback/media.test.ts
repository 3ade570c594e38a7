import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { createRouterClient } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openCore } from '#core/core.ts'
import { newToken } from '#loopback/one-use-tokens.ts'
import type { OpenedCore } from '#loopback/lazy-core.ts'
import { SessionKeys } from '#loopback/session-keys.ts'
import { ownFolder } from '../core/folders.ts'
import { usualNames } from '../core/opened-core.ts'
import { callId, startRecordingService } from '../core/recordings/recording-service.ts'
import { launchBrowser, openTab } from './browser.ts'
import { post, request } from './raw-client.ts'
import { openTestServer, type TestServer } from './test-server.ts'

vi.setConfig({ testTimeout: 30_000 })

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
}, 60_000)
afterAll(() => browser.close())

const media = { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'audio' }

/** A server with ten bytes to play, and what a page that was let in sends with each request for them. */
async function playing() {
  const running = await openTestServer()
  running.echo.sounds.set('some call', new TextEncoder().encode('0123456789'))
  const answer = await post(running.port, '/session', { token: running.server.launchToken(), session: newToken() })
  const cookie = answer.headers['set-cookie'] ?? ''
  const pair = cookie.split(';')[0] ?? ''
  const ask = (headers: Record<string, string | null | string[]> = {}, method = 'GET', target = '/media/some%20call') =>
    request(running.port, { method, target, headers: { ...media, Cookie: pair, ...headers } })
  return { running, cookie, pair, ask }
}

describe('the media route', () => {
  test('lets a page in by a cookie of its own run, which no script reads and no other site sends (B6)', async () => {
    const { cookie } = await playing()
    expect(cookie).toMatch(/^tearsheet-[\w-]{16}=[\w-]{43}; Path=\/media; HttpOnly; SameSite=Strict$/)
    expect((await playing()).cookie.split('=')[0]).not.toBe(cookie.split('=')[0])
  })

  test('gives the whole, a part, a last part, the head alone, and says what lies beyond (D5)', async () => {
    const { ask } = await playing()
    const whole = await ask()
    expect([whole.status, whole.body, whole.headers['content-length'], whole.headers['accept-ranges']]).toEqual([
      200,
      '0123456789',
      '10',
      'bytes',
    ])
    expect(whole.headers['content-security-policy']).toContain("default-src 'none'")
    expect(whole.headers['cache-control']).toBe('no-store')
    const seen = async (headers: Record<string, string>, method?: string) => {
      const { status, body, headers: came } = await ask(headers, method)
      return [status, body, came['content-range'] ?? null]
    }
    expect(await seen({ Range: 'bytes=2-4' })).toEqual([206, '234', 'bytes 2-4/10'])
    expect(await seen({ Range: 'bytes=7-' })).toEqual([206, '789', 'bytes 7-9/10'])
    expect(await seen({ Range: 'bytes=-3' })).toEqual([206, '789', 'bytes 7-9/10'])
    expect(await seen({ Range: 'bytes=8-99' })).toEqual([206, '89', 'bytes 8-9/10'])
    expect(await seen({ Range: 'bytes=10-' })).toEqual([416, '', 'bytes */10'])
    expect(await seen({ Range: 'bytes=1-2,4-5' })).toEqual([200, '0123456789', null])
    expect(await seen({ Range: 'bytes=2-4', 'If-Range': '"another"' })).toEqual([200, '0123456789', null])
    expect(await seen({ Range: 'bytes=2-4', 'If-Range': '"sound"' })).toEqual([206, '234', 'bytes 2-4/10'])
    expect(await seen({}, 'HEAD')).toEqual([200, '', null])
  })

  test.each<[string, Record<string, string | null | string[]>]>([
    ['no cookie', { Cookie: null }],
    ['another cookie', { Cookie: 'tearsheet-aaaaaaaaaaaaaaaa=x' }],
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['another port', { 'Sec-Fetch-Site': 'same-site' }],
    ['a typed address', { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }],
    ['an old browser without an origin', { 'Sec-Fetch-Site': null }],
    ['another host', { Host: 'evil.example' }],
  ])('responds with 403 for %s', async (_, headers) => {
    const { ask, running } = await playing()
    const { status, body } = await ask(headers)
    expect([status, body.includes('0123')]).toEqual([403, false])
    expect(running.defects).toEqual([])
  })

  test('refuses a cookie that came twice, and every other value', async () => {
    const { ask, pair } = await playing()
    expect((await ask({ Cookie: `${pair}; ${pair}` })).status).toBe(403)
    expect((await ask({ Cookie: `${pair}x` })).status).toBe(403)
    expect((await ask({ Cookie: `a=b; ${pair}; c=d` })).status).toBe(200)
  })

  test.each([
    '/media/',
    '/media/other',
    '/media/some%20call/x',
    '/media/%zz',
    '/media/some%20call?x=1',
    '/media/..%2f',
  ])('has nothing at %s', async (target) => {
    const { ask } = await playing()
    expect((await ask({}, 'GET', target)).status).toBe(404)
  })

  test('is for reading: nothing is posted to it', async () => {
    const { ask } = await playing()
    expect((await ask({ 'Content-Type': 'application/json', Origin: null }, 'POST')).status).toBe(403)
    expect((await ask({}, 'PUT')).status).toBe(405)
  })
})

/** The browser shell on a real core, its page let in, a call with real speech downloaded or not. */
async function opened() {
  const speech = readFileSync(join(import.meta.dirname, '../../resources/sample/recordings/hldn-2026-q3.mp3'))
  const service = await startRecordingService(speech.length, speech)
  onTestFinished(() => service.close())
  const core = openCore({ profile: ownFolder(), version: '0.0.0-test' })
  onTestFinished(() => core.close())
  const api = createRouterClient(core.router)
  const { id } = await api.workspaces.create({ name: 'Live', baseUrl: service.baseUrl, search: usualNames })
  core.keys.hold({ workspace: id, origin: service.baseUrl, key: 'some-long-key' })
  await api.workspaces.activate({ id })
  await api.fetch.call({ parameters: { call_id: callId }, freshness: 'service' })
  const served: OpenedCore = {
    keys: new SessionKeys(core.keys),
    publishKeys: new SessionKeys({ hold: () => undefined, drop: () => undefined }),
    serve: async () => undefined,
    media: (asked, question, signal) => core.openMedia(asked, question, signal),
    close: async () => undefined,
  }
  const running = await openTestServer({ openCore: async () => served })
  const { page, context } = await openTab(browser)
  await page.goto(`${running.origin}/`)
  await enter(page, running)
  return { service, api, running, page, context, speech }
}

async function enter(page: Page, { server }: TestServer): Promise<void> {
  const question = { token: server.launchToken(), session: newToken() }
  await page.evaluate(async (body) => {
    await fetch('/session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  }, question)
}

/** Plays in the page: what its element reports, at the beginning and near the end. */
function play(path: string) {
  return async (page: Page) =>
    page.evaluate(async (source) => {
      const audio = document.createElement('audio')
      document.body.append(audio)
      const heard = (name: string) =>
        new Promise<void>((resolve, reject) => {
          audio.addEventListener(name, () => resolve(), { once: true })
          audio.addEventListener('error', () => reject(new Error(audio.error?.message ?? 'error')), { once: true })
        })
      audio.muted = true
      audio.src = source
      await heard('loadedmetadata')
      const advanced = async () => {
        const from = audio.currentTime
        while (audio.currentTime <= from) await heard('timeupdate')
        return audio.currentTime > from
      }
      await audio.play()
      const begins = await advanced()
      const seekable = audio.seekable.end(audio.seekable.length - 1)
      audio.currentTime = audio.duration - 3
      await heard('seeked')
      const atEnd = await advanced()
      await heard('ended')
      return { begins, atEnd, whole: Math.abs(seekable - audio.duration) < 0.1, seconds: audio.duration > 20 }
    }, path)
}

describe('a recording in Chromium', () => {
  test('plays from disk with the service gone, and from near its end as well (D5)', async () => {
    const { service, api, page, running } = await opened()
    const changes = await api.status.changes()
    await api.recordings.download({ callId })
    while (!(await api.recordings.read({ callId })).local) await changes.next()
    await service.close()
    const { media: path } = await api.recordings.read({ callId })
    expect(await play(path ?? '')(page)).toEqual({ begins: true, atEnd: true, whole: true, seconds: true })
    expect(
      running.answers.filter((answer) => answer.includes('/media/')).every((answer) => answer.startsWith('20')),
    ).toBe(true)
    expect(running.defects).toEqual([])
  })

  test('is streamed from the service while it is not here', async () => {
    const { api, page, running, service } = await opened()
    const { media: path, local } = await api.recordings.read({ callId })
    expect(local).toBe(false)
    expect(await play(path ?? '')(page)).toEqual({ begins: true, atEnd: true, whole: true, seconds: true })
    expect(service.asked.length).toBeGreaterThan(0)
    expect(running.defects).toEqual([])
  })

  test('plays while it is downloaded, and on from disk, with the service gone, when it is whole', async () => {
    const { service, api, page, running } = await opened()
    const changes = await api.status.changes()
    service.holdAfter = 262_144
    await api.recordings.download({ callId })
    while (((await api.recordings.read({ callId })).transfer?.bytes ?? 0) < 262_144) await changes.next()
    const { media: path } = await api.recordings.read({ callId })
    const audio = await page.evaluateHandle((source) => {
      const element = document.createElement('audio')
      document.body.append(element)
      element.muted = true
      element.src = source
      return element
    }, path ?? '')
    const begins = await audio.evaluate(async (element) => {
      await element.play()
      const advances = new Promise((resolve) => element.addEventListener('timeupdate', resolve, { once: true }))
      await advances
      return element.currentTime >= 0 && !element.paused
    })
    service.release()
    while (!(await api.recordings.read({ callId })).local) await changes.next()
    await service.close()
    const ends = await audio.evaluate(
      (element) =>
        new Promise((resolve) => {
          element.addEventListener('ended', () => resolve('ended'), { once: true })
          element.addEventListener('error', () => resolve(element.error?.message), { once: true })
          element.currentTime = element.duration - 2
        }),
    )
    expect([begins, ends]).toEqual([true, 'ended'])
    expect(running.defects).toEqual([])
  })

  test('is not given to a page of another program on this machine, though the browser has the cookie', async () => {
    const { api, running, context } = await opened()
    const { media: path } = await api.recordings.read({ callId })
    const stranger = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html')
      response.end('<!doctype html><title>Stranger</title><body>')
    })
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void stranger.close())
    const other = await context.newPage()
    await other.goto(`http://127.0.0.1:${(stranger.address() as AddressInfo).port}/`)
    const learned = await other.evaluate(
      (source) =>
        new Promise((resolve) => {
          const audio = document.createElement('audio')
          audio.preload = 'auto'
          audio.addEventListener('loadedmetadata', () => resolve('loaded'))
          audio.addEventListener('error', () => resolve('error'))
          audio.src = source
          document.body.append(audio)
        }),
      `${running.origin}${path ?? ''}`,
    )
    expect(learned).toBe('error')
    const asked = running.answers.filter((answer) => answer.includes('/media/'))
    expect([...new Set(asked.map((answer) => answer.slice(0, 3)))]).toEqual(['403'])
  })
})
