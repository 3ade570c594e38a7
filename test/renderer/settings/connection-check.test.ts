import { flushSync } from 'svelte'
import { expect, test } from 'vitest'
import { RequestFailed } from '../../../src/renderer/core-client/request-failed.ts'
import { ConnectionCheck } from '../../../src/renderer/settings/connection-check.svelte.ts'
import { InputState } from '../in-effect-root.svelte.ts'

/** A check on a route that may change, answered by the test. */
function checking() {
  const route = new InputState('direct')
  let answer = Promise.withResolvers<unknown>()
  const connection = new ConnectionCheck({ check: () => answer.promise, route: () => route.value })
  const run = () => {
    answer = Promise.withResolvers<unknown>()
    const done = connection.run()
    return { done, answer }
  }
  return { connection, route, run }
}

test('a check that ends after the proxy settings were changed, here or in another window, says nothing of the new ones', async () => {
  const { connection, route, run } = checking()
  const results: unknown[] = []
  for (const fails of [false, true]) {
    const { done, answer } = run()
    route.value = `a proxy, ${fails}`
    flushSync()
    if (fails) answer.reject(new RequestFailed({ kind: 'offline' }))
    else answer.resolve({})
    await done
    results.push(connection.result, connection.checking)
  }
  expect(results).toEqual([null, false, null, false])
})

test('a result goes when the proxy settings are changed', async () => {
  const { connection, route, run } = checking()
  const { done, answer } = run()
  answer.reject(new RequestFailed({ kind: 'offline' }))
  await done
  const shown = connection.result?.failure?.kind
  route.value = 'a proxy'
  expect([shown, connection.result]).toEqual(['offline', null])
})
