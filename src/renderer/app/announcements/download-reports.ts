/** Progress and end of the download of a recording, as sentences for screen readers. */

import type { Transfer } from '#contract/api/recordings.ts'
import { sentenceOf } from '../../format/failure-text.ts'
import type { Announcer } from '../../ui/announcements/announcer.svelte.ts'
import { progressSteps } from '../../ui/announcements/progress-steps.ts'

type ReportedTransfer = Pick<Transfer, 'callId' | 'title' | 'state' | 'bytes' | 'total' | 'finishedAt' | 'failure'>

export class DownloadReports {
  readonly #announcer: Pick<Announcer, 'say'>
  readonly #since: number
  readonly #steps = new Map<string, ReturnType<typeof progressSteps>>()
  readonly #finished = new Map<string, number>()
  readonly #failed = new Set<string>()

  /** @param since downloads that finished before are not reported, milliseconds since 1970 */
  constructor(announcer: Pick<Announcer, 'say'>, since: number) {
    this.#announcer = announcer
    this.#since = since
  }

  update(transfer: ReportedTransfer): void {
    const { callId, title, state, bytes, total, finishedAt, failure } = transfer
    const say = (text: string) => this.#announcer.say(text, { source: `download ${callId}` })
    if (state === 'downloading') {
      const steps = this.#steps.get(callId) ?? progressSteps(this.#announcer, `download ${callId}`)
      this.#steps.set(callId, steps)
      this.#failed.delete(callId)
      steps(`Recording of ${title}`, bytes, total ?? 0)
    } else if (state === 'on-disk') {
      this.#steps.delete(callId)
      const isNew = finishedAt !== null && finishedAt >= this.#since && this.#finished.get(callId) !== finishedAt
      if (!isNew) return
      this.#finished.set(callId, finishedAt)
      say(`Recording of ${title} downloaded.`)
    } else if (state === 'failed' && failure && this.#steps.delete(callId) && !this.#failed.has(callId)) {
      this.#failed.add(callId)
      say(`Recording of ${title} not downloaded. ${sentenceOf(failure, '')}`)
    }
  }
}
