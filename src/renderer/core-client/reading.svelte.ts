import type { Announcement } from '#contract/api/api.ts'
import type { Failure } from '#contract/failure.ts'
import { afterTimeout, type After } from './timeout.ts'
import type { Changes } from './changes.ts'
import { failureOf } from './request-failed.ts'

/** A wait shorter than this shows nothing: no skeleton flashes by (docs/look.md, States). */
const slowAfter = 150

export type Query<Answer> = (signal: AbortSignal) => Promise<Answer>

export interface ReadingOptions {
  /** Which announcements make this answer old. */
  readonly touchedBy?: (announcement: Announcement) => boolean
  readonly after?: After
}

/**
 * One thing read from the core and kept on screen: the answer, or why there is none. It is asked again when an announcement
 * touches it and when the line comes back; meanwhile, and when that fails, the old answer stays.
 */
export class Reading<Answer> {
  #answer = $state.raw<Answer | null>(null)
  #failure = $state.raw<Failure | null>(null)
  #asking = $state(false)
  #slow = $state(false)
  #question: Query<Answer> | null = null
  #current: AbortController | null = null
  #touched = false
  readonly #after: After
  readonly #unlisten: () => void

  constructor(changes: Pick<Changes, 'listen'>, options: ReadingOptions = {}) {
    this.#after = options.after ?? afterTimeout
    this.#unlisten = changes.listen((change) => {
      if (change.kind === 'reconnected' || options.touchedBy?.(change)) this.#touch()
    })
  }

  /** The newest answer; null before the first. */
  get answer(): Answer | null {
    return this.#answer
  }

  /** Why the newest question has no answer; the answer beside it, if any, is the one before. */
  get failure(): Failure | null {
    return this.#failure
  }

  get asking(): boolean {
    return this.#asking
  }

  /** There is nothing to show and the answer takes its time: draw the skeleton. */
  get slow(): boolean {
    return this.#slow && this.#answer === null
  }

  /**
   * Asks, in place of any question still open. `fresh` forgets the old answer first, for when it would be wrong to keep it on
   * screen (another company); otherwise it stays until the new one comes. Never rejects.
   */
  async ask(question: Query<Answer>, options: { readonly fresh?: boolean } = {}): Promise<void> {
    this.#question = question
    this.#current?.abort()
    if (options.fresh) {
      this.#answer = null
      this.#failure = null
    }
    await this.#run(question)
  }

  /** The newest answer came with something else, such as a change: a question under way, which knows nothing of it, is called off. */
  take(answer: Answer): void {
    this.#current?.abort()
    this.#current = null
    this.#asking = false
    this.#slow = false
    this.#answer = answer
    this.#failure = null
  }

  /** The same question once more, as after Retry. */
  async again(): Promise<void> {
    if (this.#question) await this.ask(this.#question)
  }

  close(): void {
    this.#unlisten()
    this.#question = null
    this.#current?.abort()
  }

  /** A question under way is not cut off by news: it is asked once more when it ends, however much news came. */
  #touch(): void {
    if (this.#question === null) return
    if (this.#asking) this.#touched = true
    else void this.again()
  }

  async #run(question: Query<Answer>): Promise<void> {
    const current = new AbortController()
    this.#current = current
    this.#asking = true
    this.#touched = false
    const stop = this.#after(slowAfter, () => {
      if (this.#current === current) this.#slow = true
    })
    try {
      const answer = await question(current.signal)
      if (this.#current !== current || current.signal.aborted) return
      this.#answer = answer
      this.#failure = null
    } catch (error) {
      if (this.#current !== current || current.signal.aborted) return
      this.#failure = failureOf(error)
    } finally {
      stop()
      if (this.#current === current) {
        this.#current = null
        this.#asking = false
        this.#slow = false
        if (this.#touched) void this.again()
      }
    }
  }
}
