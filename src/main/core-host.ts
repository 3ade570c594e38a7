/**
 * The core's end of the connection to the main process: opens and closes the core, and connects
 * pages to it.
 */

import { failureSchema } from '#contract/api/base.ts'
import type { CommandLine } from '#contract/api/assistants.ts'
import type { AdministratorPolicy } from '#contract/api/policy.ts'
import type { Failure } from '#contract/failure.ts'
import { toCore, type FromCore, type ToCore } from './core-messages.ts'
import type { ApiKey } from './core-supervisor.ts'
import type { MediaRequestMessage } from './media-messages.ts'

/** The line to the main process: Electron's `process.parentPort`. */
interface ParentLine<Port> {
  on(event: 'message', listener: (event: { readonly data: unknown; readonly ports: readonly Port[] }) => void): unknown
  postMessage(message: unknown): void
}

/** The part of a core that is used here. */
export interface HostedCore {
  readonly keys: { hold(key: ApiKey): void; drop(workspace: string): void }
  readonly s3Credentials: {
    holdEntered(keys: {
      readonly workspace: string
      readonly origin: string
      readonly accessKeyId: string
      readonly secretAccessKey: string
    }): void
    dropEntered(workspace: string): void
  }
  close(): Promise<void>
}

export interface CoreFactory<Core extends HostedCore, Port> {
  open(options: {
    readonly profile: string
    readonly version: string
    readonly sample?: { readonly baseUrl: string; readonly key: string }
    readonly systemProxy: (origin: string) => Promise<string>
    readonly policy: AdministratorPolicy
    readonly commandLine: CommandLine
  }): Core | Promise<Core>
  serve(core: Core, port: Port): void
  /** Responds to one request for audio on a separate port. */
  play(core: Core, request: MediaRequestMessage, port: Port): void
  /** Ends the process. */
  end(): void
  /** For the log. */
  report(what: string, error: unknown): void
}

type Opening = Extract<ToCore, { readonly kind: 'open' }>

/** The core's end of the connection: opens and closes on request, serves each page's port, stores the keys. */
export function hostCore<Core extends HostedCore, Port extends { start(): void }>(
  parent: ParentLine<Port>,
  maker: CoreFactory<Core, Port>,
): void {
  let core: Core | null = null
  const send = (message: FromCore) => parent.postMessage(message)
  const proxies = new ProxyRequests((id, origin) => send({ kind: 'resolve-proxy', id, origin }))
  const systemProxy = (origin: string) => proxies.request(origin)

  const open = async ({ profile, version, sample, policy, commandLine }: Opening): Promise<void> => {
    try {
      core = await maker.open({
        profile,
        version,
        policy,
        systemProxy,
        commandLine,
        ...(sample !== null && { sample }),
      })
      send({ kind: 'started' })
    } catch (error) {
      const failure = failureIn(error)
      if (failure === null) maker.report('The core cannot be opened', error)
      send({ kind: 'refused', failure: failure ?? { kind: 'defect' } })
    }
  }

  const close = async (): Promise<void> => {
    try {
      await core?.close()
    } catch (error) {
      maker.report('The core did not close cleanly', error)
    }
    maker.end()
  }

  parent.on('message', ({ data, ports }) => {
    const parsed = toCore.safeParse(data)
    if (!parsed.success) return
    const message = parsed.data
    switch (message.kind) {
      case 'open':
        return void open(message)
      case 'hold':
        return core?.keys.hold({ workspace: message.workspace, origin: message.origin, key: message.key })
      case 'drop':
        return core?.keys.drop(message.workspace)
      case 'hold-publish-keys': {
        const { workspace, origin, accessKeyId, secretAccessKey } = message
        return core?.s3Credentials.holdEntered({ workspace, origin, accessKeyId, secretAccessKey })
      }
      case 'drop-publish-keys':
        return core?.s3Credentials.dropEntered(message.workspace)
      case 'line':
        return ports.forEach((port) => serveLine(port))
      case 'media':
        return ports.forEach((port) => core !== null && maker.play(core, message.question, port))
      case 'proxy':
        return proxies.settle(message.id, message.result)
      case 'close':
        return void close()
      default:
        return message satisfies never
    }
  })

  function serveLine(port: Port): void {
    if (core === null) return
    maker.serve(core, port)
    port.start()
  }
}

/** Pending requests for the system's proxy; each caller has its own time limit. */
class ProxyRequests {
  readonly #send: (id: number, origin: string) => void
  readonly #waiting = new Map<number, { resolve(result: string): void; reject(error: Error): void }>()
  #last = 0

  constructor(send: (id: number, origin: string) => void) {
    this.#send = send
  }

  request(origin: string): Promise<string> {
    const id = (this.#last += 1)
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#send(id, origin)
    })
  }

  settle(id: number, result: string | null): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (result === null) waiting?.reject(new Error('the system did not report which proxy to use'))
    else waiting?.resolve(result)
  }
}

/** The failure that an error of the core carries; null for a defect. */
function failureIn(error: unknown): Failure | null {
  if (typeof error !== 'object' || error === null || !('failure' in error)) return null
  const parsed = failureSchema.safeParse(error.failure)
  return parsed.success ? parsed.data : null
}
