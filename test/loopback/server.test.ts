import { networkInterfaces } from 'node:os'
import { describe, expect, test } from 'vitest'
import { securityHeaders } from '#core/window/content-security-policy.ts'
import { FailureError } from '#core/failure-error.ts'
import { newToken } from '#loopback/one-use-tokens.ts'
import { defaultLimits } from '#loopback/server.ts'
import { enter, exchange, open, parse, post, request, written } from './raw-client.ts'
import { EchoCore, openTestServer } from './test-server.ts'

const connects = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = open(port, host)
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  })

describe('nobody but this machine reaches the window (B1)', () => {
  test('it listens on 127.0.0.1 alone', async () => {
    const { port } = await openTestServer()
    const elsewhere = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .map(({ address, scopeid }) => (scopeid ? `${address}%${scopeid}` : address))
      .filter((address) => address !== '127.0.0.1')
    expect(await connects(port, '127.0.0.1')).toBe(true)
    for (const address of new Set(['::1', '127.0.0.2', ...elsewhere])) {
      expect([address, await connects(port, address)]).toEqual([address, false])
    }
  })

  test('a port that is taken is said, not shared', async () => {
    const { port } = await openTestServer()
    await expect(openTestServer({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })
})

describe('what Node itself lets through is refused before routing (B2)', () => {
  test.each([
    ['a foreign Host', { headers: { Host: 'evil.example' } }],
    ['two Hosts', { headers: { Host: ['127.0.0.1:1', '127.0.0.1:1'] } }],
    ['HTTP/1.0 without a Host', { version: 'HTTP/1.0', headers: { Host: null } }],
    ['an absolute-form target', { target: 'http://evil.example/' }],
  ])('%s', async (_, change) => {
    const { port } = await openTestServer()
    const { status, body } = await request(port, change)
    expect({ status, body }).toEqual({ status: 403, body: 'Tearsheet refused this request.\n' })
  })

  test('no Host at all', async () => {
    const { port } = await openTestServer()
    expect((await request(port, { headers: { Host: null } })).status).toBe(400)
  })

  test('a refusal comes before it is known whether the file is there', async () => {
    const { port } = await openTestServer()
    const foreign = { headers: { Host: 'evil.example' } }
    expect(await request(port, { ...foreign, target: '/assets/a.js' })).toMatchObject({ status: 403 })
    expect(await request(port, { ...foreign, target: '/assets/none.js' })).toMatchObject({ status: 403 })
  })
})

describe('no other page gets in, whatever it sends (B10)', () => {
  test('a preflight is refused and grants nothing', async () => {
    const { port } = await openTestServer()
    const answer = await request(port, {
      method: 'OPTIONS',
      target: '/ticket',
      headers: {
        Origin: 'http://evil.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,content-type',
        'Access-Control-Request-Private-Network': 'true',
      },
    })
    expect(answer.status).toBe(403)
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'a form body of %s is not read, even with a session',
    async (type) => {
      const running = await openTestServer()
      const session = await enter(running)
      const asked = {
        method: 'POST',
        target: '/ticket',
        body: '{}',
        headers: { Authorization: `Bearer ${session}`, 'Content-Type': type },
      }
      expect((await request(running.port, asked)).status).toBe(415)
    },
  )

  test('nothing is changed by reading', async () => {
    const { port, server } = await openTestServer()
    for (const target of ['/session', '/ticket', '/shell/set-key', '/api']) {
      expect((await request(port, { target })).status).toBe(404)
    }
    expect((await post(port, '/session', { token: server.launchToken(), session: newToken() })).status).toBe(200)
  })

  test.each([
    ['no JSON', 'token=x'],
    ['no object', '"x"'],
    ['a list', '[]'],
    ['nothing', ''],
    ['another type', `{"token":1,"session":"${'s'.repeat(43)}"}`],
    ['a session that is no 32 bytes', '{"token":"x","session":"guessed"}'],
    ['more than was asked', `{"token":"x","session":"${'s'.repeat(43)}","more":1}`],
    ['a prototype', '{"__proto__":{"token":"x"}}'],
  ])('a body with %s is refused', async (_, body) => {
    const { port } = await openTestServer()
    const answer = await request(port, { method: 'POST', target: '/session', body })
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([400, { failure: { kind: 'bad-request' } }])
  })
})

test('every response, refusals too, carries the window policy and shares nothing with other origins (B11)', async () => {
  const running = await openTestServer()
  const { port, host } = running
  const session = await enter(running)
  const wanted = Object.fromEntries(
    Object.entries(securityHeaders({ connect: ["'self'", `ws://${host}`] })).map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]),
  )
  const answers = {
    window: await request(port),
    file: await request(port, { target: '/assets/a.js' }),
    step: await request(port, { target: '/open' }),
    script: await request(port, { target: '/open.js' }),
    head: await request(port, { method: 'HEAD' }),
    missing: await request(port, { target: '/none' }),
    foreign: await request(port, { headers: { Host: 'evil.example' } }),
    preflight: await request(port, { method: 'OPTIONS' }),
    method: await request(port, { method: 'DELETE' }),
    type: await request(port, { method: 'POST', target: '/ticket', headers: { 'Content-Type': 'text/plain' } }),
    stranger: await post(port, '/ticket', {}),
    ticket: await post(port, '/ticket', {}, session),
    question: await post(port, '/none', {}, session),
    body: await post(port, '/shell/key-state', {}, session),
    large: await post(port, '/shell/key-state', 'x'.repeat(1_000_001), session),
  }
  expect(Object.entries(answers).map(([name, { status }]) => [name, status])).toEqual([
    ['window', 200],
    ['file', 200],
    ['step', 200],
    ['script', 200],
    ['head', 200],
    ['missing', 404],
    ['foreign', 403],
    ['preflight', 403],
    ['method', 405],
    ['type', 415],
    ['stranger', 401],
    ['ticket', 200],
    ['question', 404],
    ['body', 400],
    ['large', 413],
  ])
  for (const [name, { headers }] of Object.entries(answers)) {
    const said = Object.fromEntries(Object.keys(wanted).map((header) => [header, headers[header]]))
    expect([name, said]).toEqual([name, wanted])
    const others = Object.keys(headers).filter((header) =>
      /^(access-control-|set-cookie|server$|x-powered-by)/.test(header),
    )
    // The one for media elements (B6), for a page that was let in.
    expect([name, others]).toEqual([name, name === 'ticket' ? ['set-cookie'] : []])
  }
})

describe('a slow or greedy visitor keeps nobody waiting (B13)', () => {
  test('the limits are those that were promised', () => {
    expect(defaultLimits).toMatchObject({
      sockets: 64,
      body: 1_000_000,
      message: 1_000_000,
      headers: 16_384,
      headersWithin: 10_000,
      launchToken: 60_000,
      ticketWithin: 2_000,
      alone: 600_000,
    })
  })

  test('headers that never end are cut off', async () => {
    const { port } = await openTestServer({ limits: { headersWithin: 100, requestWithin: 200, lookedAfterEvery: 20 } })
    expect(await exchange(port, `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Slow: `)).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('a body that never ends is cut off', async () => {
    const running = await openTestServer({ limits: { headersWithin: 100, requestWithin: 200, lookedAfterEvery: 20 } })
    const session = await enter(running)
    const headers = { Authorization: `Bearer ${session}`, 'Content-Length': '100' }
    const bytes = written(running.port, { method: 'POST', target: '/ticket', headers })
    expect(await exchange(running.port, `${bytes}{`)).toMatch(/^HTTP\/1\.1 408 /)
    expect(running.defects).toEqual([])
  })

  test('headers of more than 16 KB are refused', async () => {
    const { port } = await openTestServer()
    expect((await request(port, { headers: { 'X-Long': 'x'.repeat(16 * 1024) } })).status).toBe(431)
  })

  test('a body of more than a megabyte is refused, whatever length it claims', async () => {
    const running = await openTestServer()
    const session = await enter(running)
    const headers = { Authorization: `Bearer ${session}`, 'Transfer-Encoding': 'chunked' }
    const head = written(running.port, { method: 'POST', target: '/shell/key-state', headers })
    const chunk = `${(100_000).toString(16)}\r\n${'x'.repeat(100_000)}\r\n`
    expect(await exchange(running.port, `${head}${chunk.repeat(11)}`)).toMatch(/^HTTP\/1\.1 413 /)
  })

  test('a stranger is refused before a body is read', async () => {
    const { port } = await openTestServer()
    const headers = { 'Content-Length': '900000' }
    expect((await request(port, { method: 'POST', target: '/shell/set-key', headers })).status).toBe(401)
  })

  describe('however many connections another program holds open', () => {
    const idle = async (port: number, count: number) => {
      const sockets = Array.from({ length: count }, () => open(port))
      for (const socket of sockets) socket.on('error', () => undefined)
      await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
      return sockets
    }

    test('a page gets its response: of those that request nothing the oldest is closed', async () => {
      const { port } = await openTestServer()
      const [oldest, ...others] = await idle(port, 64)
      const gone = new Promise((resolve) => oldest!.once('close', resolve))
      expect((await request(port)).status).toBe(200)
      await gone
      expect(others.filter(({ destroyed }) => destroyed)).toEqual([])
    })

    test('a page is let in, and sends further requests', async () => {
      const running = await openTestServer()
      await idle(running.port, 200)
      const session = await enter(running)
      await idle(running.port, 64)
      expect((await post(running.port, '/ticket', {}, session)).status).toBe(200)
    })

    test('a page that was let in keeps its connection', async () => {
      const running = await openTestServer()
      const session = await enter(running)
      const socket = open(running.port)
      const headers = { Authorization: `Bearer ${session}`, Connection: 'keep-alive' }
      const asking = written(running.port, { method: 'POST', target: '/ticket', headers, body: '{}' })
      const answered = async () => {
        const told = new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(bytes.toString('utf8'))))
        socket.write(asking)
        return parse(await told).status
      }
      expect(await answered()).toBe(200)
      await idle(running.port, 200)
      expect(await answered()).toBe(200)
    })

    test('one that sends requests without a session makes room before a page’s does', async () => {
      const running = await openTestServer({ limits: { sockets: 2 } })
      const stranger = open(running.port)
      stranger.write(written(running.port, { headers: { Connection: 'keep-alive' } }))
      await new Promise((resolve) => stranger.once('data', resolve))
      const gone = new Promise((resolve) => stranger.once('close', resolve))
      const [silent] = await idle(running.port, 1)
      expect((await request(running.port)).status).toBe(200)
      // Who requested nothing goes first, then the oldest of the others.
      expect([silent!.destroyed, stranger.destroyed]).toEqual([true, false])
      for (const _ of [1, 2]) {
        const other = open(running.port)
        other.write(written(running.port, { headers: { Connection: 'keep-alive' } }))
        await new Promise((resolve) => other.once('data', resolve))
      }
      await gone
    })
  })

  test('who breaks off in the middle is no defect', async () => {
    const running = await openTestServer()
    const session = await enter(running)
    const headers = { Authorization: `Bearer ${session}`, 'Content-Length': '100' }
    const socket = open(running.port)
    socket.write(`${written(running.port, { method: 'POST', target: '/ticket', headers })}{`)
    await new Promise((resolve) => setImmediate(resolve))
    socket.destroy()
    await running.close()
    expect(running.defects).toEqual([])
  })
})

describe('a profile that cannot be opened is reported in the page, and tried again by its button', () => {
  test('the failure comes with the ticket, and the next request opens', async () => {
    const core = new EchoCore()
    let inUse = true
    let tries = 0
    const running = await openTestServer({
      openCore: async () => {
        tries += 1
        if (inUse) throw new FailureError({ kind: 'profile-in-use' })
        return core
      },
    })
    const session = await enter(running)
    const refused = await post(running.port, '/ticket', {}, session)
    expect([refused.status, JSON.parse(refused.body)]).toEqual([503, { failure: { kind: 'profile-in-use' } }])
    inUse = false
    expect((await post(running.port, '/ticket', {}, session)).status).toBe(200)
    expect((await post(running.port, '/ticket', {}, session)).status).toBe(200)
    expect(tries).toBe(2)
    expect(running.defects).toEqual([])
  })

  test('two tabs open it once', async () => {
    let tries = 0
    const running = await openTestServer({
      openCore: async () => {
        tries += 1
        return new EchoCore()
      },
    })
    const session = await enter(running)
    await Promise.all([1, 2, 3].map(() => post(running.port, '/ticket', {}, session)))
    expect(tries).toBe(1)
  })

  test('of a defect the page learns nothing, and the terminal all', async () => {
    const broken = new TypeError('Failed to parse URL from https://service.example/?api_key=secret')
    const running = await openTestServer({ openCore: () => Promise.reject(broken) })
    const session = await enter(running)
    const { status, body } = await post(running.port, '/ticket', {}, session)
    expect([status, body]).toEqual([500, '{"failure":{"kind":"defect"}}'])
    expect(running.defects).toEqual([broken])
  })

  test('closing waits for an opening under way, so that the profile is free afterwards', async () => {
    const core = new EchoCore()
    const { promise, resolve } = Promise.withResolvers<EchoCore>()
    const running = await openTestServer({ openCore: () => promise })
    const opening = running.server.openCore()
    const closing = running.close()
    resolve(core)
    await closing
    await opening
    expect(core.closed).toBe(true)
  })
})

describe('it ends automatically when nobody is there (B13)', () => {
  test('ten minutes after the start, when no page came', async () => {
    const { clock, left } = await openTestServer()
    clock.advance(599_999)
    await Promise.resolve()
    expect(left()).toBe(0)
    clock.advance(1)
    await Promise.resolve()
    await Promise.resolve()
    expect(left()).toBe(1)
  })
})
