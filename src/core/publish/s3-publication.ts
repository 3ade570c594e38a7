/**
 * A publication at an S3 address. Objects cannot be renamed, so a version is complete when the manifest names it, and nothing that
 * a manifest names is ever written again.
 *
 * Two programs may publish at once. Each claims its own version, and the manifest is replaced only if it has not changed since it was read
 * at the beginning. Old versions are deleted only after that, and only those that existed before: a program that was still writing one of
 * them can no longer replace the manifest.
 */

import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import PQueue from 'p-queue'
import { s3AddressName } from '#contract/s3-address-rules.ts'
import { fail, failureOf } from '../failure-error.ts'
import type { Report } from '../storage/run-storage-worker.ts'
import { manifestIn, versionName, type Manifest, type PublishedFile } from './manifest.ts'
import { failOvertaken, markIn, markOf, ownershipOf, type PublicationOwner } from './publication-owner.ts'
import type { Condition, S3Client } from '../service/s3/s3-client.ts'
import { notPublished } from '../service/s3/s3-failure.ts'

const markPath = '_tearsheet/publication.json'
const manifestPath = '_tearsheet/manifest.json'
const claimPath = (version: string) => `_tearsheet/${version}.json`
const claim = /^_tearsheet\/(version-[1-9]\d{0,8})\.json$/

/** Requests at once. */
const concurrency = 4

/** Time for deleting what a publication that failed has left. Milliseconds. */
const tidyingTime = 15_000

type Objects = ReadonlyMap<string, number>

export class S3Publication {
  readonly before: Manifest | null
  /** The size of each object, by its path, when the publication began. */
  readonly bytesByPath: Objects
  /** Higher than any that was ever claimed. */
  readonly nextVersion: string
  readonly #client: S3Client
  readonly #owner: PublicationOwner
  readonly #condition: Condition
  /** Unique to this program, so that reading it back shows who claimed a version. */
  readonly #claim = toJson({ token: randomUUID() })
  /** The address was empty, and was marked by this attempt. */
  readonly #isFirst: boolean
  #uploaded: string[] = []
  #isSettled = false

  private constructor(
    client: S3Client,
    owner: PublicationOwner,
    { bytesByPath, isFirst }: { readonly bytesByPath: Objects; readonly isFirst: boolean },
    { before, condition }: { readonly before: Manifest | null; readonly condition: Condition },
  ) {
    this.#client = client
    this.#owner = owner
    this.#isFirst = isFirst
    this.bytesByPath = bytesByPath
    this.before = before
    this.#condition = condition
    const taken = [...bytesByPath.keys()].map((path) => numberOf(versionOf(path) ?? ''))
    this.nextVersion = `version-${Math.max(0, ...taken) + 1}`
  }

  /**
   * Reads what is published at the address, and marks an empty one as a publication of the library. Throws `not-published` for an
   * address with other objects in it, or of another library, which are never touched, and `newer-version`.
   */
  static async begin(client: S3Client, owner: PublicationOwner, signal: AbortSignal): Promise<S3Publication> {
    const bytesByPath = await objectsBelow(client, '', signal, (path) => {
      if (versionOf(path) !== null || path === markPath || path === manifestPath) return
      notPublished(`${s3AddressName(client.address)} contains other files. Choose an empty folder of the bucket`)
    })
    if (bytesByPath.size > 0 && !bytesByPath.has(markPath))
      notPublished(`${s3AddressName(client.address)} contains other files. Choose an empty folder of the bucket`)
    let isFirst = bytesByPath.size === 0
    try {
      if (isFirst) isFirst = await client.put(markPath, toJson(markOf(owner)), 'absent', signal)
      if ((await readMark(client, owner, signal)).whose === 'foreign') failForeign(client)
      const published = await readManifest(client, signal)
      const { before } = published
      if (before?.library_id !== undefined && before.library_id !== owner.library) failForeign(client)
      return new S3Publication(client, owner, { bytesByPath, isFirst }, published)
    } catch (error) {
      if (isFirst) await tidying((limit) => unmark(client, owner, [], limit))
      throw error
    }
  }

