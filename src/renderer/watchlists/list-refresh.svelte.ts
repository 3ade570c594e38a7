/**
 * Refreshes a watchlist's companies at the service, with progress. The core continues when the list
 * is not on screen.
 */

import type { ApiOutputs } from '#contract/api/api.ts'
import type { SyncJob } from '#contract/api/sync.ts'
import { sentenceOf } from '../format/failure-text.ts'
import type { Changes } from '../core-client/changes.ts'
import type { Core } from '../core-client/client.ts'
import { Query } from '../core-client/query.svelte.ts'
import { formatCounted } from '../format/counts.ts'

interface ListRefreshDependencies {
  readonly core: Pick<Core, 'sync'>
  readonly changes: Pick<Changes, 'listen'>
  readonly fail: (error: unknown) => void
  readonly say: (text: string) => void
}

export class ListRefresh {
  readonly #dependencies: ListRefreshDependencies
  readonly #listId: () => string
  readonly #jobs: Query<ApiOutputs['sync']['jobs']>
  readonly #unlisten: () => void
  #isRequested = $state(false)
  /** The job that this screen started, whose end it reports. */
  #begun: number | null = null

  constructor(dependencies: ListRefreshDependencies, listId: () => string) {
    this.#dependencies = dependencies
    this.#listId = listId
    this.#jobs = new Query(dependencies.changes, { reloadOn: ['sync'] })
    void this.#jobs.run((signal) => dependencies.core.sync.jobs(undefined, { signal }))
    this.#unlisten = dependencies.changes.listen((change) => {
      if (change.kind === 'synced' && change.jobId === this.#begun) void this.#tellEnd(change.jobId)
    })
  }

  readonly #job: SyncJob | null = $derived.by(
    () =>
      this.#jobs.result?.jobs.find(
        ({ purpose, scope, state }) =>
          purpose === 'refresh' &&
          scope.of === 'list' &&
          scope.listId === this.#listId() &&
          (state === 'running' || state === 'waiting'),
      ) ?? null,
  )

  /** Its progress; null: none is running. */
  readonly now: { readonly done: number; readonly of: number } | null = $derived.by(() => {
    if (this.#job) return { done: doneOf(this.#job), of: allOf(this.#job) }
    return this.#isRequested ? { done: 0, of: 0 } : null
  })

  async start(): Promise<void> {
    const listId = this.#listId()
    this.#isRequested = true
    try {
      const job = await this.#dependencies.core.sync.refresh({ scope: { of: 'list', listId } })
      this.#begun = job.id
      await this.#jobs.reload()
      if (this.#job === null) await this.#tellEnd(job.id)
    } catch (error) {
      this.#dependencies.fail(error)
    } finally {
      this.#isRequested = false
    }
  }

  stop(): void {
    const jobId = this.#job?.id
    if (jobId !== undefined) this.#dependencies.core.sync.stop({ jobId }).catch(this.#dependencies.fail)
  }

  close(): void {
    this.#unlisten()
    this.#jobs.close()
  }

  async #tellEnd(jobId: number): Promise<void> {
    this.#begun = null
    const job = (await this.#dependencies.core.sync.jobs(undefined)).jobs.find(({ id }) => id === jobId)
    if (!job || job.counts.failed === 0) return
    const { items } = await this.#dependencies.core.sync.items({ jobId, states: ['failed'], offset: 0, limit: 1 })
    const why = items[0]?.failure ? ` ${sentenceOf(items[0].failure, '')}` : ''
    this.#dependencies.say(`${formatCounted(job.counts.failed, 'request')} of ${allOf(job)} failed.${why}`)
  }
}

function doneOf({ counts }: SyncJob): number {
  return allOf({ counts }) - counts.waiting - counts.running
}

function allOf({ counts }: Pick<SyncJob, 'counts'>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
