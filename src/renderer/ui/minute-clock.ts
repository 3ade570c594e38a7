import { createSubscriber } from 'svelte/reactivity'

/** The time, for ages in words: read in a component it moves on once a minute. */
export class MinuteClock {
  readonly #subscribe = createSubscriber((update) => {
    const timer = setInterval(update, 60_000)
    return () => clearInterval(timer)
  })

  get now(): number {
    this.#subscribe()
    return Date.now()
  }
}
