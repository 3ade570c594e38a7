import { describe, expect, test } from 'vitest'
import { newToken } from '#loopback/one-use-tokens.ts'
import { enter, post, request } from './raw-client.ts'
import { openTestServer } from './test-server.ts'

describe('the address lets one tab in, once, within a minute (B3)', () => {
  test('a launch token opens a session, and only once', async () => {
    const { port, server } = await openTestServer()
    const token = server.launchToken()
    expect((await post(port, '/session', { token, session: newToken() })).status).toBe(200)
    const again = await post(port, '/session', { token, session: newToken() })
    expect([again.status, JSON.parse(again.body)]).toEqual([401, { failure: { kind: 'not-admitted' } }])
  })

  test('who was let in may request again, as a page reloaded before its response came does; nobody else', async () => {
    const { port, server } = await openTestServer()
    const [token, session] = [server.launchToken(), newToken()]
    const asked = await Promise.all([0, 1].map(() => post(port, '/session', { token, session })))
    expect(asked.map(({ status }) => status)).toEqual([200, 200])
    expect((await post(port, '/ticket', {}, session)).status).toBe(200)
    const other = newToken()
    expect((await post(port, '/session', { token, session: other })).status).toBe(401)
    expect((await post(port, '/ticket', {}, other)).status).toBe(401)
  })

  test('after a minute it opens nothing', async () => {
    const { port, server, clock } = await openTestServer()
    const [early, late] = [server.launchToken(), server.launchToken()]
    clock.advance(59_999)
    expect((await post(port, '/session', { token: early, session: newToken() })).status).toBe(200)
    clock.advance(1)
    expect((await post(port, '/session', { token: late, session: newToken() })).status).toBe(401)
  })

  test('a wrong one opens nothing and spends nothing', async () => {
    const { port, server } = await openTestServer()
    const token = server.launchToken()
    const almost = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
    for (const wrong of [almost, token.slice(0, -1), `${token}=`, token.toLowerCase(), 'x'.repeat(200)]) {
      expect((await post(port, '/session', { token: wrong, session: newToken() })).status).toBe(401)
    }
    expect((await post(port, '/session', { token, session: newToken() })).status).toBe(200)
  })

  test('tokens have 32 random bytes', async () => {
    const { server } = await openTestServer()
    const tokens = Array.from({ length: 20 }, () => server.launchToken())
    expect(new Set(tokens).size).toBe(20)
    expect(tokens.every((token) => /^[\w-]{43}$/.test(token))).toBe(true)
  })

  test.each(['/?t=TOKEN', '/session?t=TOKEN'])('%s: a token in a query is not taken', async (target) => {
    const { port, server } = await openTestServer()
    const withToken = target.replace('TOKEN', server.launchToken())
    expect((await request(port, { target: withToken })).status).toBe(404)
  })
})

describe('a request needs the session in its header (B5)', () => {
  test.each(['/ticket', '/shell/key-state', '/shell/set-key', '/shell/forget-key', '/shell/open-external', '/else'])(
    '%s gets no response without one',
    async (path) => {
      const { port } = await openTestServer()
      const answer = await post(port, path, {})
      expect([answer.status, JSON.parse(answer.body)]).toEqual([401, { failure: { kind: 'not-admitted' } }])
    },
  )

  test.each<[string, (session: string) => Record<string, string | string[]>]>([
    ['in a cookie', (session) => ({ Cookie: `session=${session}` })],
    ['under another scheme', (session) => ({ Authorization: `Digest ${session}` })],
    ['without a scheme', (session) => ({ Authorization: session })],
    ['beside another', (session) => ({ Authorization: [`Bearer ${session}`, 'Bearer x'] })],
    ['with a letter more', (session) => ({ Authorization: `Bearer ${session}A` })],
    ['with a letter less', (session) => ({ Authorization: `Bearer ${session.slice(1)}` })],
    ['as nothing', () => ({ Authorization: 'Bearer ' })],
  ])('a session %s is none', async (_, headers) => {
    const running = await openTestServer()
    const session = await enter(running)
    const asked = { method: 'POST', target: '/ticket', body: '{}', headers: headers(session) }
    expect((await request(running.port, asked)).status).toBe(401)
  })

  test('a session holds until the program ends, and not in the next run', async () => {
    const first = await openTestServer()
    const session = await enter(first)
    first.clock.advance(7 * 24 * 3_600_000)
    expect((await post(first.port, '/ticket', {}, session)).status).toBe(200)
    await first.close()
    const second = await openTestServer({ port: first.port })
    expect((await post(second.port, '/ticket', {}, session)).status).toBe(401)
  })
})
