import { flushSync } from 'svelte'
import { onTestFinished } from 'vitest'

/** Every value that a view of it would have drawn, in turn. */
export function shown<Value>(read: () => Value): () => readonly Value[] {
  const values: Value[] = []
  onTestFinished(
    $effect.root(() => {
      $effect(() => {
        const value = read()
        if (values.at(-1) !== value) values.push(value)
      })
    }),
  )
  flushSync()
  return () => {
    flushSync()
    return values
  }
}
