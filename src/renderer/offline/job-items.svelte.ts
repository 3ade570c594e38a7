import type { ApiOutputs, ApiInputs } from '#contract/api/api.ts'
import type { SyncItem } from '#contract/api/sync.ts'
import type { SyncItemState } from '#contract/api/sync-kinds.ts'
import type { Changes } from '../core-client/changes.ts'
import { Reading } from '../core-client/reading.svelte.ts'

type Answer = ApiOutputs['sync']['items'] & { readonly offset: number; readonly asked: string }
export type FetchItems = (
  question: ApiInputs['sync']['items'],
  signal: AbortSignal,
) => Promise<ApiOutputs['sync']['items']>

/** Read beyond what is in sight, both ways. */
const spare = 100

/** The log of a job as far as it is in sight: of thousands of things one stretch is read, and read again while they change. */
export class JobItems {
  readonly #ask: FetchItems
  readonly #reading: Reading<Answer>
  #jobId = -1
  #states: SyncItemState[] = []
  #offset = 0
  #sight: readonly [first: number, last: number] = [0, 40]
  #key = $state('')

  constructor(ask: FetchItems, changes: Pick<Changes, 'listen'>) {
    this.#ask = ask
    this.#reading = new Reading(changes, { touchedBy: ({ kind }) => kind === 'sync' || kind === 'synced' })
  }

  close(): void {
    this.#reading.close()
  }

  /** Null: of another job or choice of states than is asked for. */
  get #answer(): Answer | null {
    const { answer } = this.#reading
    return answer?.asked === this.#key ? answer : null
  }

  get failure() {
    return this.#reading.failure
  }

  get isRead(): boolean {
    return this.#answer !== null
  }

  get total(): number {
    return this.#answer?.total ?? 0
  }

  /** Of another job, or other states; empty: all. */
  show(jobId: number, states: readonly SyncItemState[]): void {
    this.#jobId = jobId
    this.#states = [...states]
    this.#key = JSON.stringify([jobId, states])
    this.#offset = 0
    this.again()
  }

  /** Rows on screen, both ends included. */
  see(first: number, last: number): void {
    this.#sight = [first, last]
    const answer = this.#answer
    if (answer === null) return
    const end = answer.offset + answer.items.length
    if (first < answer.offset || (last >= end && end < answer.total)) this.again()
  }

  at(row: number): SyncItem | null {
    const answer = this.#answer
    return answer?.items[row - answer.offset] ?? null
  }

  /** Where a thing stands now; −1: not in the stretch that was read. */
  rowOf(number: number): number {
    const answer = this.#answer
    const at = answer?.items.findIndex((item) => item.number === number) ?? -1
    return answer === null || at < 0 ? -1 : answer.offset + at
  }

  again(): void {
    const [first, last] = this.#sight
    this.#offset = Math.max(0, first - spare)
    const question = {
      jobId: this.#jobId,
      states: this.#states,
      offset: this.#offset,
      limit: Math.min(1000, last - this.#offset + spare),
    }
    const asked = this.#key
    void this.#reading.ask(async (signal) => ({
      ...(await this.#ask(question, signal)),
      offset: question.offset,
      asked,
    }))
  }
}
