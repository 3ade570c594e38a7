/**
 * The lock of a publication folder, which programs on several computers may share.
 *
 * A share may not support locks. The lock is therefore a numbered file, which is created only if there is no file with that number; whoever
 * has the highest number holds the lock. A killed program leaves its file behind. The next program takes the next number: at once if the
 * file belongs to its own profile, which only one program has open, and otherwise when the file has not been renewed for `staleAfter`. A
 * program that was only asleep then finds a higher number or a different file, and publishes nothing.
 */

import { createHash, randomUUID } from 'node:crypto'
import { closeSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { fail } from '../failure-error.ts'
import { unfinishedName } from '../storage/unfinished-files.ts'
import { codeOf } from '../system-error.ts'
import { failOvertaken } from './publication-owner.ts'

const lockName = /^lock-([1-9]\d{0,8})\.json$/
const probeName = /^clock\.[\da-f]{12}\.part$/
const lockFile = z.object({ token: z.string(), holder: z.string() })

/** Milliseconds. A holder renews its file much more often, also while a large file is written. */
const staleAfter = 10 * 60_000
const renewedEvery = 15_000

const inUse = 'another program is publishing into this folder. Publish again when it has finished'

/** Whether a file in the folder of the lock is one of its own. */
export function isOfLock(name: string): boolean {
  return lockName.test(name) || probeName.test(name)
}

/** Names this profile on this computer, without its path. */
export function lockHolder(profile: string, library: string): string {
  return createHash('sha256')
    .update(JSON.stringify([hostname(), profile, library]))
    .digest('hex')
}

interface FoundLock {
  readonly number: number
  readonly path: string
  /** Null: it is not written yet, or was removed meanwhile. */
  readonly token: string | null
  readonly holder: string | null
}

export class PublicationLock {
  readonly #folder: string
  readonly #path: string
  readonly #token: string
  readonly #text: Buffer
  #renewedAt = performance.now()

  private constructor(folder: string, number: number, holder: string) {
    this.#folder = folder
    this.#path = join(folder, `lock-${number}.json`)
    this.#token = randomUUID()
    this.#text = Buffer.from(`${JSON.stringify({ token: this.#token, holder })}\n`)
  }

  /**
   * @param folder exists, and has no other files of these names
   * @param holder see `lockHolder`; the caller has its profile open
   *
   * Throws `not-published` while another program holds the lock.
   */
  static take(folder: string, holder: string): PublicationLock {
    // Another program may come first, or end in between.
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const latest = latestIn(folder)
      if (latest !== null && latest.holder !== holder) {
        const age = ageOf(folder, latest.path)
        if (age === null) continue
        if (age < staleAfter) fail({ kind: 'not-published', detail: inUse })
      }
      const lock = new PublicationLock(folder, (latest?.number ?? 0) + 1, holder)
      if (!lock.#create()) continue
      if (lock.isHeld) {
        lock.#removeEarlier()
        return lock
      }
      lock.release()
    }
    return fail({ kind: 'not-published', detail: inUse })
  }

  get isHeld(): boolean {
    return latestIn(this.#folder)?.token === this.#token
  }

  /** Throws `publication-changed` when another program has taken the lock. */
  demand(): void {
    if (!this.isHeld) failOvertaken()
  }

  /** To be called at every step of the work. Throws `publication-changed` when another program has taken the lock. */
  renew(): void {
    if (performance.now() - this.#renewedAt < renewedEvery) return
    this.demand()
    // The time of the change is that of the file system, as whoever compares it reads it.
    const descriptor = openSync(this.#path, 'r+')
    try {
      writeSync(descriptor, this.#text, 0, this.#text.length, 0)
    } finally {
      closeSync(descriptor)
    }
    this.#renewedAt = performance.now()
  }

  /** A file that cannot be removed now is that of this profile, or stale later. */
  release(): void {
    try {
      if (contentOf(this.#path).token === this.#token) rmSync(this.#path, { force: true })
    } catch (error) {
      if (codeOf(error) === '') throw error
    }
  }

  /** False: the number is taken. */
  #create(): boolean {
    let descriptor: number
    try {
      descriptor = openSync(this.#path, 'wx')
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false
      throw error
    }
    try {
      writeSync(descriptor, this.#text)
    } catch (error) {
      rmSync(this.#path, { force: true })
      throw error
    } finally {
      closeSync(descriptor)
    }
    return true
  }

  #removeEarlier(): void {
    for (const name of readdirSync(this.#folder)) {
      const path = join(this.#folder, name)
      if (isOfLock(name) && path !== this.#path) rmSync(path, { force: true })
    }
  }
}

function latestIn(folder: string): FoundLock | null {
  const numbers = readdirSync(folder).flatMap((name) => {
    const number = lockName.exec(name)?.[1]
    return number === undefined ? [] : [Number(number)]
  })
  if (numbers.length === 0) return null
  const number = Math.max(...numbers)
  const path = join(folder, `lock-${number}.json`)
  return { number, path, ...contentOf(path) }
}

function contentOf(path: string): Pick<FoundLock, 'token' | 'holder'> {
  try {
    return lockFile.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return { token: null, holder: null }
  }
}

/** Milliseconds since a file was changed, by the clock of its file system, which may differ from that of this computer; null: it is gone. */
function ageOf(folder: string, path: string): number | null {
  const probe = unfinishedName(join(folder, 'clock'))
  closeSync(openSync(probe, 'wx'))
  try {
    const changed = statSync(path, { throwIfNoEntry: false })
    return changed === undefined ? null : statSync(probe).mtimeMs - changed.mtimeMs
  } finally {
    rmSync(probe, { force: true })
  }
}
