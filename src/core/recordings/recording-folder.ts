/**
 * The folder of recordings: finished files, part files, and the JSON file next to each. Also turns
 * errors of the disk into failures.
 */

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { copyFile, open, rename, rm, statfs } from 'node:fs/promises'
import { uptime } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { failureSchema, instant } from '#contract/api/base.ts'
import { packSource } from '#contract/api/provenance.ts'
import type { Failure } from '#contract/failure.ts'
import type { Clock } from '../clock.ts'
import { FailureError } from '../failure-error.ts'
import { withPresentFailures } from '../former-failures.ts'
import { heldWaits, isHeld } from '../held-files.ts'
import { makeFolder } from '../profile.ts'
import { codeOf, isOutOfRoom, isTooLarge, tooLarge } from '../system-error.ts'
import { endingOf, typeOfEnding } from './media-types.ts'

const verified = z.enum(['size', 'length', 'differs', 'no'])

/** An unfinished download. */
const part = z.object({
  format: z.number().int(),
  contentType: z.string().nullable(),
  /** Strong tag of the stored bytes; null: they cannot be resumed. */
  etag: z.string().nullable(),
  /** As stated in the record. */
  stated: z.number().nullable(),
  /** As stated in the response. */
  announced: z.number().nullable(),
  /** How many bytes are synced to disk, and survive a power failure. */
  durable: z.number(),
  /** When the machine was started that wrote them: later bytes are trusted as long as it runs. */
  machine: z.number(),
  wanted: z.enum(['going', 'paused', 'failed']),
  /** The user requested or paused it. False: only an offline download did, which may pause and resume it. */
  byUser: z.boolean().default(true),
  failure: failureSchema.nullable(),
  /** Place in the queue. */
  order: z.number(),
  /** All bytes are stored and correct: only the rename is missing. */
  whole: z.object({ verified, finishedAt: instant }).nullable(),
})
export type Part = z.infer<typeof part>

const file = z.object({
  name: z.string().regex(/^[\w-]+\.[a-z\d]+$/),
  format: z.number().int(),
  contentType: z.string().nullable(),
  verified,
  finishedAt: instant,
  /** Its size when it was finished. Absent in files of earlier versions. */
  bytes: z.number().optional(),
  /** The size that its record stated then; null: none. Absent in files of earlier versions. */
  stated: z.number().nullable().optional(),
  /** Hash of its bytes, once they were read for it. */
  sha256: z.string().optional(),
  /** The pack in which it came; absent: it came from the service. */
  pack: packSource.pick({ author: true, madeAt: true }).optional(),
})
export type StoredRecordingFile = z.infer<typeof file>

/** The JSON file next to a recording: never a key, never an address. */
const sidecar = z.object({ callId: z.string(), title: z.string(), part: part.nullable(), file: file.nullable() })
export type Sidecar = z.infer<typeof sidecar>

/** A recording as it was found on disk. */
export interface FoundRecording {
  readonly sidecar: Sidecar
  readonly partBytes: number
  readonly fileBytes: number
}

/** No machine starts twice within this. A clock that was set by more costs what came in the last seconds. Milliseconds. */
const sameMachineStart = 5_000

/**
 * The folder of recordings: `<stem>.<ending>` whole, `<stem>.part` on its way, `<stem>.json` beside them. A stem is the call's own id
 * where that is a UUID, else a hash of it: the service never names a file here.
 */
export class RecordingFolder {
  readonly #folder: string
  readonly #clock: Clock
  readonly #move: typeof rename

  /** `move` renames a file, or throws as the system does. */
  constructor(folder: string, clock: Clock, move: typeof rename = rename) {
    this.#folder = folder
    this.#clock = clock
    this.#move = move
  }

