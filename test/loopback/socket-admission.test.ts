import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { enter, open, post } from './raw-client.ts'
import { openTestServer, type TestServer } from './test-server.ts'

async function ticketOf(running: TestServer, session: string): Promise<string> {
  const answer: unknown = JSON.parse((await post(running.port, '/ticket', {}, session)).body)
  if (typeof answer !== 'object' || answer === null || !('ticket' in answer)) throw new Error('no ticket')
  return String(answer.ticket)
}

/** A socket as our own page opens it, and everything the server said on it. */
function knock({ port, origin }: TestServer, path = '/api', headers: Record<string, string> = {}) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers: { Origin: origin, ...headers } })
  const heard: string[] = []
  socket.on('message', (data: Buffer) => heard.push(data.toString('utf8')))
  socket.on('ping', () => heard.push('(ping)'))
  const refused = new Promise<number>((resolve) => {
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
  })
  const closed = new Promise<number>((resolve) => socket.on('close', (code) => resolve(code)))
  socket.on('error', () => undefined)
  return { socket, heard, refused, closed, opened: once(socket, 'open'), next: () => once(socket, 'message') }
}

async function letIn(running: TestServer, session: string) {
  const ticket = await ticketOf(running, session)
  const line = knock(running)
  await line.opened
  const ready = line.next()
  line.socket.send(ticket)
  await ready
  return line
}

