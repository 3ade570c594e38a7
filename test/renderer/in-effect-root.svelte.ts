import { flushSync } from 'svelte'
import { onTestFinished } from 'vitest'

/** Creates what a component creates: its effects run until the test ends. */
export function inEffectRoot<Created>(create: () => Created): Created {
  const created: Created[] = []
  onTestFinished($effect.root(() => void created.push(create())))
  flushSync()
  const [first] = created
  if (first === undefined) throw new Error('nothing was created')
  return first
}

/** State of a component that a test changes. */
export class InputState<Value> {
  #value: Value

  constructor(value: Value) {
    this.#value = $state.raw(value)
  }

  get value(): Value {
    return this.#value
  }

  set value(value: Value) {
    this.#value = value
  }
}
