import { beforeEach, describe, expect, test } from 'vitest'
import { noPolicy } from '#core/policy/policy-file.ts'
import type { ChildProcess } from '#main/child-process.ts'
import { CoreSupervisor, type ApiKey, type SupervisorOptions } from '#main/core-supervisor.ts'
import type { CoreState } from '#main/core-lifecycle.ts'
import { settled, StandInTime } from './stand-in-time.ts'

type Port = string

/** A process as the keeper sees it, whose other side the test plays. */
class StandInProcess implements ChildProcess<Port> {
  readonly posted: { readonly message: unknown; readonly ports: readonly Port[] }[] = []
  killed = false
  #hear: (message: unknown) => void = () => undefined
  #exited: (code: number) => void = () => undefined

  post(message: unknown, ports: readonly Port[] = []): void {
    this.posted.push({ message, ports })
  }
  onMessage(listener: (message: unknown) => void): void {
    this.#hear = listener
  }
  onExit(listener: (code: number) => void): void {
    this.#exited = listener
  }
  onLine(): void {
    // Its output goes to the terminal.
  }
  kill(): void {
    this.killed = true
  }
  say(message: unknown): void {
    this.#hear(message)
  }
  end(code = 1): void {
    this.#exited(code)
  }
  get messages(): readonly unknown[] {
    return this.posted.map(({ message }) => message)
  }
}

const key: ApiKey = { workspace: 'live', origin: 'https://service.example', key: 'canary' }
/** Both keys of an S3-compatible store as the vault has them, and as the core gets them. */
const joinedKeys: ApiKey = { workspace: 'live', origin: 'https://s3.example', key: 'AKIATEARSHEETTEST:canary:0' }
const heldKeys = {
  kind: 'hold-publish-keys',
  workspace: 'live',
  origin: 'https://s3.example',
  accessKeyId: 'AKIATEARSHEETTEST',
  secretAccessKey: 'canary:0',
}
const open = {
  kind: 'open',
  profile: '/profile',
  version: '1.2.3',
  sample: null,
  policy: noPolicy,
  commandLine: { missing: 'repository' },
}

let processes: StandInProcess[]
let time: StandInTime
let phases: CoreState['phase'][]
let keys: ApiKey[]
let publishKeys: ApiKey[]
let keeper: CoreSupervisor<Port>

function makeKeeper(options: Partial<SupervisorOptions<Port>> = {}): CoreSupervisor<Port> {
  return new CoreSupervisor<Port>({
    fork: () => {
      const child = new StandInProcess()
      processes.push(child)
      return child
    },
    time,
    opening: () =>
      Promise.resolve({
        profile: '/profile',
        version: '1.2.3',
        sample: null,
        policy: noPolicy,
        commandLine: { missing: 'repository' },
      }),
    keys: () => keys,
    publishKeys: () => publishKeys,
    resolveProxy: async (origin) => `PROXY ${new URL(origin).hostname}:8080`,
    watch: (life) => void phases.push(life.phase),
    ...options,
  })
}

beforeEach(() => {
  processes = []
  time = new StandInTime()
  phases = []
  keys = []
  publishKeys = []
  keeper = makeKeeper()
})

async function started(): Promise<StandInProcess> {
  keeper.start()
  await settled()
  const child = processes.at(-1)!
  child.say({ kind: 'started' })
  return child
}

