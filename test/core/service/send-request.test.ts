import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Failure } from '#contract/failure.ts'
import { ManualClock } from '../clocks.ts'
import { listed } from '../records.ts'
import { canary } from '../canary.ts'
import { defaultTimeouts } from '#core/service/timeout-policy.ts'
import { openedClient, failureFrom, once } from './opened-client.ts'
import { json, rawService, scriptedService } from './scripted-service.ts'

const good = JSON.stringify(listed([{ id: 1 }]))

function clientFor(baseUrl: string, limits: Parameters<typeof openedClient>[0]['limits'] = {}) {
  return openedClient({ baseUrl, limits, policy: once, clock: new ManualClock() })
}

async function failureAt(baseUrl: string, limits?: Parameters<typeof clientFor>[1]): Promise<Failure> {
  return failureFrom(clientFor(baseUrl, limits).request('ratings', {}))
}

describe('a service that takes its time (N1)', () => {
  test('and never responds times out with the seconds that it had', async () => {
    const { origin } = await rawService(() => undefined)
    expect(await failureAt(origin, { firstByte: 900 })).toMatchObject({
      kind: 'no-response',
      detail: 'sent nothing for 1 seconds',
    })
  })

  test('may take most of a minute for its first byte, and is canceled at once where the user has had enough', async () => {
    expect(defaultTimeouts).toMatchObject({ firstByte: 60_000, betweenBytes: 20_000 })
    const came = Promise.withResolvers<undefined>()
    const { origin } = await rawService(() => came.resolve(undefined))
    const leaving = new AbortController()
    const pending = clientFor(origin).request('ratings', {}, { signal: leaving.signal })
    await came.promise
    leaving.abort()
    expect(await failureFrom(pending)).toEqual({ kind: 'cancelled' })
  })

  test('and falls silent in the middle of the response times out', async () => {
    const { origin } = await rawService((socket) => socket.write(head({ 'content-length': '500' }) + good.slice(0, 20)))
    expect(await failureAt(origin, { betweenBytes: 900 })).toMatchObject({
      kind: 'no-response',
      detail: 'stopped sending for 1 seconds',
    })
  })

  test('and drips a byte now and then, never silent for long, times out when its whole time is over', async () => {
    const { origin } = await rawService((socket) => {
      socket.write(head({ 'content-length': '100000' }))
      every(socket, 50, () => socket.write(' '))
    })
    expect(await failureAt(origin, { betweenBytes: 900, total: 600 })).toMatchObject({
      kind: 'no-response',
      detail: 'took more than 1 seconds to respond',
    })
  })

  test('and drips its headers times out as well', async () => {
    const { origin } = await rawService((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      every(socket, 50, () => socket.write('x-more: and more\r\n'))
    })
    expect(await failureAt(origin, { total: 600 })).toMatchObject({ kind: 'no-response', seconds: 1 })
  })

  test('is let go in the middle of its response when the user cancels', async () => {
    const { origin } = await rawService((socket) => socket.write(head({ 'content-length': '500' }) + good.slice(0, 20)))
    const leaving = new AbortController()
    const pending = clientFor(origin).request('ratings', {}, { signal: leaving.signal })
    leaving.abort()
    expect(await failureFrom(pending)).toEqual({ kind: 'cancelled' })
  })
})

describe('a response that breaks off', () => {
  test.each<[string, Failure['kind'], (socket: Socket) => void]>([
    ['before its announced length', 'incomplete', (socket) => socket.end(head({ 'content-length': '500' }) + good)],
    ['before its last chunk', 'incomplete', (socket) => socket.end(chunked(good.slice(0, 20)))],
    ['without a length, by closing', 'incomplete', (socket) => socket.end(head({}) + good.slice(0, 20))],
    ['in a compressed stream', 'incomplete', (socket) => socket.end(compressed(gzipSync(good).subarray(0, -12)))],
    [
      'by a reset in its middle',
      'incomplete',
      (socket) => {
        socket.write(head({ 'content-length': '500' }) + good.slice(0, 20), () => socket.resetAndDestroy())
      },
    ],
    ['before it began', 'connection-lost', (socket) => socket.resetAndDestroy()],
    ['after a header line', 'connection-lost', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-ty')],
    ['after words that are no HTTP', 'connection-lost', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
  ])('%s is reported as %s, and is worth another try', async (_, kind, talk) => {
    const { origin } = await rawService(talk)
    const { request } = openedClient({ baseUrl: origin, policy: { ...once, attempts: 2 } })
    expect(await failureFrom(request('ratings', {}))).toMatchObject({ kind, attempts: 2 })
  })

  test('whole, without a length and by closing, is a response', async () => {
    const { origin } = await rawService((socket) => socket.end(head({}) + good))
    expect((await clientFor(origin).request('ratings', {})).records).toHaveLength(1)
  })

  test('in garbled compression is unreadable, not cut short', async () => {
    const { origin } = await rawService((socket) => socket.end(compressed(Buffer.from('this is no gzip at all'))))
    expect(await failureAt(origin)).toMatchObject({ kind: 'not-json' })
  })
})

describe('a response that is too large (N4, W21)', () => {
  test('is cut at the limit', async () => {
    const { origin } = await scriptedService((response) => json(response, ' '.repeat(70_000)))
    expect(await failureAt(origin, { bodyBytes: 64 * 1024 })).toMatchObject({ kind: 'too-large', detail: '64 KB' })
  })

  test('is cut at the limit of what it unpacks to, before it is unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(60 * 1024 * 1024, 0x20))
    const { origin } = await scriptedService((response) => json(response, bomb, 200, { 'content-encoding': 'gzip' }))
    const before = process.memoryUsage().rss
    expect(await failureAt(origin, { bodyBytes: 1024 * 1024 })).toMatchObject({ kind: 'too-large', detail: '1 MB' })
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024)
  })
})

