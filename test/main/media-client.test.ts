import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Core } from '#core/core.ts'
import { FailureError } from '#core/failure-error.ts'
import { hostMedia } from '#main/media-host.ts'
import { readMediaRequest, mediaResponse } from '#main/media-client.ts'
import type { MediaPort } from '#main/media-messages.ts'

/** Node's port with the face of Electron's: events carry the message as `data`. */
function electronPort(port: MessagePort): MediaPort {
  onTestFinished(() => port.close())
  return {
    on: (event: 'message' | 'close', listener: (event: { data: unknown }) => void) =>
      port.on(event, (data?: unknown) => listener({ data })),
    postMessage: (message) => port.postMessage(message),
    // Node starts a port with its first listener.
    start: () => undefined,
    close: () => port.close(),
  }
}

/** Both ends joined, with a core that responds so. */
function joined(openMedia: Core['openMedia']) {
  const { port1, port2 } = new MessageChannel()
  const reports: unknown[] = []
  const question = { callId: 'call', method: 'GET', range: null, ifRange: null } as const
  hostMedia(electronPort(port1), question, openMedia, (_, error) => reports.push(error))
  return { answer: mediaResponse(electronPort(port2)), reports }
}

const headers = { 'Content-Type': 'audio/mpeg', 'Content-Range': 'bytes 0-5/6' }

describe('what the page requests', () => {
  const asked = (url: string, method = 'GET') =>
    readMediaRequest({ url, method, headers: new Headers({ range: 'bytes=2-', 'if-range': '"x"' }) })

  test('a recording, by the id of its call, with its range', () => {
    expect(asked('app://bundle/media/a%20b')).toEqual({
      callId: 'a b',
      method: 'GET',
      range: 'bytes=2-',
      ifRange: '"x"',
    })
    expect(asked('app://bundle/media/a?x#y', 'HEAD')?.callId).toBe('a')
  })

  test.each([
    'app://bundle/',
    'app://bundle/media/',
    'app://bundle/media/a/b',
    'app://bundle/media/%zz',
    'app://bundle/../media/a',
    'app://bundle.evil/media/a',
    'https://bundle/media/a',
  ])('no recording: %s', (url) => {
    expect(asked(url)).toBeNull()
    expect(asked('app://bundle/media/a', 'POST')).toBeNull()
  })
})

describe('sound between the core and the page', () => {
  test('comes whole and in order, with the core’s status and headers and the window’s policy', async () => {
    const { answer } = joined(async () => ({
      status: 206,
      headers,
      body: (async function* () {
        yield Buffer.from('abc')
        yield new Uint8Array(Buffer.from('xxdefxx')).subarray(2, 5)
      })(),
    }))
    const response = await answer
    expect([response.status, response.headers.get('content-range')]).toEqual([206, 'bytes 0-5/6'])
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await response.text()).toBe('abcdef')
  })

  test('is read no faster than the page takes it', async () => {
    let read = 0
    const { answer } = joined(async () => ({
      status: 200,
      headers,
      body: (async function* () {
        for (; read < 1000; read += 1) yield Buffer.alloc(1000)
      })(),
    }))
    const reader = (await answer).body?.getReader()
    for (let taken = 0; taken < 5; taken += 1) await reader?.read()
    expect(read).toBeLessThan(8)
    await reader?.cancel()
  })

  test('is left when the page leaves', async () => {
    const left = new Promise<void>((resolve) => {
      const { answer } = joined(async (_callId, _question, signal) => {
        signal.addEventListener('abort', () => resolve())
        return {
          status: 200,
          headers,
          body: (async function* () {
            for (;;) yield Buffer.alloc(1000)
          })(),
        }
      })
      void answer.then(async (response) => {
        const reader = response.body?.getReader()
        await reader?.read()
        await reader?.cancel()
      })
    })
    await left
  })

  test('breaks off where it breaks off, reported once when it is a defect', async () => {
    const failing = (error: Error) =>
      joined(async () => ({
        status: 200,
        headers,
        body: (async function* () {
          yield Buffer.from('abc')
          throw error
        })(),
      }))
    const defect = failing(new Error('a defect'))
    await expect((await defect.answer).text()).rejects.toThrow()
    expect(defect.reports).toEqual([new Error('a defect')])
    const expected = failing(new FailureError({ kind: 'connection-lost' }))
    await expect((await expected.answer).text()).rejects.toThrow()
    expect(expected.reports).toEqual([])
  })

  test('has a status where there is none: nothing to play, no core, a core that went away', async () => {
    const nothing = await joined(async () => ({ status: 404, headers: {}, body: null })).answer
    expect([nothing.status, await nothing.text()]).toEqual([404, ''])
    expect((await mediaResponse(null)).status).toBe(503)
    const { port1, port2 } = new MessageChannel()
    const answer = mediaResponse(electronPort(port2))
    port1.close()
    expect((await answer).status).toBe(504)
  })
})
