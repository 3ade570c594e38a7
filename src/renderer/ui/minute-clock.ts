/**
 * The current time as reactive state, updated once a minute, for ages such as "4 minutes ago".
 */

import { createSubscriber } from 'svelte/reactivity'

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
