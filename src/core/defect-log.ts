/** Writes unexpected errors to the log file of the profile. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from './clock.ts'
import { appendToLog } from './rotated-log.ts'

/** Full files that are kept beside the log. */
const kept = 4
/** Most errors of one defect and its causes. */
const mostErrors = 5

interface Redacting {
  /** The text without any key. */
  redact(text: string): string
}

/**
 * Complete defects, in `logs/tearsheet.log` of the profile: five files of a megabyte at most, readable by the user alone. Stored
 * keys are cut out of every line, whatever wrote them. A command of the command line may write to it beside the program.
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
    const now = this.#clock.now()
    const line = `${new Date(now).toISOString()} ${where}\n${chainOf(error).join('\ncaused by ')}\n`
    try {
      mkdirSync(join(this.#file, '..'), { recursive: true, mode: 0o700 })
      appendToLog({ file: this.#file, kept }, this.#keys.redact(line), now)
    } catch {
      // There is nowhere left to log it.
    }
  }
}

/** The error and where it was thrown, then its cause, and so on. */
function chainOf(error: unknown, most = mostErrors): string[] {
  if (!(error instanceof Error)) return [String(error)]
  const own = error.stack ?? error.message
  return error.cause === undefined || most === 1 ? [own] : [own, ...chainOf(error.cause, most - 1)]
}