  partOf(callId: string): string {
    return join(this.#folder, `${stemOf(callId)}.part`)
  }

  fileOf({ name }: StoredRecordingFile): string {
    return join(this.#folder, name)
  }

  get machine(): number {
    return Math.round(this.#clock.now() - uptime() * 1000)
  }

  /** Everything there is. A rename that a crash kept from being done is done now; damage costs its own recording only. */
  scan(): FoundRecording[] {
    const names = new Set(readNames(this.#folder))
    const found = new Map<string, FoundRecording>()
    for (const name of names) {
      if (!name.endsWith('.json')) continue
      const stem = name.slice(0, -'.json'.length)
      const read = this.#read(stem)
      if (read !== null) found.set(stem, read)
    }
    for (const name of names) {
      const [stem = '', ending = ''] = name.split('.')
      if (found.has(stem) || !isUuid(stem) || ['part', 'json', 'new'].includes(ending)) continue
      // Only a complete recording ever has this name.
      const finishedAt = Math.round(statSync(join(this.#folder, name)).mtimeMs)
      const whole = { name, format: 0, contentType: typeOfEnding(ending), verified: 'no' as const, finishedAt }
      found.set(stem, {
        sidecar: { callId: stem, title: '', part: null, file: whole },
        partBytes: 0,
        fileBytes: sizeOf(join(this.#folder, name)) ?? 0,
      })
    }
    return [...found.values()]
  }

  /** Atomic. */
  async write(sidecar: Sidecar): Promise<void> {
    makeFolder(this.#folder)
    const target = join(this.#folder, `${stemOf(sidecar.callId)}.json`)
    const handle = await open(`${target}.new`, 'w', 0o600)
    try {
      await handle.writeFile(JSON.stringify(sidecar))
      await handle.datasync()
    } finally {
      await handle.close()
    }
    await this.#rename(`${target}.new`, target)
  }

  /** Gives the part its final name. */
  async finish(callId: string, contentType: string | null): Promise<string> {
    const name = nameOf(callId, contentType)
    await this.#rename(this.partOf(callId), join(this.#folder, name))
    await this.#sync()
    return name
  }

  /** Copies a complete file from elsewhere. */
  async copyIn(callId: string, path: string, contentType: string | null): Promise<{ name: string; bytes: number }> {
    makeFolder(this.#folder)
    const part = this.partOf(callId)
    try {
      await copyFile(path, part)
      const handle = await open(part, 'r+')
      try {
        await handle.datasync()
      } finally {
        await handle.close()
      }
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
    const name = await this.finish(callId, contentType)
    return { name, bytes: sizeOf(join(this.#folder, name)) ?? 0 }
  }

  async removeFile({ name }: StoredRecordingFile): Promise<void> {
    await rm(join(this.#folder, name), { force: true })
  }

  async removePart(callId: string): Promise<void> {
    await rm(this.partOf(callId), { force: true })
  }

  async removeSidecar(callId: string): Promise<void> {
    await rm(join(this.#folder, `${stemOf(callId)}.json`), { force: true })
  }

  /** Free bytes; null: the file system does not say. */
  async free(): Promise<number | null> {
    try {
      const { bavail, bsize } = await statfs(this.#folder)
      return bavail * bsize
    } catch {
      return null
    }
  }

  #read(stem: string): FoundRecording | null {
    const parsed = parse(readText(join(this.#folder, `${stem}.json`)))
    if (parsed === null || stemOf(parsed.callId) !== stem) return null
    let { part: unfinished, file: whole } = parsed
    const partPath = this.partOf(parsed.callId)
    if (unfinished?.whole != null) {
      const name = nameOf(parsed.callId, unfinished.contentType)
      if (sizeOf(partPath) !== undefined) renameSync(partPath, join(this.#folder, name))
      const { format, contentType, stated } = unfinished
      const bytes = sizeOf(join(this.#folder, name))
      whole = { name, format, contentType, ...unfinished.whole, bytes, stated }
      unfinished = null
    }
    const fileBytes = whole === null ? undefined : sizeOf(this.fileOf(whole))
    if (fileBytes === undefined) whole = null
    const partBytes = unfinished === null ? 0 : this.#believable(unfinished, sizeOf(partPath) ?? 0)
    if (unfinished === null && whole === null) return null
    return { sidecar: { ...parsed, part: unfinished, file: whole }, partBytes, fileBytes: fileBytes ?? 0 }
  }

  /** After the machine itself went down, only what had reached the disk: the rest may be holes. */
  #believable({ durable, machine }: Part, bytes: number): number {
    return Math.abs(this.machine - machine) < sameMachineStart ? bytes : Math.min(bytes, durable)
  }

  /** As `renameInsisting` does, while other work goes on. */
  async #rename(from: string, to: string): Promise<void> {
    for (const wait of heldWaits) {
      try {
        return await this.#move(from, to)
      } catch (error) {
        if (!isHeld(error)) throw error
        await this.#clock.wait(wait)
      }
    }
    await this.#move(from, to)
  }

  async #sync(): Promise<void> {
    // A folder cannot be opened on Windows, where a rename is journalled anyway.
    const handle = await open(this.#folder, 'r').catch(() => null)
    await handle?.sync().catch(() => undefined)
    await handle?.close()
  }
}

/** A failure of the file system as the user reads it; anything else unchanged. */
export function diskFailure(error: unknown, sizes: { free: number | null; needed: number | null }): unknown {
  const code = codeOf(error)
  if (isOutOfRoom(error)) return new FailureError(diskFull(sizes))
  if (isTooLarge(error)) return new FailureError({ kind: 'invalid-folder', detail: tooLarge })
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return new FailureError({ kind: 'read-only' })
  return error
}

export function diskFull({ free, needed }: { free: number | null; needed: number | null }): Failure {
  const words = [needed !== null && `${megabytes(needed)} needed`, free !== null && `${megabytes(free)} free`]
  return { kind: 'disk-full', detail: words.filter((word) => word !== false).join(', ') || 'no space' }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`
}

function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)
}

function stemOf(callId: string): string {
  return isUuid(callId) ? callId : createHash('sha256').update(callId).digest('hex').slice(0, 40)
}

function nameOf(callId: string, contentType: string | null): string {
  return `${stemOf(callId)}.${endingOf(contentType)}`
}

function parse(text: string | null): Sidecar | null {
  try {
    return text === null ? null : (sidecar.safeParse(JSON.parse(withPresentFailures(text))).data ?? null)
  } catch {
    return null
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Bytes; undefined when there is no such file. */
export function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size
}
