import { createORPCClient } from '@orpc/client'
import { implement } from '@orpc/server'
import { RPCHandler as PortHandler } from '@orpc/server/message-port'
import { RPCHandler as SocketHandler } from '@orpc/server/ws'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { api, type Announcement } from '../../../src/contract/api/api.ts'
import type { Core } from '../../../src/renderer/core-client/client.ts'
import type { Wire } from '../../../src/renderer/core-client/connect.ts'
import { RequestFailed, failureToShow } from '../../../src/renderer/core-client/request-failed.ts'
import { CoreConnection } from '../../../src/renderer/core-client/core-connection.ts'
import { ManualTime } from '../manual-time.ts'

/** The other end: it responds to some requests of the API, each in one of the ways in which a core can behave. */
const os = implement(api)
const router = {
  status: {
    ping: os.status.ping.handler(() => ({})),
    diagnostics: os.status.diagnostics.handler(({ signal }) => {
      asked.resolve(signal)
      return new Promise<never>(() => {})
    }),
    now: os.status.now.handler(() => {
      throw new Error('SQLITE_CORRUPT: a secret path')
    }),
    changes: os.status.changes.handler(async function* (): AsyncGenerator<Announcement> {
      yield { kind: 'calls' }
    }),
  },
  workspaces: {
    activate: os.workspaces.activate.handler(({ errors }) => {
      throw errors.FAILURE({ data: { kind: 'no-such-workspace' } })
    }),
  },
}

let asked = Promise.withResolvers<AbortSignal | undefined>()
let time: ManualTime
let ends: (() => void)[]
let opened: number

beforeEach(() => {
  asked = Promise.withResolvers()
  time = new ManualTime()
  ends = []
  opened = 0
})
afterEach(() => ends.forEach((end) => end()))

function coreOver(connect: () => Promise<Wire>): { core: Core; line: CoreConnection } {
  const line = new CoreConnection(() => {
    opened += 1
    return connect()
  }, time.after)
  ends.push(() => line.close())
  return { core: createORPCClient<Core>(line), line }
}

/** Ports whose other ends are served, or left without anybody listening. */
function ports(serve = true): { connect: () => Promise<Wire>; cut: () => void; silence: () => void } {
  const others: MessagePort[] = []
  let isSilent = false
  return {
    connect: () => {
      const { port1, port2 } = new MessageChannel()
      port2.addEventListener('message', (event) => {
        if (isSilent) event.stopImmediatePropagation()
      })
      if (serve) {
        new PortHandler(router).upgrade(port2)
        port2.start()
      }
      others.push(port2)
      return Promise.resolve(port1)
    },
    cut: () => others.forEach((port) => port.close()),
    silence: () => {
      isSilent = true
    },
  }
}

async function sockets(): Promise<{ connect: () => Promise<Wire>; cut: () => void }> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  const handler = new SocketHandler(router)
  server.on('connection', (socket) => void handler.upgrade(socket))
  await new Promise((resolve) => server.once('listening', resolve))
  ends.push(() => server.close())
  const { port } = server.address() as AddressInfo
  return {
    connect: () =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`ws://127.0.0.1:${port}`)
        socket.addEventListener('open', () => resolve(socket))
        socket.addEventListener('error', () => reject(new Error('refused')))
      }),
    cut: () => server.clients.forEach((client) => client.terminate()),
  }
}

const kindOf = async (question: Promise<unknown>) => {
  try {
    await question
    return 'answered'
  } catch (error) {
    return error instanceof RequestFailed ? error.failure.kind : (error as Error).name
  }
}