describe('a socket opens for our own page with a ticket, and for nobody else (B9)', () => {
  test('the ticket comes first, then the API responds', async () => {
    const running = await openTestServer()
    const line = await letIn(running, await enter(running))
    const answered = line.next()
    line.socket.send('a question')
    await answered
    expect(line.heard).toEqual(['ready', 'a question'])
    line.socket.close()
  })

  test.each<[string, string, Record<string, string>]>([
    ['from another origin', '/api', { Origin: 'http://evil.example' }],
    ['from another port', '/api', { Origin: 'http://127.0.0.1:1' }],
    ['from a sandboxed frame', '/api', { Origin: 'null' }],
    ['under another name', '/api', { Host: 'evil.example' }],
    ['on another path', '/', {}],
    ['with the ticket in the address', '/api?ticket=x', {}],
    ['by a page that says it is elsewhere', '/api', { 'Sec-Fetch-Site': 'cross-site' }],
  ])('%s the handshake itself is refused', async (_, path, headers) => {
    const running = await openTestServer()
    expect(await knock(running, path, headers).refused).toBe(403)
    expect(running.echo.sockets).toEqual([])
  })

  test('without an Origin the handshake is refused', async () => {
    const running = await openTestServer()
    const socket = new WebSocket(`ws://127.0.0.1:${running.port}/api`)
    socket.on('error', () => undefined)
    expect(await once(socket, 'unexpected-response')).toMatchObject([{}, { statusCode: 403 }])
  })

  test('a wrong ticket closes it, unanswered', async () => {
    const running = await openTestServer()
    const line = knock(running)
    await line.opened
    line.socket.send('x'.repeat(43))
    expect(await line.closed).toBe(4401)
    expect([line.heard, running.echo.sockets]).toEqual([[], []])
  })

  test('a ticket works once', async () => {
    const running = await openTestServer()
    const session = await enter(running)
    const ticket = await ticketOf(running, session)
    const [first, second] = [knock(running), knock(running)]
    await Promise.all([first.opened, second.opened])
    const ready = first.next()
    first.socket.send(ticket)
    await ready
    second.socket.send(ticket)
    expect(await second.closed).toBe(4401)
    expect(second.heard).toEqual([])
  })

  test('a ticket is good for ten seconds', async () => {
    const running = await openTestServer()
    const ticket = await ticketOf(running, await enter(running))
    running.clock.advance(10_000)
    const line = knock(running)
    await line.opened
    line.socket.send(ticket)
    expect(await line.closed).toBe(4401)
  })

  test('a launch token or a session is no ticket', async () => {
    const running = await openTestServer()
    for (const other of [running.server.launchToken(), await enter(running)]) {
      const line = knock(running)
      await line.opened
      line.socket.send(other)
      expect(await line.closed).toBe(4401)
    }
  })

  test('a ticket sent as bytes, or with more after it, is refused', async () => {
    const running = await openTestServer()
    const session = await enter(running)
    const sent = [Buffer.from(await ticketOf(running, session)), `${await ticketOf(running, session)} and a question`]
    for (const message of sent) {
      const line = knock(running)
      await line.opened
      line.socket.send(message)
      expect(await line.closed).toBe(4401)
    }
    expect(running.echo.sockets).toEqual([])
  })

  test('who sends no ticket within two seconds is closed, and was sent nothing', async () => {
    const running = await openTestServer()
    const line = knock(running)
    await line.opened
    running.clock.advance(1_999)
    expect(line.socket.readyState).toBe(WebSocket.OPEN)
    running.clock.advance(1)
    expect(await line.closed).toBe(4401)
    expect(line.heard).toEqual([])
  })

  test('who does not even say goodbye is cut off', async () => {
    const running = await openTestServer()
    const deaf = open(running.port)
    const head = [
      'GET /api HTTP/1.1',
      `Host: ${running.host}`,
      `Origin: ${running.origin}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ]
    deaf.write(`${head.join('\r\n')}\r\n\r\n`)
    await once(deaf, 'data')
    running.clock.advance(2_000)
    await once(deaf, 'data')
    running.clock.advance(2_000)
    await once(deaf, 'close')
  })

  test('a message of more than a megabyte closes the socket, before and after the ticket', async () => {
    const running = await openTestServer()
    const stranger = knock(running)
    await stranger.opened
    stranger.socket.send('x'.repeat(100_000_000))
    expect(await stranger.closed).toBe(1009)
    const line = await letIn(running, await enter(running))
    line.socket.send('x'.repeat(1_000_001))
    expect(await line.closed).toBe(1009)
    expect(line.heard).toEqual(['ready'])
  })

  test('only who was let in is pinged; who does not respond is cut off', async () => {
    const running = await openTestServer()
    const stranger = knock(running)
    const line = await letIn(running, await enter(running))
    const lively = await letIn(running, await enter(running))
    line.socket.on('ping', () => undefined)
    Object.defineProperty(line.socket, '_autoPong', { value: false })
    const asked = [line, lively].map(({ socket }) => once(socket, 'ping'))
    const answered = once(running.echo.sockets[1]!, 'pong')
    running.clock.advance(30_000)
    await Promise.all([...asked, answered])
    const askedAgain = once(lively.socket, 'ping')
    running.clock.advance(30_000)
    expect(await line.closed).toBe(1006)
    await askedAgain
    expect(lively.socket.readyState).toBe(WebSocket.OPEN)
    expect(stranger.heard).toEqual([])
  })
})

describe('pages come and go (B13)', () => {
  test('an open page keeps the shell, ten minutes without one end it', async () => {
    const running = await openTestServer()
    const session = await enter(running)
    const [first, second] = [await letIn(running, session), await letIn(running, session)]
    first.socket.close()
    await first.closed
    running.clock.advance(600_000)
    await new Promise((resolve) => setImmediate(resolve))
    expect(running.left()).toBe(0)
    const gone = once(running.echo.sockets[1]!, 'close')
    second.socket.close()
    await Promise.all([second.closed, gone])
    running.clock.advance(600_000)
    await new Promise((resolve) => setImmediate(resolve))
    expect(running.left()).toBe(1)
  })

  test('closing says goodbye to every page and then closes the core', async () => {
    const running = await openTestServer()
    const session = await enter(running)
    const lines = [await letIn(running, session), await letIn(running, session)]
    await running.close()
    expect(await Promise.all(lines.map(({ closed }) => closed))).toEqual([1001, 1001])
    expect(running.echo.closed).toBe(true)
  })
})

describe('when the shell ends', () => {
  test('what a page sent before it was closed is still carried out', async () => {
    const running = await openTestServer()
    const line = await letIn(running, await enter(running))
    line.socket.send('the tabs as they were left')
    line.socket.close()
    await running.close()
    expect(running.echo.heard).toEqual(['the tabs as they were left'])
  })

  test('a page that hangs does not keep it', async () => {
    const running = await openTestServer({ limits: { leaving: 50 } })
    const line = await letIn(running, await enter(running))
    line.socket.pause()
    await running.close()
    expect(running.echo.closed).toBe(true)
  })
})
