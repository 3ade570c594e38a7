/** Writes unexpected errors to the log file of the profile. */

import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from './clock.ts'

const largest = 1024 * 1024
const files = 5
/** Most errors of one defect and its causes. */
const mostErrors = 5

interface Redacting {
  /** The text without any key. */
  redact(text: string): string
}

/**
 * Complete defects, in `logs/tearsheet.log` of the profile: five files of a megabyte at most, readable by the user alone. Stored
 * keys are cut out of every line, whatever wrote them.
 */
export class DefectLog {
  readonly #file: string
  readonly #clock: Clock
  readonly #keys: Redacting

  constructor(profile: string, clock: Clock, keys: Redacting) {
    this.#file = join(profile, 'logs', 'tearsheet.log')
    this.#clock = clock
    this.#keys = keys
  }

  /** Never throws: a full disk must not turn one defect into two. */
  report(error: unknown, where: string): void {
    const line = `${new Date(this.#clock.now()).toISOString()} ${where}\n${chainOf(error).join('\ncaused by ')}\n`
    try {
      mkdirSync(join(this.#file, '..'), { recursive: true, mode: 0o700 })
      this.#rotate()
      appendFileSync(this.#file, this.#keys.redact(line), { mode: 0o600 })
    } catch {
      // There is nowhere left to log it.
    }
  }

  #rotate(): void {
    if (!existsSync(this.#file) || statSync(this.#file).size < largest) return
    for (let number = files - 1; number > 0; number -= 1) {
      const from = number === 1 ? this.#file : `${this.#file}.${number - 1}`
      if (existsSync(from)) renameSync(from, `${this.#file}.${number}`)
    }
  }
}

/** The error and where it was thrown, then its cause, and so on. */
function chainOf(error: unknown, most = mostErrors): string[] {
  if (!(error instanceof Error)) return [String(error)]
  const own = error.stack ?? error.message
  return error.cause === undefined || most === 1 ? [own] : [own, ...chainOf(error.cause, most - 1)]
}
