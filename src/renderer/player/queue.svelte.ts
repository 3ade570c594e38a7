/** The queue of calls to be played, each once. */

import type { PlaybackPlan } from './playback-plan.ts'

/** `plan`: the parts that are played, if not the whole recording. */
export interface CallToPlay {
  readonly callId: string
  readonly title: string
  readonly plan?: PlaybackPlan
}

export class Queue {
  #calls = $state.raw<readonly CallToPlay[]>([])

  get calls(): readonly CallToPlay[] {
    return this.#calls
  }

  add(call: CallToPlay): void {
    this.remove(call.callId)
    this.#calls = [...this.#calls, call]
  }

  /** One place nearer to its turn. */
  forward(callId: string): void {
    const at = this.#calls.findIndex((call) => call.callId === callId)
    const [before, call] = this.#calls.slice(at - 1, at + 1)
    if (at > 0 && before && call) this.#calls = this.#calls.with(at - 1, call).with(at, before)
  }

  remove(callId: string): void {
    this.#calls = this.#calls.filter((call) => call.callId !== callId)
  }

  clear(): void {
    this.#calls = []
  }

  /** The first, which leaves it. */
  take(): CallToPlay | undefined {
    const [first, ...rest] = this.#calls
    this.#calls = rest
    return first
  }
}
