import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { newToken } from '#loopback/one-use-tokens.ts'

export interface RawAnswer {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Sends exactly these bytes and gives back everything that comes until the other end closes. */
export function exchange(port: number, bytes: string | Buffer, host = '127.0.0.1'): Promise<string> {
  return new Promise((resolve, reject) => {
    const received: Buffer[] = []
    const socket = open(port, host)
    socket.on('data', (chunk) => received.push(chunk))
    socket.on('error', (error) => (received.length === 0 ? reject(error) : undefined))
    socket.on('close', () => resolve(Buffer.concat(received).toString('latin1')))
    socket.write(bytes)
  })
}

/** A socket that is gone when the test is over. */
export function open(port: number, host = '127.0.0.1'): Socket {
  const socket = connect(port, host)
  onTestFinished(() => void socket.destroy())
  return socket
}

/** A request as a browser's own page would send it, with what the test changes in it. */
export interface RawRequest {
  readonly method?: string
  readonly target?: string
  readonly version?: string
  /** Replace or add; null leaves the header out, a list sends it more than once. */
  readonly headers?: Readonly<Record<string, string | null | readonly string[]>>
  readonly body?: string
}

export async function request(port: number, request: RawRequest = {}): Promise<RawAnswer> {
  return parse(await exchange(port, written(port, request)))
}

/** The bytes of a request from our own page: right in everything the test does not change. */
export function written(
  port: number,
  { method = 'GET', target = '/', version = 'HTTP/1.1', headers, body }: RawRequest,
): string {
  const own: Record<string, string | null | readonly string[]> = {
    Host: `127.0.0.1:${port}`,
    'Sec-Fetch-Site': 'same-origin',
    'Sec-Fetch-Mode': method === 'POST' ? 'cors' : 'navigate',
    'Sec-Fetch-Dest': method === 'POST' ? 'empty' : 'document',
    ...(method === 'POST' && {
      Origin: `http://127.0.0.1:${port}`,
      'Content-Type': 'application/json',
    }),
    ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
    Connection: 'close',
    ...headers,
  }
  const lines = Object.entries(own).flatMap(([name, value]) =>
    value === null ? [] : [value].flat().map((one) => `${name}: ${one}`),
  )
  return `${method} ${target} ${version}\r\n${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}

/** POSTs JSON as our own page does. */
export function post(port: number, target: string, body: unknown, session?: string): Promise<RawAnswer> {
  const headers = session === undefined ? {} : { Authorization: `Bearer ${session}` }
  return request(port, { method: 'POST', target, headers, body: JSON.stringify(body) })
}

export function parse(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return { status: Number(first.split(' ')[1]), headers, body: rest.join('\r\n\r\n') }
}

/** Trades a fresh launch token for a session. */
export async function enter(server: {
  readonly port: number
  readonly server: { launchToken(): string }
}): Promise<string> {
  const session = newToken()
  const { status, body } = await post(server.port, '/session', { token: server.server.launchToken(), session })
  if (status !== 200) throw new Error(body)
  return session
}