describe('a redirect (S8)', () => {
  test('within the service is followed, three times, and the key goes along', async () => {
    const { origin, heard } = await scriptedService((response, { url }) => {
      const step = Number(url.searchParams.get('step') ?? 0)
      if (step === 3) json(response, good)
      else response.writeHead(302, { location: `/moved?step=${step + 1}` }).end()
    })
    expect((await clientFor(origin).request('ratings', {})).records).toHaveLength(1)
    expect(heard.map(({ url }) => url.searchParams.get('apikey'))).toEqual([canary, canary, canary, canary])
  })

  test('to itself ends after the third', async () => {
    const { origin, heard } = await scriptedService((response) => {
      response.writeHead(307, { location: '/moved' }).end()
    })
    expect(await failureAt(origin)).toMatchObject({ kind: 'redirected', detail: 'too many redirects' })
    expect(heard).toHaveLength(4)
  })

  test('to another server is not followed: neither the key nor the request reaches it', async () => {
    const other = await scriptedService((response) => json(response, good))
    const { origin } = await scriptedService((response, { url }) => {
      response.writeHead(302, { location: `${other.origin}${url.pathname}${url.search}` }).end()
    })
    expect(await failureAt(origin)).toMatchObject({ kind: 'redirected', detail: '127.0.0.1' })
    expect(other.heard).toHaveLength(0)
  })

  test.each([
    ['with a user name', (origin: string) => origin.replace('http://', 'http://user:word@'), '127.0.0.1'],
    ['to another scheme', () => 'ftp://127.0.0.1/', '127.0.0.1'],
    ['to what https would be here', (origin: string) => origin.replace('http:', 'https:'), '127.0.0.1'],
    ['to a file', () => 'file:///etc/passwd', 'not a web address'],
    ['to a script', () => 'javascript:alert(1)', 'not a web address'],
    ['to nonsense', () => 'http://[', 'no target'],
    [
      'to a host named like the key',
      () => `https://${canary.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}.example/`,
      undefined,
    ],
  ])('%s is not followed', async (_, location, detail) => {
    const service: { origin: string } = await scriptedService((response) => {
      response.writeHead(301, { location: location(service.origin) }).end()
    })
    const failure = await failureAt(service.origin)
    expect(failure.kind).toBe('redirected')
    if (detail !== undefined) expect(failure.detail).toBe(detail)
  })

  test('without a place is not followed', async () => {
    const { origin } = await scriptedService((response) => response.writeHead(302).end())
    expect(await failureAt(origin)).toMatchObject({ kind: 'redirected', detail: 'no target' })
  })

  test('that carries a key which is not ours to send without one loses it', async () => {
    const { origin, heard } = await scriptedService((response, { url }) =>
      url.pathname === '/moved'
        ? json(response, { data: { hits: [] }, message: 'ok' })
        : response.writeHead(302, { location: '/moved?apikey=other&q=AAPL' }).end(),
    )
    await clientFor(origin).request('securities', { query: 'AAPL', type: 'symbol' })
    expect(heard.map(({ url }) => url.search)).toEqual(['?q=AAPL&query_by=symbol', '?q=AAPL'])
  })
})

test('a request says that it wants JSON, names no page and keeps nothing (S9)', async () => {
  const { origin, heard } = await scriptedService((response) => json(response, good))
  await clientFor(origin).request('ratings', {})
  const { accept, referer, cookie, authorization, 'cache-control': cache } = heard[0]!.headers
  expect({ accept, referer, cookie, authorization, cache }).toEqual({
    accept: 'application/json',
    referer: undefined,
    cookie: undefined,
    authorization: undefined,
    cache: 'no-store',
  })
})

function head(headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ 'content-type': 'application/json', connection: 'close', ...headers })
  return `HTTP/1.1 200 OK\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
}

function chunked(text: string): string {
  return `${head({ 'transfer-encoding': 'chunked' })}${text.length.toString(16)}\r\n${text}\r\n`
}

function compressed(body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(head({ 'content-encoding': 'gzip' })), body])
}

function every(socket: Socket, milliseconds: number, write: () => void): void {
  const timer = setInterval(write, milliseconds)
  socket.once('close', () => clearInterval(timer))
}