  /**
   * Marks the publication as this library's if an earlier version of the program marked it; a failed attempt claims nothing. Throws
   * `not-published` for the mark of another library. A mark counts only once it has been read back, since another program may have written
   * one at the same moment.
   */
  async claim(signal: AbortSignal): Promise<void> {
    const { whose, etag } = await readMark(this.#client, this.#owner, signal)
    if (whose === 'own') return
    // Another program of this library may have removed its mark, which this one had relied on.
    if (whose !== 'foreign') {
      const condition = whose === 'none' ? 'absent' : etag === null ? 'always' : { etag }
      await this.#client.put(markPath, toJson(markOf(this.#owner)), condition, signal)
      if ((await readMark(this.#client, this.#owner, signal)).whose === 'own') return
    }
    failForeign(this.#client)
  }

  /**
   * Uploads the new files of a version, copies the unchanged ones, then replaces the manifest. Returns whether the replaced files were
   * deleted; false: the credentials do not allow it. Throws `not-published` if the manifest and the files it names are unchanged, and
   * `publication-changed` if others have changed them.
   *
   * @param building where the new files are, below the path of their partition
   */
  async publish(manifest: Manifest, building: string, signal: AbortSignal, report: Report): Promise<boolean> {
    await this.#client.put(claimPath(manifest.version), this.#claim, 'absent', signal)
    // Another program of this library that ended before the claim was written has treated the mark as its own.
    if ((await readMark(this.#client, this.#owner, signal)).whose === 'none') await this.claim(signal)
    await this.#demandFirst(signal)
    await this.#fill(manifest, building, signal, report)
    await this.#demandFirst(signal)
    const stored = await objectsBelow(this.#client, '', signal)
    this.#demandComplete(manifest, stored)
    await this.claim(signal)
    await this.#replaceManifest(manifest, signal)
    return this.#clear(manifest, stored, signal)
  }

  /**
   * After a publication that failed: deletes the files that it uploaded, except those that a manifest names, and after the first one its
   * mark too. It deletes nothing once its own manifest may have been written, nor when another program writes the same version: the files
   * of both have the same paths. Throws defects only.
   */
  async abandon(): Promise<void> {
    if (this.#isSettled || (this.#uploaded.length === 0 && !this.#isFirst)) return
    await tidying(async (signal) => {
      const { before: live } = await readManifest(this.#client, signal)
      const hasClaim = await this.#hasClaim(signal)
      if (live?.version === this.nextVersion || hasClaim) {
        const named = new Set(live?.files.map(({ path }) => path))
        await this.#removeAll(
          this.#uploaded.filter((path) => !named.has(path)),
          signal,
        )
      }
      const claims = hasClaim ? [claimPath(this.nextVersion)] : []
      if (this.#isFirst && live === null) await unmark(this.#client, this.#owner, claims, signal)
    })
  }

  async #hasClaim(signal: AbortSignal): Promise<boolean> {
    const found = await this.#client.get(claimPath(this.nextVersion), signal)
    return found?.body.equals(this.#claim) === true
  }

  async #fill({ files }: Manifest, building: string, signal: AbortSignal, report: Report): Promise<void> {
    const before = new Map(this.before?.files.map((file) => [withoutVersion(file.path), file]))
    const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
    let done = 0
    const failing = new AbortController()
    const until = AbortSignal.any([signal, failing.signal])
    const put = async (file: PublishedFile) => {
      const local = join(building, withoutVersion(file.path))
      const kept = before.get(withoutVersion(file.path))
      this.#uploaded.push(file.path)
      if (kept === undefined || existsSync(local))
        await this.#client.putFile(file.path, { ...file, path: local }, until)
      else await this.#client.copy(kept.path, file.path, until)
      done += file.bytes
      report({ message: 'Uploading', done, total })
    }
    const queue = new PQueue({ concurrency })
    try {
      await Promise.all(files.map((file) => queue.add(() => put(file))))
    } finally {
      // Those that have not begun never will. Those that have are ended first, since they read files and write what `abandon` deletes.
      queue.clear()
      failing.abort()
      await queue.onIdle()
    }
  }

  /**
   * The version is this program's, and the manifest is the one that was read at the beginning. Read back rather than taken from the
   * response: a repeated request finds its own claim, and an endpoint may know no conditions.
   */
  async #demandFirst(signal: AbortSignal): Promise<void> {
    const { before } = await readManifest(this.#client, signal)
    if (before?.version !== this.before?.version || !(await this.#hasClaim(signal))) failOvertaken()
  }

  /**
   * An endpoint may lose what it has confirmed, or another program may have deleted it. Files of another program below the version would
   * be read with it.
   */
  #demandComplete({ version, files }: Manifest, stored: Objects): void {
    if (!files.every(({ path, bytes }) => stored.get(path) === bytes))
      notPublished('the endpoint has not stored every file that it confirmed. Publish again')
    const named = new Set(files.map(({ path }) => path))
    if ([...stored.keys()].some((path) => path.startsWith(`${version}/`) && !named.has(path))) failOvertaken()
  }

  /**
   * The moment of publication. From here on nothing that was uploaded is deleted, since a response may be lost. Throws
   * `publication-unknown` where neither the response nor the manifest could be read.
   */
  async #replaceManifest(manifest: Manifest, signal: AbortSignal): Promise<void> {
    this.#isSettled = true
    const json = toJson(manifest)
    const putting = this.#client.put(manifestPath, json, this.#condition, signal)
    const isReplaced = await putting.catch(() => null)
    const reading = this.#client.get(manifestPath, AbortSignal.timeout(tidyingTime))
    const read = await reading.then(
      (found) => ({ isPublished: found?.body.equals(json) === true }),
      () => null,
    )
    // A repeated request finds what its first attempt wrote.
    if (read?.isPublished === true || (read === null && isReplaced === true)) return
    if (read === null) fail({ kind: 'publication-unknown', host: new URL(this.#client.address.endpoint).hostname })
    // Throws what the request failed with.
    if (isReplaced === null) await putting
    if (isReplaced === true)
      fail({ kind: 'publication-changed', detail: 'the endpoint confirmed the manifest but returned a different one' })
    this.#isSettled = false
    failOvertaken()
  }

  /** What cannot be deleted now is deleted by the next publication. False: the credentials may not. */
  async #clear(
    { version, previous_version: previous }: Manifest,
    stored: Objects,
    signal: AbortSignal,
  ): Promise<boolean> {
    const isReplaced = (path: string) => {
      const of = versionOf(path)
      if (of === null || of === version || numberOf(of) > numberOf(version)) return false
      return claim.test(path) || of !== previous
    }
    return this.#removeAll([...stored.keys()].filter(isReplaced), signal)
  }

  /** False: the credentials may not. */
  async #removeAll(paths: readonly string[], signal: AbortSignal): Promise<boolean> {
    const queue = new PQueue({ concurrency })
    const removals = paths.map((path) => queue.add(() => this.#client.remove(path, signal)))
    const ended = await Promise.allSettled(removals)
    return !ended.some((each) => each.status === 'rejected' && failureOf(each.reason)?.status === 403)
  }
}

/** Deletes what a publication that failed has left, within a limit. What is left then is deleted, or used again, by the next one. */
async function tidying(work: (limit: AbortSignal) => Promise<void>): Promise<void> {
  try {
    await work(AbortSignal.timeout(tidyingTime))
  } catch (error) {
    if (failureOf(error) === undefined) throw error
  }
}

/**
 * Leaves an address as empty as it was, for other libraries too: deletes the mark and these claims of the library, unless there is anything
 * else, as of another program that publishes it there.
 */
async function unmark(
  client: S3Client,
  owner: PublicationOwner,
  claims: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const own = [...claims, markPath]
  const found = await objectsBelow(client, '', signal)
  if ([...found.keys()].some((path) => !own.includes(path))) return

  if ((await readMark(client, owner, signal)).whose !== 'own') return
  for (const path of own) await client.remove(path, signal)
}

/** Whose the publication is by its mark. A damaged mark is that of somebody else. */
async function readMark(
  client: S3Client,
  owner: PublicationOwner,
  signal: AbortSignal,
): Promise<{ whose: 'own' | 'unclaimed' | 'foreign' | 'none'; etag: string | null }> {
  const found = await client.get(markPath, signal)
  if (found === null) return { whose: 'none', etag: null }
  const mark = markIn(found.body.toString())
  return { whose: mark === null ? 'foreign' : ownershipOf(mark, owner), etag: found.etag }
}

function failForeign({ address }: S3Client): never {
  notPublished(
    `${s3AddressName(address)} contains the publication of another library, which may be a colleague’s workspace of the same name. Choose an empty folder of the bucket`,
  )
}

/** Throws what `check` throws for a path. */
async function objectsBelow(
  client: S3Client,
  below: string,
  signal: AbortSignal,
  check: (path: string) => void = () => undefined,
): Promise<Objects> {
  const found = new Map<string, number>()
  for await (const page of client.list(below, signal)) {
    for (const { key, bytes } of page) {
      // Other programs mark a folder by an object of its name.
      if (key === '') continue
      check(key)
      found.set(key, bytes)
    }
  }
  return found
}

async function readManifest(
  client: S3Client,
  signal: AbortSignal,
): Promise<{ before: Manifest | null; condition: Condition }> {
  const found = await client.get(manifestPath, signal)
  if (found === null) return { before: null, condition: 'absent' }
  const before =
    manifestIn(found.body.toString()) ??
    notPublished('the manifest of the publication is damaged. Choose an empty folder of the bucket, or empty this one')
  return { before, condition: found.etag === null ? 'always' : { etag: found.etag } }
}

/** The version that an object is of, a claim included; null: none. */
function versionOf(path: string): string | null {
  const claimed = claim.exec(path)?.[1]
  if (claimed !== undefined) return claimed
  const [first = '', ...rest] = path.split('/')
  return rest.length > 0 && versionName.test(first) ? first : null
}

function numberOf(version: string): number {
  return Number(versionName.exec(version)?.[1] ?? 0)
}

function withoutVersion(path: string): string {
  return path.split('/').slice(1).join('/')
}

function toJson(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
}
