import { createHash, createHmac } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join, relative } from 'node:path'
import { buffer } from 'node:stream/consumers'

export interface StoreRequest {
  readonly method: string
  /** Key within the bucket; empty: the bucket. */
  readonly key: string
  readonly headers: IncomingMessage['headers']
}

/** What the store does with a request instead of what it should. */
export type Fault =
  | { readonly kind: 'status'; readonly status: number; readonly code: string }
  | { readonly kind: 'redirect'; readonly to: string }
  /** The head and half of the body. */
  | { readonly kind: 'truncated' }
  | { readonly kind: 'error-with-200'; readonly code: string }
  /** Confirmed and not stored. */
  | { readonly kind: 'forgotten' }
  /** Done; the connection breaks before the response. */
  | { readonly kind: 'no-response' }
  /** Stored whatever its conditions say. */
  | { readonly kind: 'unconditional' }

export const bucket = 'research'
export const credentials = {
  AWS_ACCESS_KEY_ID: 'AKIATEARSHEETTEST',
  AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYsecret0001',
} as const

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
const etagOf = (body: Buffer) => `"${createHash('md5').update(body).digest('hex')}"`
const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * A small S3-compatible store on this computer. It checks the signature of every request by the description of Signature Version 4,
 * with Node's own hashes, and stores objects as files, which other programs then read.
 */
export class S3Store {
  readonly endpoint: string
  /** Objects of the bucket as files. */
  readonly folder: string
  readonly requests: StoreRequest[] = []
  /** Keys in a page of a listing. */
  pageSize = 1000
  /** Every page of a listing is the first one. */
  isStuck = false
  fault: (request: StoreRequest) => Fault | null = () => null
  /** Called before a request is served. */
  before: (request: StoreRequest) => Promise<void> | void = () => undefined
  readonly #now: () => number
  readonly #server: Server

  private constructor(server: Server, folder: string, now: () => number) {
    this.#server = server
    this.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    this.folder = folder
    this.#now = now
  }

  /** `folder`: where it stores the objects; `now`: its clock. */
  static async listen(folder: string, now: () => number): Promise<S3Store> {
    let serve: (request: IncomingMessage, response: ServerResponse) => Promise<void> = async () => undefined
    const server = createServer((request, response) => void serve(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const store = new S3Store(server, folder, now)
    serve = (request, response) => store.#serve(request, response)
    return store
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  get keys(): string[] {
    return readdirSync(this.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(this.folder, join(parentPath, name)))
      .toSorted()
  }

  read(key: string): Buffer {
    return readFileSync(join(this.folder, key))
  }

  write(key: string, body: string | Buffer): void {
    mkdirSync(dirname(join(this.folder, key)), { recursive: true })
    writeFileSync(join(this.folder, key), body)
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.endpoint)
    const [, named = '', ...rest] = decodeURIComponent(url.pathname).split('/')
    const made = { method: request.method ?? '', key: rest.join('/'), headers: request.headers }
    const body = await buffer(request)
    this.requests.push(made)
    await this.before(made)
    const fault = this.fault(made)
    const refusal =
      this.#signatureProblem(request, url, body) ?? (named === bucket ? null : ([404, 'NoSuchBucket'] as const))
    if (refusal !== null) return sendError(response, ...refusal)
    if (fault?.kind === 'status') return sendError(response, fault.status, fault.code)
    if (fault?.kind === 'error-with-200') return sendError(response, 200, fault.code)
    if (fault?.kind === 'redirect') return void response.writeHead(307, { location: fault.to }).end()
    if (fault?.kind === 'forgotten') return void response.writeHead(200, { etag: etagOf(body) }).end()
    if (fault?.kind === 'no-response') {
      this.#answer(made, url, body, new Discarded())
      return void request.socket.destroy()
    }
    if (fault?.kind === 'truncated') {
      const whole = new Discarded()
      this.#answer(made, url, body, whole)
      response.writeHead(200, { 'content-length': String(whole.body.length) })
      response.write(whole.body.subarray(0, whole.body.length / 2), () => request.socket.destroy())
      return
    }
    this.#answer(fault?.kind === 'unconditional' ? withoutConditions(made) : made, url, body, response)
  }

  #answer({ method, key, headers }: StoreRequest, url: URL, body: Buffer, response: Reply): void {
    if (method === 'GET' && key === '') return this.#list(url, response)
    const file = join(this.folder, key)
    const stored = existsSync(file) ? readFileSync(file) : null
    if (method === 'GET') {
      if (stored === null) return sendError(response, 404, 'NoSuchKey')
      response.writeHead(200, { etag: etagOf(stored), 'content-length': String(stored.length) })
      response.end(stored)
      return
    }
    if (method === 'DELETE') {
      rmSync(file, { force: true })
      response.writeHead(204, {})
      response.end()
      return
    }
    if (method !== 'PUT') return sendError(response, 405, 'MethodNotAllowed')
    const isHeld =
      (headers['if-none-match'] === '*' && stored !== null) ||
      (headers['if-match'] !== undefined && (stored === null || headers['if-match'] !== etagOf(stored)))
    if (isHeld) return sendError(response, 412, 'PreconditionFailed')
    const source = headers['x-amz-copy-source']
    if (typeof source === 'string') {
      const from = decodeURIComponent(source).replace(`/${bucket}/`, '')
      if (!existsSync(join(this.folder, from))) return sendError(response, 404, 'NoSuchKey')
      const copy = this.read(from)
      this.write(key, copy)
      return sendXml(response, 200, `<CopyObjectResult><ETag>${etagOf(copy)}</ETag></CopyObjectResult>`)
    }
    const checksum = createHash('sha256').update(body).digest('base64')
    if (headers['x-amz-checksum-sha256'] !== undefined && headers['x-amz-checksum-sha256'] !== checksum)
      return sendError(response, 400, 'BadDigest')
    this.write(key, body)
    response.writeHead(200, { etag: etagOf(body) })
    response.end()
  }

  #list(url: URL, response: Reply): void {
    if (url.searchParams.get('list-type') !== '2') return sendError(response, 400, 'InvalidArgument')
    const prefix = url.searchParams.get('prefix') ?? ''
    const from = this.isStuck ? 0 : Number(url.searchParams.get('continuation-token') ?? 0)
    const found = this.keys.filter((key) => key.startsWith(prefix))
    const page = found.slice(from, from + this.pageSize)
    const isTruncated = from + page.length < found.length
    const contents = page.map((key) => `<Contents><Key>${key}</Key><Size>${this.read(key).length}</Size></Contents>`)
    const next = isTruncated ? `<NextContinuationToken>${from + page.length}</NextContinuationToken>` : ''
    const xml = `<ListBucketResult><Prefix/><IsTruncated>${isTruncated}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`
    sendXml(response, 200, xml)
  }

