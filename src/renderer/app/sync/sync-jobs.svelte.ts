import type { ApiOutputs } from '#contract/api/api.ts'
import type { SyncJob } from '#contract/api/sync.ts'
import type { Changes } from '../../core-client/changes.ts'
import type { Core } from '../../core-client/client.ts'
import { Query } from '../../core-client/query.svelte.ts'
import { isOnItsWay } from './sync-labels.ts'

/** The download and refresh jobs that fetch for many companies, with their progress, for status bar, lists and the offline screen. */
export class SyncJobs {
  readonly #core: Pick<Core, 'sync'>
  readonly #query: Query<ApiOutputs['sync']['jobs']>
  readonly #fail: (error: unknown) => void

  constructor(core: Pick<Core, 'sync'>, changes: Pick<Changes, 'listen'>, fail: (error: unknown) => void) {
    this.#core = core
    this.#fail = fail
    this.#query = new Query(changes, {
      reloadOn: ['sync', 'synced', 'workspaces'],
    })
  }

  /** Never rejects. */
  reload(): Promise<void> {
    return this.read()
  }

  read(): Promise<void> {
    return this.#query.run((signal) => this.#core.sync.jobs(undefined, { signal }))
  }

  get all(): readonly SyncJob[] {
    return this.#query.result?.jobs ?? []
  }

  get isRead(): boolean {
    return this.#query.result !== null
  }

  get failure() {
    return this.#query.failure
  }

  get settledAt(): number | null {
    return this.#query.settledAt
  }

  /** Jobs that have not ended. */
  readonly onTheirWay: readonly SyncJob[] = $derived.by(() => this.all.filter(isOnItsWay))

  /** The active offline download of a list. */
  ofList(listId: string): SyncJob | undefined {
    return this.onTheirWay.find(
      ({ purpose, scope }) => purpose === 'offline' && scope.of === 'list' && scope.listId === listId,
    )
  }

  pause({ id }: SyncJob): void {
    this.#do(this.#core.sync.pause({ jobId: id }))
  }

  resume({ id }: SyncJob): void {
    this.#do(this.#core.sync.resume({ jobId: id }))
  }

  stop({ id }: SyncJob): void {
    this.#do(this.#core.sync.stop({ jobId: id }))
  }

  retryFailed({ id }: SyncJob): void {
    this.#do(this.#core.sync.retryFailed({ jobId: id }))
  }

  #do(work: Promise<unknown>): void {
    work.then(
      () => this.read(),
      (error: unknown) => this.#fail(error),
    )
  }
}
