/** Requests to one S3 endpoint: signed, repeated where that helps, and never sent anywhere else. */

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { PassThrough, type Readable } from 'node:stream'
import { AwsV4Signer } from 'aws4fetch'
import { request, type Dispatcher } from 'undici'
import type { S3Address } from '#contract/api/storage.ts'
import type { Clock } from '../../clock.ts'
import { FailureError, fail, failureOf } from '../../failure-error.ts'
import { ConnectionDispatchers } from '../connection-dispatchers.ts'
import { networkFailure } from '../network-errors.ts'
import type { ProxiesOf } from '../proxies.ts'
import { defaultRetries, RetryBudget, withRetries, type RetryPolicy } from '../retry.ts'
import { SendFailure } from '../send-failure.ts'
import { isServiceAddress } from '../service-address.ts'
import { throughProxies } from '../through-proxies.ts'
import { defaultTimeouts } from '../timeout-policy.ts'
import type { S3Credentials } from './s3-credentials.ts'
import { notPublished, refusalOf } from './s3-failure.ts'
import { errorCodeOf, isDocument, listPageOf, type ListedObject } from './s3-xml.ts'

interface S3ClientDependencies {
  /** Undefined: there are none for this origin. */
  readonly credentialsFor: (origin: string) => S3Credentials | undefined
  readonly clock: Clock
  readonly random: () => number
  readonly proxies: ProxiesOf
  /** Throws `by-policy` for an address that nothing may be sent to. */
  readonly demandService: (url: URL) => void
}

/** When an object may be written: while it has this ETag, or while there is none. */
export type Condition = { readonly etag: string } | 'absent' | 'always'

type Content =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'file'; readonly path: string; readonly bytes: number; readonly sha256: string }

interface Outgoing {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  /** From the prefix; empty: the bucket. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly content?: Content
  /** Statuses that the caller deals with, besides 200. */
  readonly expected?: readonly number[]
  readonly signal: AbortSignal
}

interface Received {
  readonly status: number
  readonly etag: string | null
  readonly body: Buffer
}

/** The largest page of a listing has a thousand keys of a thousand letters; a manifest is smaller. Bytes. */
const largestBody = 32 * 1024 * 1024

/** Pages of a listing: ten million objects. An endpoint that names a next page for ever ends there. */
const mostPages = 10_000

/** An upload that is slower than this many bytes a millisecond has stopped: 50 KB/s. */
const slowestUpload = 50

/** An upload takes as long as its file needs: however late its connection breaks, it is repeated, since the whole publication depends on it. */
const retries: RetryPolicy = { ...defaultRetries, within: Number.POSITIVE_INFINITY }

const nothing: Content = { kind: 'bytes', bytes: Buffer.alloc(0) }

/** Paths are meant from the prefix of the address. Throws FailureError only, unless stated. */
export class S3Client {
  readonly address: S3Address
  readonly #endpoint: URL
  readonly #dependencies: S3ClientDependencies
  readonly #dispatchers = new ConnectionDispatchers(defaultTimeouts)
  readonly #budget = new RetryBudget()

  constructor(address: S3Address, dependencies: S3ClientDependencies) {
    this.address = address
    this.#endpoint = new URL(address.endpoint)
    this.#dependencies = dependencies
  }

  /** Null: there is none. */
  async get(path: string, signal: AbortSignal): Promise<{ body: Buffer; etag: string | null } | null> {
    const received = await this.#send({ method: 'GET', path, expected: [404], signal })
    return received.status === 404 ? null : received
  }

  /**
   * Writes a small object. False: the condition does not hold. Where the endpoint says that it knows no conditions, it is written
   * without.
   */
  async put(path: string, body: Buffer, condition: Condition, signal: AbortSignal): Promise<boolean> {
    const content: Content = { kind: 'bytes', bytes: body }
    const headers = conditionHeaders(condition)
    const { status } = await this.#send({ method: 'PUT', path, headers, content, expected: [412, 501], signal })
    if (status === 501) await this.#send({ method: 'PUT', path, content, signal })
    return status !== 412
  }