describe('the core', () => {
  test('gets the profile to open', async () => {
    const child = await started()
    expect(child.messages).toEqual([open])
    expect(await keeper.ready()).toBeNull()
  })

  test('has its keys before any page has a line to it', async () => {
    keys = [key]
    publishKeys = [joinedKeys]
    const child = await started()
    expect(keeper.giveLine('page port')).toBe(true)
    expect(child.posted.slice(1)).toEqual([
      { message: { kind: 'hold', ...key }, ports: [] },
      { message: heldKeys, ports: [] },
      { message: { kind: 'line' }, ports: ['page port'] },
    ])
  })

  test('gets the system’s proxy from the main process, for every request', async () => {
    const child = await started()
    child.say({ kind: 'resolve-proxy', id: 4, origin: 'https://service.example' })
    child.say({ kind: 'resolve-proxy', id: 5, origin: 'file:///etc/passwd' })
    await settled()
    expect(child.messages.slice(1)).toEqual([{ kind: 'proxy', id: 4, result: 'PROXY service.example:8080' }])
  })

  test('learns that the system’s proxy cannot be read', async () => {
    keeper = makeKeeper({ resolveProxy: () => Promise.reject(new Error('no script')) })
    const child = await started()
    child.say({ kind: 'resolve-proxy', id: 1, origin: 'https://service.example' })
    await settled()
    expect(child.messages.slice(1)).toEqual([{ kind: 'proxy', id: 1, result: null }])
  })

  test('that died has its keys again after the restart, and pages wait for it', async () => {
    keys = [key]
    publishKeys = [joinedKeys]
    const first = await started()
    first.end()
    const ready = keeper.ready()
    expect(keeper.giveLine('port')).toBe(false)
    time.pass(250)
    await settled()
    const second = processes.at(-1)!
    expect(second).not.toBe(first)
    second.say({ kind: 'started' })
    expect(await ready).toBeNull()
    expect(second.messages).toEqual([open, { kind: 'hold', ...key }, heldKeys])
    expect(phases).toEqual(['starting', 'up', 'waiting', 'starting', 'up'])
  })

  test('hears of a key that was typed in and of one that was forgotten', async () => {
    const child = await started()
    keeper.hold(key)
    keeper.drop('live')
    expect(child.messages.slice(1)).toEqual([
      { kind: 'hold', ...key },
      { kind: 'drop', workspace: 'live' },
    ])
  })

  test('that cannot open the profile says why, to every page that requests it', async () => {
    keeper.start()
    await settled()
    const waiting = keeper.ready()
    processes[0]!.say({ kind: 'refused', failure: { kind: 'profile-in-use' } })
    expect(await waiting).toEqual({ kind: 'profile-in-use' })
    expect(await keeper.ready()).toEqual({ kind: 'profile-in-use' })
    expect(processes[0]!.killed).toBe(true)
    processes[0]!.end()
    time.pass(60_000)
    expect(processes).toHaveLength(1)
  })

  test('is tried once more when the user requests it', async () => {
    keeper.start()
    await settled()
    processes[0]!.say({ kind: 'refused', failure: { kind: 'profile-in-use' } })
    await started()
    expect(await keeper.ready()).toBeNull()
  })

  test('that dies at every start is not restarted, and the page shows it', async () => {
    keeper.start()
    const ready = keeper.ready()
    for (let death = 0; death < 5; death += 1) {
      processes.at(-1)!.end()
      time.pass(10_000)
    }
    expect(await ready).toEqual({ kind: 'defect' })
    expect([processes.length, phases.at(-1)]).toEqual([5, 'given-up'])
  })

  test('that talks nonsense is not listened to', async () => {
    keeper.start()
    await settled()
    const child = processes[0]!
    for (const nonsense of [null, 'started', { kind: 'begun' }, { kind: 'refused', failure: { kind: 'unheard of' } }]) {
      child.say(nonsense)
    }
    expect(keeper.life.phase).toBe('starting')
  })

  test('of the previous core is not listened to once there is another', async () => {
    const first = await started()
    first.end()
    time.pass(250)
    await settled()
    first.say({ kind: 'started' })
    first.end()
    expect([keeper.life.phase, processes.length]).toEqual(['starting', 2])
  })
})

describe('the end of the program', () => {
  test('waits until the library is closed', async () => {
    const child = await started()
    let closed = false
    const closing = keeper.close().then(() => (closed = true))
    await settled()
    expect([child.messages.at(-1), closed]).toEqual([{ kind: 'close' }, false])
    child.end(0)
    await closing
    expect([child.killed, processes.length]).toEqual([false, 1])
  })

  test('does not wait for ever', async () => {
    const child = await started()
    const closing = keeper.close()
    time.pass(10_000)
    expect(child.killed).toBe(true)
    child.end()
    await closing
  })

  test('is at once when no core runs', async () => {
    await keeper.close()
    keeper.start()
    expect(processes).toEqual([])
  })

  test('while the core is being started leaves none behind', async () => {
    const never = makeKeeper({ opening: () => new Promise(() => undefined) })
    never.start()
    const closing = never.close()
    expect(processes[0]!.messages).toEqual([{ kind: 'close' }])
    processes[0]!.end(0)
    await closing
  })

  test('comes although the core refuses the profile just when it is to close', async () => {
    keeper.start()
    await settled()
    const closing = keeper.close()
    processes[0]!.say({ kind: 'refused', failure: { kind: 'profile-in-use' } })
    processes[0]!.end()
    await settled()
    expect([processes[0]!.killed, keeper.life.phase]).toEqual([true, 'closed'])
    await closing
  })
})
