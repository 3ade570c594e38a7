/** Logs what assistants requested, so that the user can see it. */

import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { assistantLogFile } from '#core/assistant-log.ts'

export interface LoggedRequest {
  /** As the assistant’s program names itself; null: it does not. */
  readonly client: string | null
  /** Tool or resource. */
  readonly what: string
  readonly input: unknown
  /** `answered`, or the sentence of its failure. */
  readonly outcome: string
  readonly milliseconds: number
}

/** Bytes; the file before it is kept as well. */
const largest = 1024 * 1024
/** Characters of an input, and of each other text that an assistant's program can choose. */
const [longestInput, longestText] = [2000, 500]

/** `logs/assistants.log` of the profile: one line of JSON for each request, readable by the user alone. */
export class RequestLog {
  readonly file: string
  readonly #now: () => number

  constructor(profile: string, now: () => number) {
    this.file = assistantLogFile(profile)
    this.#now = now
  }

  /** Throws where the log cannot be written; the assistant then gets no response. */
  add({ client, what, input, outcome, milliseconds }: LoggedRequest): void {
    const line = JSON.stringify({
      time: new Date(this.#now()).toISOString(),
      client: client?.slice(0, longestText) ?? null,
      what: what.slice(0, longestText),
      outcome: outcome.slice(0, longestText),
      milliseconds,
      input: JSON.stringify(input).slice(0, longestInput),
    })
    mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 })
    if ((statSync(this.file, { throwIfNoEntry: false })?.size ?? 0) > largest) renameSync(this.file, `${this.file}.1`)
    appendFileSync(this.file, `${line}\n`, { mode: 0o600 })
  }
}
