/** Logs what assistants requested, so that the user can see it. */

import { assistantLogFile, createAssistantLogFolder } from '#core/assistant-log.ts'
import { appendToLog } from '#core/rotated-log.ts'

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

/** Full files that are kept beside the log. */
const kept = 1
/** Characters of an input, and of each other text that an assistant's program can choose. */
const [longestInput, longestText] = [2000, 500]

/** `logs/assistants.log` of the profile: one line of JSON for each request, readable by the user alone. Several assistants may share it. */
export class RequestLog {
  readonly file: string
  readonly #profile: string
  readonly #now: () => number

  constructor(profile: string, now: () => number) {
    this.file = assistantLogFile(profile)
    this.#profile = profile
    this.#now = now
  }

  /** Throws `profile-missing`, and where the log cannot be written; the assistant then gets no response. */
  add({ client, what, input, outcome, milliseconds }: LoggedRequest): void {
    const now = this.#now()
    const line = JSON.stringify({
      time: new Date(now).toISOString(),
      client: client?.slice(0, longestText) ?? null,
      what: what.slice(0, longestText),
      outcome: outcome.slice(0, longestText),
      milliseconds,
      input: JSON.stringify(input).slice(0, longestInput),
    })
    createAssistantLogFolder(this.#profile)
    appendToLog({ file: this.file, kept }, `${line}\n`, now)
  }
}
