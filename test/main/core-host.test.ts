import { describe, expect, test } from 'vitest'
import { noPolicy } from '#core/policy/policy-file.ts'
import { hostCore, type CoreFactory, type HostedCore } from '#main/core-host.ts'
import { settled } from './stand-in-time.ts'

interface Port {
  readonly name: string
  start(): void
}

const noKeys = {
  keys: { hold: () => undefined, drop: () => undefined },
  s3Credentials: { holdEntered: () => undefined, dropEntered: () => undefined },
}

/** The utility process seen from inside: what came in, what went out, what was done. */
function host(make: Partial<CoreFactory<HostedCore, Port>> = {}) {
  const log: string[] = []
  const out: unknown[] = []
  let hear: (event: { data: unknown; ports: readonly Port[] }) => void = () => undefined
  const core: HostedCore = {
    keys: {
      hold: ({ workspace, origin }) => void log.push(`hold ${workspace} ${origin}`),
      drop: (workspace) => void log.push(`drop ${workspace}`),
    },
    s3Credentials: {
      holdEntered: ({ workspace, origin }) => void log.push(`hold S3 ${workspace} ${origin}`),
      dropEntered: (workspace) => void log.push(`drop S3 ${workspace}`),
    },
    close: async () => void log.push('closed'),
  }
  hostCore<HostedCore, Port>(
    {
      on: (_event, listener) => {
        hear = listener
      },
      postMessage: (message) => void out.push(message),
    },
    {
      open: async (options) => {
        log.push(`open ${JSON.stringify(options)}`)
        return core
      },
      serve: (_core, port) => void log.push(`serve ${port.name}`),
      play: (_core, { callId, range }, port) => void log.push(`play ${callId} ${range} ${port.name}`),
      end: () => void log.push('end'),
      report: (what) => void log.push(what),
      ...make,
    },
  )
  const port = (name: string): Port => ({ name, start: () => void log.push(`start ${name}`) })
  const say = async (data: unknown, ...ports: Port[]) => {
    hear({ data, ports })
    await settled()
  }
  return { log, out, say, port }
}

const policy = { ...noPolicy, recordings: false }
const open = {
  kind: 'open',
  profile: '/profile',
  version: '1.2.3',
  sample: null,
  policy,
  commandLine: { missing: 'repository' },
}

describe('the core’s process', () => {
  test('opens the profile, then serves each page on a port of its own', async () => {
    const { log, out, say, port } = host()
    await say({ ...open, sample: { baseUrl: 'http://127.0.0.1:9', key: 'sample-key' } })
    await say({ kind: 'line' }, port('one'))
    await say({ kind: 'line' }, port('two'))
    expect(out).toEqual([{ kind: 'started' }])
    expect(log).toEqual([
      `open {"profile":"/profile","version":"1.2.3","policy":${JSON.stringify(policy)},"commandLine":{"missing":"repository"},"sample":{"baseUrl":"http://127.0.0.1:9","key":"sample-key"}}`,
      'serve one',
      'start one',
      'serve two',
      'start two',
    ])
  })

  test('serves each request for audio on a port of its own, once it is open', async () => {
    const { log, say, port } = host()
    const question = { callId: 'call', method: 'GET', range: 'bytes=1-', ifRange: null }
    await say({ kind: 'media', question }, port('early'))
    await say(open)
    await say({ kind: 'media', question }, port('one'))
    await say({ kind: 'media', question: { ...question, method: 'POST' } }, port('two'))
    expect(log.slice(1)).toEqual(['play call bytes=1- one'])
  })

  test('holds and drops keys', async () => {
    const { log, say } = host()
    await say(open)
    await say({ kind: 'hold', workspace: 'live', origin: 'https://service.example', key: 'canary' })
    await say({ kind: 'drop', workspace: 'live' })
    const keys = { accessKeyId: 'AKIATEARSHEETTEST', secretAccessKey: 'canary' }
    await say({ kind: 'hold-publish-keys', workspace: 'live', origin: 'https://s3.example', ...keys })
    await say({ kind: 'drop-publish-keys', workspace: 'live' })
    expect(log.slice(1)).toEqual([
      'hold live https://service.example',
      'drop live',
      'hold S3 live https://s3.example',
      'drop S3 live',
    ])
  })

  test('says which failure kept it from opening', async () => {
    const failure = { kind: 'newer-version', detail: 'desk.db' }
    const { out, say } = host({ open: () => Promise.reject(Object.assign(new Error('x'), { failure })) })
    await say(open)
    expect(out).toEqual([{ kind: 'refused', failure }])
  })

  test('reports a defect to the main process without its words, and logs them', async () => {
    const { log, out, say } = host({
      open: () => {
        throw new Error('https://service.example/?key=canary')
      },
    })
    await say(open)
    expect(out).toEqual([{ kind: 'refused', failure: { kind: 'defect' } }])
    expect(log).toEqual(['The core cannot be opened'])
  })

  test('closes the library before it ends, and ends even when that fails', async () => {
    const { log, say } = host()
    await say(open)
    await say({ kind: 'close' })
    expect(log.slice(1)).toEqual(['closed', 'end'])

    const failing = host({
      open: async () => ({
        ...noKeys,
        close: () => Promise.reject(new Error('disk full')),
      }),
    })
    await failing.say(open)
    await failing.say({ kind: 'close' })
    expect(failing.log).toEqual(['The core did not close cleanly', 'end'])
  })

  test('requests the system’s proxy from the main process, and gives each request its own response', async () => {
    let ask: (origin: string) => Promise<string> = async () => ''
    const { out, say } = host({
      open: async ({ systemProxy }) => {
        ask = systemProxy
        return { ...noKeys, close: async () => undefined }
      },
    })
    await say(open)
    const [one, two, three] = ['one', 'two', 'three'].map((name) => ask(`https://${name}.example`))
    expect(out.slice(1)).toEqual(
      ['one', 'two', 'three'].map((name, at) => ({
        kind: 'resolve-proxy',
        id: at + 1,
        origin: `https://${name}.example`,
      })),
    )
    await say({ kind: 'proxy', id: 2, result: 'PROXY two.example:1' })
    await say({ kind: 'proxy', id: 1, result: 'DIRECT' })
    const unknown = expect(three).rejects.toThrow('did not report')
    await say({ kind: 'proxy', id: 3, result: null })
    expect([await one, await two]).toEqual(['DIRECT', 'PROXY two.example:1'])
    await unknown
  })

  test('ends at once when it was never opened', async () => {
    const { log, say } = host()
    await say({ kind: 'close' })
    expect(log).toEqual(['end'])
  })

  test('does nothing for a message it does not know, or before it is open', async () => {
    const { log, out, say, port } = host()
    await say({ kind: 'line' }, port('early'))
    await say({ kind: 'hold', workspace: 'live', origin: 'https://service.example', key: 'canary' })
    await say({ kind: 'open', profile: 7 })
    await say('open')
    expect([log, out]).toEqual([[], []])
  })
})