describe.each([
  ['a message port', () => Promise.resolve(ports())],
  ['a web socket', sockets],
])('over %s', (_, open) => {
  test('a request gets its response', async () => {
    const { core } = coreOver((await open()).connect)
    expect(await core.status.ping()).toEqual({})
  })

  test('a failure of the closed list arrives as it was', async () => {
    const { core } = coreOver((await open()).connect)
    expect(await core.workspaces.activate({ id: 'none' }).catch(failureToShow)).toEqual({ kind: 'no-such-workspace' })
  })

  test('anything else is a defect, and says nothing of its cause', async () => {
    const { core } = coreOver((await open()).connect)
    expect(await core.status.now().catch(failureToShow)).toEqual({ kind: 'defect' })
  })

  test('a canceled request is canceled in the core too, and is no failure', async () => {
    const { core } = coreOver((await open()).connect)
    const controller = new AbortController()
    const question = core.status.diagnostics(undefined, { signal: controller.signal })
    const inCore = await asked.promise
    const ended = new Promise((resolve) => inCore?.addEventListener('abort', () => resolve('ended')))
    controller.abort()
    const error: unknown = await question.catch((reason: unknown) => reason)
    expect([failureToShow(error), await ended]).toEqual([null, 'ended'])
  })

  test('a request without a response fails in the end, with a sentence that says so', async () => {
    const { core } = coreOver((await open()).connect)
    const question = core.status.diagnostics(undefined, { context: { limit: 5000 } }).catch(failureToShow)
    await asked.promise
    time.pass(5000)
    expect(await question).toEqual({
      kind: 'no-response',
      host: 'The storage process',
      seconds: 5,
      detail: 'did not respond for 5 seconds',
    })
  })

  test('when the core dies every request in progress fails as core-stopped, and the next opens a new line', async () => {
    const other = await open()
    const { core } = coreOver(other.connect)
    const waiting = kindOf(core.status.diagnostics())
    await asked.promise
    other.cut()
    expect([await waiting, await kindOf(core.status.ping()), opened]).toEqual(['core-stopped', 'answered', 2])
  })

  test('announcements arrive', async () => {
    const { core } = coreOver((await open()).connect)
    const seen: Announcement[] = []
    for await (const announcement of await core.status.changes()) seen.push(announcement)
    expect(seen).toEqual([{ kind: 'calls' }])
  })
})

test('a port that nobody listens at is found out by its silence, though it never says that it is closed', async () => {
  const { core, line } = coreOver(ports(false).connect)
  await line.open()
  const waiting = kindOf(core.status.diagnostics())
  await Promise.resolve()
  time.pass(70_000)
  expect(await waiting).toBe('core-stopped')
})

test('a core that responded before is found out after twenty seconds of silence', async () => {
  const { connect, silence } = ports()
  const { core } = coreOver(connect)
  await core.status.ping()
  silence()
  const waiting = kindOf(core.status.diagnostics())
  await Promise.resolve()
  time.pass(20_000)
  expect(await waiting).toBe('core-stopped')
})

test('a shell that has no core says why, and the next request tries it again', async () => {
  const good = ports()
  const { core } = coreOver(() =>
    opened === 1 ? Promise.reject(new RequestFailed({ kind: 'profile-in-use' })) : good.connect(),
  )
  expect([await kindOf(core.status.ping()), await kindOf(core.status.ping())]).toEqual(['profile-in-use', 'answered'])
})

test('a shell that fails in words of its own is a core that is not there, not a fault of the program', async () => {
  const { core } = coreOver(() => Promise.reject(new Error('net::ERR_CONNECTION_REFUSED')))
  expect(await kindOf(core.status.ping())).toBe('core-stopped')
})

test('a shell that does not respond is not waited for without end', async () => {
  const { core } = coreOver(() => new Promise<never>(() => {}))
  const waiting = kindOf(core.status.ping())
  await Promise.resolve()
  time.pass(60_000)
  expect(await waiting).toBe('core-stopped')
})

test('a line that was closed stays closed', async () => {
  const { core, line } = coreOver(ports().connect)
  await core.status.ping()
  line.close()
  expect([await kindOf(core.status.ping()), opened]).toEqual(['core-stopped', 1])
})
