/** Fetches and stores the logos that news items point to, where the user allows it. */

import type { ApiOutputs, ApiInputs } from '#contract/api/api.ts'
import type { Logo } from '#contract/api/news.ts'
import type { FailureKind } from '#contract/failure.ts'
import { failureOf } from '../failure-error.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import { getRecords } from '../ledger/ledger-store.ts'
import { hours } from '../duration.ts'
import { readShown } from '../ledger/shown-records.ts'
import type { Sender } from '../service/send-request.ts'
import { getLogo, putLogo } from './logos-store.ts'

interface LogosDependencies {
  readonly library: LibraryContext
  readonly sender: Sender
  readonly workspace: string
  readonly baseUrl: () => string
}

/** Larger pictures are not stored. */
const mostBytes = 256 * 1024
/** Time limit for fetching a picture, in milliseconds. */
const longest = 20_000
/** Pause before an unusable picture is requested again. */
const rest = 7 * 24 * hours

/** A temporary failure: the picture is requested again the next time. */
const passing: readonly FailureKind[] = ['offline', 'connection-lost', 'no-response', 'too-many-requests', 'cancelled']

/** Logos that news items point to, where the user wants them: fetched once, without the key, validated and stored (docs/promises.md, R2). */
export class Logos {
  readonly #dependencies: LogosDependencies

  constructor(dependencies: LogosDependencies) {
    this.#dependencies = dependencies
  }

  async of({ recordId }: ApiInputs['news']['logo'], signal: AbortSignal): Promise<ApiOutputs['news']['logo']> {
    const { reader, writer, clock } = this.#dependencies.library
    const url = this.#addressOf(recordId)
    if (url === null) return { logo: null }
    const stored = getLogo(reader, url.href)
    const isRested = stored !== undefined && clock.now() - stored.requestedAt > rest
    if (stored?.bytes && stored.type) return { logo: asLogo(stored.type, stored.bytes) }
    if (writer === null || (stored !== undefined && !isRested)) return { logo: null }
    try {
      const bytes = await this.#fetch(url, signal)
      const type = rasterType(bytes)
      putLogo(writer, url.href, { requestedAt: clock.now(), type, bytes: type && bytes })
      return { logo: type && asLogo(type, bytes) }
    } catch (error) {
      const failure = failureOf(error)
      if (failure === undefined) throw error
      if (!passing.includes(failure.kind))
        putLogo(writer, url.href, { requestedAt: clock.now(), type: null, bytes: null })
      return { logo: null }
    }
  }

  /** Null: the item has no picture, or its address may not be requested. */
  #addressOf(recordId: number): URL | null {
    const [stored] = getRecords(this.#dependencies.library.reader, [recordId])
    const record = stored && readShown('news', stored).record
    const named = record?.logo_exists === false ? null : (record?.logo_thumbnail_url ?? null)
    if (named === null || !URL.canParse(named)) return null
    const url = new URL(named)
    return url.origin === new URL(this.#dependencies.baseUrl()).origin || isPublic(url) ? url : null
  }

  /** No more than fits; what is longer comes back too long to be a picture. */
  async #fetch(url: URL, signal: AbortSignal): Promise<Buffer> {
    const { sender, workspace } = this.#dependencies
    const until = AbortSignal.any([signal, AbortSignal.timeout(longest)])
    const stream = await sender.stream({
      workspace,
      description: { operation: 'Logo', host: url.hostname },
      withKey: false,
      url,
      headers: { accept: 'image/png, image/jpeg, image/webp, image/gif' },
      signal: until,
    })
    const pieces: Uint8Array[] = []
    let bytes = 0
    try {
      for await (const piece of stream.body) {
        pieces.push(Buffer.from(piece))
        bytes += piece.byteLength
        if (bytes > mostBytes) return Buffer.alloc(0)
      }
    } finally {
      stream.leave()
    }
    return Buffer.concat(pieces)
  }
}

/** The service names the address of a logo, which must not lead into the analyst's own network. */
function isPublic({ protocol, hostname, username, password }: URL): boolean {
  // A URL normalizes every numeric host to four numbers or brackets.
  const isNumber = hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname)
  const isNamed = !isNumber && hostname.includes('.') && !hostname.endsWith('.local')
  return protocol === 'https:' && isNamed && username === '' && password === ''
}

/** By its first bytes, whatever its name; null: not an image that a window may show. */
function rasterType(bytes: Buffer): Logo['type'] | null {
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'image/png'
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg'
  if (/^GIF8[79]a/.test(bytes.toString('latin1', 0, 6))) return 'image/gif'
  if (/^RIFF[^]{4}WEBP/.test(bytes.toString('latin1', 0, 12))) return 'image/webp'
  return null
}

function asLogo(type: Logo['type'], bytes: Buffer): Logo {
  return { type, bytes: bytes.toString('base64') }
}