  /** Uploads a file of the disk. The endpoint compares what it received with the SHA-256. Also throws errors of the file system. */
  async putFile(
    path: string,
    file: { readonly path: string; readonly bytes: number; readonly sha256: string },
    signal: AbortSignal,
  ): Promise<void> {
    await this.#send({ method: 'PUT', path, content: { kind: 'file', ...file }, signal })
  }

  /** Copies an object of the published version within the bucket; its bytes stay at the endpoint. Also throws `publication-changed`. */
  async copy(from: string, to: string, signal: AbortSignal): Promise<void> {
    const source = this.#pathOf(from).split('/').map(encodeURIComponent).join('/')
    const headers = { 'x-amz-copy-source': source }
    try {
      await this.#send({ method: 'PUT', path: to, headers, signal }, 'CopyObjectResult')
    } catch (error) {
      if (failureOf(error)?.detail !== 'NoSuchKey') throw error
      const host = this.#endpoint.hostname
      fail({ kind: 'publication-changed', detail: 'a published file was deleted meanwhile', host })
    }
  }

  async remove(path: string, signal: AbortSignal): Promise<void> {
    await this.#send({ method: 'DELETE', path, expected: [204, 404], signal })
  }

  /** Everything below the prefix, with keys from there, a page at a time. */
  async *list(below: string, signal: AbortSignal): AsyncGenerator<readonly ListedObject[]> {
    const root = this.address.prefix === '' ? '' : `${this.address.prefix}/`
    let next: string | null = null
    for (let pages = 1; ; pages += 1) {
      const query: Record<string, string> = {
        'list-type': '2',
        prefix: `${root}${below}`,
        ...(next !== null && { 'continuation-token': next }),
      }
      const page = listPageOf(
        (await this.#send({ method: 'GET', path: '', query, signal }, 'ListBucketResult')).body.toString(),
      )
      if (page === null) fail({ kind: 'incomplete', host: this.#endpoint.hostname })
      // One that ignores the token sends the same page again.
      if (page.next !== null && (page.next === next || pages === mostPages))
        fail({ kind: 'incomplete', host: this.#endpoint.hostname })
      yield page.objects.map(({ key, bytes }) => ({ key: key.slice(root.length), bytes }))
      next = page.next
      if (next === null) return
    }
  }

  close(): void {
    this.#dispatchers.close()
  }

  /** `/bucket/prefix/path`. The bucket is in the path, not in the host, which every endpoint understands. */
  #pathOf(path: string): string {
    const { bucket, prefix } = this.address
    return ['', bucket, ...(path === '' ? [] : [prefix, path])].filter((part, at) => at === 0 || part !== '').join('/')
  }

  /** `document`: what a 200 must have in its body, since some endpoints send errors with that status. */
  #send(outgoing: Outgoing, document?: string): Promise<Received> {
    const { clock, random } = this.#dependencies
    return withRetries(() => this.#attempt(outgoing, document), {
      policy: retries,
      budget: this.#budget,
      clock,
      random,
      signal: outgoing.signal,
    })
  }

  async #attempt(outgoing: Outgoing, document: string | undefined): Promise<Received> {
    const received = await this.#throughProxies(outgoing)
    const { status, body } = received
    const host = this.#endpoint.hostname
    const isExpected = status === 200 || outgoing.expected?.includes(status) === true
    const isObject = outgoing.method === 'GET' && document === undefined
    const code = isObject && status === 200 ? '' : errorCodeOf(body.toString())
    // A bucket that does not exist is no object that does not exist.
    if (!isExpected || code === 'NoSuchBucket') throw new SendFailure(refusalOf(status, code, host))
    // The status came before the error.
    if (status === 200 && code !== '') throw new SendFailure(refusalOf(400, code, host))
    if (status === 200 && document !== undefined && !isDocument(body.toString(), document))
      throw new SendFailure({ kind: 'incomplete', host })
    return received
  }

  async #throughProxies(outgoing: Outgoing): Promise<Received> {
    this.#dependencies.demandService(this.#endpoint)
    const { signal } = outgoing
    const routing = {
      url: this.#endpoint,
      proxies: this.#dependencies.proxies,
      dispatchers: this.#dispatchers,
      description: this.#description,
      limit: defaultTimeouts.connect,
      signal,
      until: signal,
    }
    return throughProxies(routing, (dispatcher) => this.#exchange(outgoing, dispatcher))
  }

  get #description() {
    return { operation: 'Publish', host: this.#endpoint.hostname }
  }

  async #exchange(outgoing: Outgoing, dispatcher: Dispatcher): Promise<Received> {
    const { method, content = nothing, signal } = outgoing
    const { url, headers } = await this.#signed(outgoing)
    const bytes = content.kind === 'file' ? content.bytes : content.bytes.length
    const until = AbortSignal.any([
      signal,
      AbortSignal.timeout(defaultTimeouts.total + Math.ceil(bytes / slowestUpload)),
    ])
    const body = content.kind === 'file' ? readStreamOf(content.path) : content.bytes
    try {
      const response = await request(url, {
        method,
        headers: { ...headers, ...(method === 'PUT' && { 'content-length': String(bytes) }) },
        body: method === 'PUT' ? body : null,
        dispatcher,
        signal: until,
      })
      const { etag = null } = response.headers
      return {
        status: response.statusCode,
        etag: typeof etag === 'string' ? etag : null,
        body: await readBody(response.body, this.#endpoint.hostname),
      }
    } catch (error) {
      if (error instanceof FailureError) throw error
      if (error instanceof UnreadableFile) throw error.cause
      throw new SendFailure(this.#explained(error, signal))
    }
  }

  #explained(error: unknown, signal: AbortSignal): FailureError['failure'] {
    if (signal.aborted) return { kind: 'cancelled' }
    const failure = networkFailure(error, this.#description)
    return failure.kind === 'no-response' ? { ...failure, detail: 'did not respond in time' } : failure
  }

  /**
   * The one place where the credentials are used: to sign a request to the origin they were entered for (docs/promises.md S10). The
   * secret is never part of a request.
   */
  async #signed({ method, path, query = {}, headers = {}, content = nothing }: Outgoing) {
    const { credentialsFor, clock } = this.#dependencies
    if (!isServiceAddress(this.#endpoint)) notPublished('the address of the endpoint must begin with https')
    const { accessKeyId, secretAccessKey, sessionToken } =
      credentialsFor(this.#endpoint.origin) ??
      notPublished('the keys for this endpoint are missing or locked. See Settings, Storage, Publish')
    const url = new URL(this.#pathOf(path), this.#endpoint)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const sha256 = content.kind === 'file' ? content.sha256 : createHash('sha256').update(content.bytes).digest('hex')
    const isCopy = 'x-amz-copy-source' in headers
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: {
        ...headers,
        'x-amz-content-sha256': sha256,
        ...(method === 'PUT' && !isCopy && { 'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64') }),
      },
      accessKeyId,
      secretAccessKey,
      ...(sessionToken !== null && { sessionToken }),
      service: 's3',
      region: this.address.region,
      datetime: new Date(clock.now()).toISOString().replaceAll(/[:-]|\.\d{3}/g, ''),
    })
    const signed = await signer.sign()
    return { url: signed.url, headers: Object.fromEntries(signed.headers) }
  }
}

/** Its cause is an error of the file system, which has the codes of errors of the network. */
class UnreadableFile extends Error {}

/** Its error is an UnreadableFile, unless the request ends it for another one. */
function readStreamOf(path: string): Readable {
  const file = createReadStream(path)
  const body = new PassThrough()
  file.on('error', (cause) => body.destroy(new UnreadableFile('a file that is uploaded cannot be read', { cause })))
  body.on('close', () => file.destroy())
  return file.pipe(body)
}

function conditionHeaders(condition: Condition): Readonly<Record<string, string>> {
  if (condition === 'always') return {}
  return condition === 'absent' ? { 'if-none-match': '*' } : { 'if-match': condition.etag }
}

async function readBody(body: AsyncIterable<Uint8Array>, host: string): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const piece of body) {
      bytes += piece.byteLength
      if (bytes > largestBody) fail({ kind: 'request-refused', host, detail: 'ResponseTooLarge' })
      pieces.push(piece)
    }
  } catch (error) {
    const { kind } = error instanceof FailureError ? { kind: null } : networkFailure(error, { operation: '', host })
    // The response broke off in its middle.
    if (kind === 'connection-lost') throw new SendFailure({ kind: 'incomplete', host })
    throw error
  }
  return Buffer.concat(pieces)
}
