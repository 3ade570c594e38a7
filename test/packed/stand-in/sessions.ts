import type {
  CallbackResponse,
  CustomScheme,
  DownloadItem,
  OnBeforeRequestListenerDetails,
  Protocol,
  Session,
  WebRequest,
  session as electronSession,
} from 'electron'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { preventable, StandInEmitter } from './stand-in-emitter.ts'
import { happened, onTest, sendToTest } from './test-line.ts'

type Schemed = (request: Request) => Response | Promise<Response>
type RequestGuard = (
  details: Pick<OnBeforeRequestListenerDetails, 'url'>,
  respond: (response: CallbackResponse) => void,
) => void

/** The name of a scheme's host in the page, which the browser knows by a port of this machine only. */
const bundle = 'app://bundle'

class StandInDownload
  extends StandInEmitter<DownloadItem>
  implements Pick<DownloadItem, 'getFilename' | 'getSavePath' | 'getURL'>
{
  readonly #url: string
  readonly #fileName: string
  path = ''
  constructor(url: string, fileName: string) {
    super()
    this.#url = url
    this.#fileName = fileName
  }
  getURL = () => this.#url
  getFilename = () => this.#fileName
  getSavePath = () => this.path
}

/**
 * A session whose pages are real pages of Chromium. Their requests come over HTTP from this machine and are answered by the handler that
 * the program gave for its scheme; the answer's policy names the origin that the browser sees.
 */
export class StandInSession extends StandInEmitter<Session> {
  #handler: Schemed | null = null
  #guard: RequestGuard = (_details, respond) => respond({ cancel: false })
  #origin: Promise<string> | null = null

  readonly webRequest = {
    onBeforeRequest: (...args: readonly unknown[]) => {
      this.#guard = args.at(-1) as RequestGuard
    },
  } satisfies Pick<WebRequest, 'onBeforeRequest'>

  readonly protocol = {
    handle: (scheme: string, handler: Schemed) => {
      happened(`handle ${scheme}`)
      this.#handler = handler
    },
  } satisfies Pick<Protocol, 'handle'>

  setPermissionRequestHandler = () => happened('guard permission requests')
  setPermissionCheckHandler = () => happened('guard permission checks')
  setDevicePermissionHandler = () => happened('guard devices')
  setDisplayMediaRequestHandler = () => happened('guard screens')
  setUSBProtectedClassesHandler = () => happened('guard USB')
  setSpellCheckerEnabled = (enabled: boolean) => happened(`spelling ${enabled}`)
  resolveProxy = async (_url: string) => 'DIRECT'

  /** The address that the browser knows an address of the scheme by. */
  async served(url: string): Promise<string> {
    this.#origin ??= this.#listen()
    return url.replace(bundle, await this.#origin)
  }

  /** The other way. */
  async named(address: string): Promise<string> {
    return address.replace((await this.#origin) ?? bundle, bundle)
  }

  /** A page makes a file: the program's guard decides, then the user chooses where it goes. */
  async download(id: number, url: string, fileName: string, contents: { readonly id: number }): Promise<void> {
    const item = new StandInDownload(await this.named(url), fileName)
    const event = preventable()
    this.raise('will-download', event, item, { id: contents.id }, null)
    if (event.defaultPrevented) {
      happened(`download prevented: ${fileName}`)
      return sendToTest({ is: 'save', download: id, path: null })
    }
    item.path = join(process.env['STAND_IN_SAVES'] ?? '', fileName)
    onTest('downloaded', ({ download, state }) => {
      if (download === id) item.raise('done', {}, state)
    })
    sendToTest({ is: 'save', download: id, path: item.path })
  }

  async #listen(): Promise<string> {
    const server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        happened(`not served: ${String(error)}`)
        response.destroy()
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    server.unref()
    const address = server.address()
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  }

  async #answer(asked: IncomingMessage, told: ServerResponse): Promise<void> {
    const url = `${bundle}${asked.url}`
    let cancel: boolean | undefined
    this.#guard({ url }, (response) => (cancel = response.cancel))
    if (cancel || this.#handler === null) return void told.destroy()
    const headers = Object.entries(asked.headers).filter(([name]) => name === 'range' || name === 'if-range')
    const request = new Request(url, {
      method: asked.method ?? 'GET',
      headers: Object.fromEntries(headers) as HeadersInit,
    })
    const response = await this.#handler(request)
    const origin = await this.served(bundle)
    const given = [...response.headers].map(([name, value]) => [name, value.replaceAll(bundle, origin)] as const)
    if (url.includes('/media/')) happened(`media ${asked.method} ${asked.headers.range ?? '-'} ${response.status}`)
    told.writeHead(response.status, Object.fromEntries(given))
    if (response.body === null) return void told.end()
    const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0])
    // The page may go on to another place in a recording, or leave it.
    body.on('error', () => told.destroy())
    told.on('close', () => body.destroy())
    body.pipe(told)
  }
}

StandInSession.prototype satisfies Pick<
  Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
  | 'setUSBProtectedClassesHandler'
  | 'setSpellCheckerEnabled'
  | 'resolveProxy'
>

const sessions = new Map<string, StandInSession>()

export function sessionOf(partition: string): StandInSession {
  const known = sessions.get(partition)
  if (known === undefined) throw new Error(`no session ${partition} was made`)
  return known
}

export function makeSession(made: (session: StandInSession) => void): {
  fromPartition: (...args: Parameters<typeof electronSession.fromPartition>) => StandInSession
} {
  return {
    fromPartition: (partition, options) => {
      const known = sessions.get(partition)
      if (known !== undefined) return known
      const session = new StandInSession()
      sessions.set(partition, session)
      happened(`session ${partition} cache ${options?.cache}`)
      made(session)
      return session
    },
  }
}

export const protocol = {
  registerSchemesAsPrivileged: (schemes: CustomScheme[]) =>
    happened(
      `schemes ${schemes.map(({ scheme, privileges }) => `${scheme} ${Object.keys(privileges ?? {}).join(' ')}`).join()}`,
    ),
} satisfies Pick<Protocol, 'registerSchemesAsPrivileged'>
