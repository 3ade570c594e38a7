/**
 * The booklet that is being configured, the one that is rendered in the background, and the
 * finished one.
 */

import type { Failure } from '#contract/failure.ts'
import type { BookletRequest } from './booklet-request.ts'

/** A booklet as the user confirmed it: later changes do not affect its rendering. */
export interface BookletJob extends BookletRequest {
  readonly paper: 'a4' | 'letter'
  readonly header: string
  readonly disclaimer: string
  /** Sections that are left out, as `preferences.paperSectionsOff` names them. */
  readonly sectionsOff: readonly string[]
  /** Without the table at the end. */
  readonly hasSpread: boolean
  readonly signal: AbortSignal
}

/** A rendered booklet: only the elements of its pages, without code. */
export interface RenderedBooklet {
  /** File name without extension, and title of the document. */
  readonly title: string
  readonly paper: BookletJob['paper']
  readonly pages: readonly HTMLElement[]
  /** Companies that have no pages in it, and why. */
  readonly failed: readonly { readonly symbol: string; readonly failure: Failure }[]
}

interface BookletProgress {
  readonly job: BookletJob
  /** How many companies are rendered. */
  readonly done: number
}

/** The booklet in the dialog, the one that is rendered in the background, and the finished one. */
export class Booklets {
  #request = $state.raw<BookletRequest | null>(null)
  #progress = $state.raw<BookletProgress | null>(null)
  #drawn = $state.raw<RenderedBooklet | null>(null)
  #isPassedOn = $state(false)
  #cancel = new AbortController()

  /** In the dialog; null: the dialog is closed. */
  get request(): BookletRequest | null {
    return this.#request
  }

  choose(request: BookletRequest | null): void {
    this.#request = request
  }

  get progress(): BookletProgress | null {
    return this.#progress
  }

  get drawn(): RenderedBooklet | null {
    return this.#drawn
  }

  /** It is being printed or written. */
  get isPassedOn(): boolean {
    return this.#isPassedOn
  }

  /** Why none can begin; null: one can. */
  get whyBusy(): string | null {
    if (this.#progress) return 'another booklet is being created'
    return this.#isPassedOn ? 'another booklet is being saved' : null
  }

  /** The booklet that is ready stays until this one is. */
  begin(job: Omit<BookletJob, 'signal'>): void {
    this.#cancel = new AbortController()
    this.#request = null
    this.#progress = { job: { ...job, signal: this.#cancel.signal }, done: 0 }
  }

  advance(job: BookletJob, done: number): void {
    if (this.#progress?.job === job) this.#progress = { job, done }
  }

  /** `drawn`: replaces the finished booklet; null: it failed, and the finished one stays. */
  finish(job: BookletJob, drawn: RenderedBooklet | null): void {
    if (this.#progress?.job !== job) return
    this.#progress = null
    if (drawn) this.#drawn = drawn
  }

  /** Discards the rendered pages; an earlier finished booklet stays. */
  cancel(): void {
    this.#cancel.abort()
    this.#progress = null
  }

  /** Its drawing place is gone. */
  abandon(job: BookletJob): void {
    if (this.#progress?.job === job) this.cancel()
  }

  discard(): void {
    this.#drawn = null
  }

  /** Prints or saves the finished booklet, which stays unless `pass` returns that it was saved. */
  async passOn(pass: (drawn: RenderedBooklet) => Promise<boolean>): Promise<void> {
    const drawn = this.#drawn
    if (!drawn || this.#isPassedOn) return
    this.#isPassedOn = true
    try {
      if ((await pass(drawn)) && this.#drawn === drawn) this.#drawn = null
    } finally {
      this.#isPassedOn = false
    }
  }
}
