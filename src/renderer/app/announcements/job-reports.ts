/** Progress and end of download and refresh jobs, as sentences for screen readers. */

import type { SyncJob } from '#contract/api/sync.ts'
import type { Announcer } from '../../ui/announcements/announcer.svelte.ts'
import { progressSteps } from '../../ui/announcements/progress-steps.ts'
import { endedOf, isOnItsWay, jobTitle, outcomeText, totalOf } from '../sync/sync-labels.ts'

type ReportedJob = Pick<SyncJob, 'id' | 'title' | 'purpose' | 'state' | 'counts' | 'endedAt'>

export class JobReports {
  readonly #announcer: Pick<Announcer, 'say'>
  readonly #since: number
  readonly #steps = new Map<SyncJob['id'], ReturnType<typeof progressSteps>>()
  readonly #ended = new Set<SyncJob['id']>()

  /** @param since jobs that ended before are not reported, milliseconds since 1970 */
  constructor(announcer: Pick<Announcer, 'say'>, since: number) {
    this.#announcer = announcer
    this.#since = since
  }

  update(jobs: readonly ReportedJob[]): void {
    for (const job of jobs) {
      if (isOnItsWay(job)) this.#progress(job)
      else this.#end(job)
    }
  }

  #progress(job: ReportedJob): void {
    const steps = this.#steps.get(job.id) ?? progressSteps(this.#announcer, `job ${job.id}`)
    this.#steps.set(job.id, steps)
    this.#ended.delete(job.id)
    steps(jobTitle(job), endedOf(job), totalOf(job))
  }

  #end(job: ReportedJob): void {
    if (this.#ended.has(job.id) || (job.endedAt ?? 0) < this.#since) return
    this.#ended.add(job.id)
    this.#steps.delete(job.id)
    const state = job.state === 'stopped' ? 'stopped' : 'done'
    const outcome = outcomeText(job)
    this.#announcer.say(`${jobTitle(job)} ${state}${outcome === '' ? '' : `: ${outcome}`}.`, {
      source: `job ${job.id}`,
    })
  }
}