  /** Null: the request is signed by the owner of the secret, now, and its body is the one that was signed. */
  #signatureProblem(
    { method = '', headers }: IncomingMessage,
    url: URL,
    body: Buffer,
  ): readonly [number, string] | null {
    const [, id, scope = '', signedHeaders = '', signature] =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=([\da-f]{64})$/.exec(
        headers.authorization ?? '',
      ) ?? []
    if (id === undefined) return [403, 'AccessDenied']
    if (id !== credentials.AWS_ACCESS_KEY_ID) return [403, 'InvalidAccessKeyId']
    const [day = '', region = '', service = ''] = scope.split('/')
    const time = String(headers['x-amz-date'])
    const at = Date.parse(time.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))
    if (!(Math.abs(at - this.#now()) < 15 * 60_000)) return [403, 'RequestTimeTooSkewed']
    const mustBeSigned = [
      'host',
      ...Object.keys(headers).filter((name) => name.startsWith('x-amz-') || name.startsWith('if-')),
    ]
    const signed = signedHeaders.split(';')
    if (!mustBeSigned.every((name) => signed.includes(name))) return [403, 'AccessDenied']
    if (sha256(body) !== headers['x-amz-content-sha256']) return [400, 'XAmzContentSHA256Mismatch']
    const path = decodeURIComponent(url.pathname).split('/').map(encoded).join('/')
    const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).toSorted()
    const canonical = [
      method,
      path,
      query.join('&'),
      ...signed.map((name) => `${name}:${String(headers[name]).trim().replaceAll(/\s+/g, ' ')}`),
      '',
      signedHeaders,
      headers['x-amz-content-sha256'],
    ].join('\n')
    const keyOf = [region, service, 'aws4_request'].reduce(hmac, hmac(`AWS4${credentials.AWS_SECRET_ACCESS_KEY}`, day))
    const expected = hmac(keyOf, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')).toString('hex')
    if (expected !== signature) return [403, 'SignatureDoesNotMatch']
    return region === 'eu-central-1' ? null : [400, 'AuthorizationHeaderMalformed']
  }
}

function withoutConditions(request: StoreRequest): StoreRequest {
  return { ...request, headers: { ...request.headers, 'if-match': undefined, 'if-none-match': undefined } }
}

interface Reply {
  writeHead(status: number, headers: Record<string, string>): unknown
  end(body?: string | Buffer): unknown
}

/** Keeps what nobody gets whole. */
class Discarded implements Reply {
  body = Buffer.alloc(0)

  writeHead(): void {}

  end(body: string | Buffer = ''): void {
    this.body = Buffer.from(body)
  }
}

function sendXml(response: Reply, status: number, xml: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`)
}

function sendError(response: Reply, status: number, code: string): void {
  sendXml(response, status, `<Error><Code>${code}</Code><Message>See the code.</Message><Resource/></Error>`)
}
