import { describe, expect, test } from 'vitest'
import { enter, post } from './raw-client.ts'
import { openTestServer } from './test-server.ts'

const entry = {
  workspace: 'live-1',
  origin: 'https://service.example',
  key: 'canary-9f8e7d6c5b4a-0123',
  keeping: 'session',
}

const nothing = {
  isFromFile: false,
  present: false,
  origin: null,
  lastFour: null,
  keeping: null,
  canRemember: ['session'],
  problem: null,
}

async function admitted() {
  const running = await openTestServer()
  const session = await enter(running)
  const ask = async (path: string, body: unknown) => {
    const answer = await post(running.port, path, body, session)
    const parsed: unknown = JSON.parse(answer.body)
    return { status: answer.status, body: parsed, text: JSON.stringify(answer) }
  }
  return { ...running, ask }
}

describe('a key goes in and never comes out (S1, B12)', () => {
  test('it reaches the core with its origin, and the page sees its last four letters', async () => {
    const { ask, echo } = await admitted()
    const kept = { ...nothing, present: true, origin: entry.origin, lastFour: '0123', keeping: 'session' }
    expect((await ask('/shell/key-state', { workspace: 'live-1' })).body).toEqual(nothing)
    expect((await ask('/shell/set-key', entry)).body).toEqual(kept)
    expect((await ask('/shell/key-state', { workspace: 'live-1' })).body).toEqual(kept)
    expect((await ask('/shell/key-state', { workspace: 'live-2' })).body).toEqual(nothing)
    expect([...echo.held]).toEqual([['live-1', { origin: entry.origin, key: entry.key }]])
  })

  test('no response has the key, whatever is requested or goes wrong', async () => {
    const { ask, defects } = await admitted()
    const answers = [
      await ask('/shell/set-key', entry),
      await ask('/shell/key-state', { workspace: 'live-1' }),
      await ask('/shell/set-key', { ...entry, keeping: 'keyring' }),
      await ask('/shell/set-key', { ...entry, origin: 'http://service.example' }),
      await ask('/shell/set-key', { ...entry, key: `${entry.key} ` }),
      await ask('/shell/set-key', { ...entry, [entry.key]: 1 }),
      await ask('/shell/set-key', [entry]),
      await ask('/shell/forget-key', { workspace: 'live-1' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 400, 400, 400, 400, 200])
    for (let start = 0; start + 12 <= entry.key.length; start += 1) {
      const slice = entry.key.slice(start, start + 12)
      expect(answers.filter(({ text }) => text.includes(slice))).toEqual([])
    }
    expect(defects).toEqual([])
  })

  test('a forgotten key is gone from the core', async () => {
    const { ask, echo } = await admitted()
    await ask('/shell/set-key', entry)
    expect((await ask('/shell/forget-key', { workspace: 'live-1' })).body).toEqual(nothing)
    expect([...echo.held]).toEqual([])
  })

  test('of a short key no letters are shown', async () => {
    const { ask } = await admitted()
    expect((await ask('/shell/set-key', { ...entry, key: 'elevenchars' })).body).toMatchObject({ lastFour: null })
    expect((await ask('/shell/set-key', { ...entry, key: 'twelve-chars' })).body).toMatchObject({ lastFour: 'hars' })
  })

  test.each([
    ['https', 'https://service.example', 200],
    ['a port', 'https://service.example:8443', 200],
    ['this machine', 'http://127.0.0.1:5000', 200],
    ['this machine by name', 'http://localhost:5000', 200],
    ['plain http', 'http://service.example', 400],
    ['a path', 'https://service.example/api', 400],
    ['a slash', 'https://service.example/', 400],
    ['capitals', 'https://Service.example', 400],
    ['the usual port', 'https://service.example:443', 400],
    ['a user', 'https://a@service.example', 400],
    ['a file', 'file:///etc/passwd', 400],
    ['null', 'null', 400],
    ['no origin', '', 400],
  ])('a key for %s (%s) gets a %i', async (_, origin, status) => {
    const { ask, echo } = await admitted()
    expect((await ask('/shell/set-key', { ...entry, origin })).status).toBe(status)
    expect(echo.held.size).toBe(status === 200 ? 1 : 0)
  })

  test.each(['', ' ', 'a b', 'a\nb', 'a\0b', 'schlüssel', 'x'.repeat(1025)])('%j is no key (B14)', async (key) => {
    const { ask, echo } = await admitted()
    expect((await ask('/shell/set-key', { ...entry, key })).status).toBe(400)
    expect(echo.held.size).toBe(0)
  })
})

describe('a link leaves only after the shell has looked at it (E7)', () => {
  test('the page is given back what it may open', async () => {
    const { ask } = await admitted()
    expect((await ask('/shell/open-external', { url: 'HTTPS://www.Example.com/ir' })).body).toEqual({
      link: { url: 'https://www.example.com/ir', host: 'www.example.com' },
    })
  })

  test.each(['http://example.com/', 'javascript:alert(1)', 'file:///etc/passwd', 'https://a@b.example/', ''])(
    '%s is not',
    async (url) => {
      const { ask } = await admitted()
      expect((await ask('/shell/open-external', { url })).body).toEqual({ link: null })
    },
  )
})
