import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { UserLookups } from '#core/user-lookups.ts'

test('work behind the user waits until the last of several lookups has ended, also one that failed', async () => {
  const lookups = new UserLookups()
  const [one, other] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const running = [lookups.run(() => one.promise), lookups.run(() => other.promise)]
  let order = ''
  const ended = lookups.ended(new AbortController().signal).then(() => (order += 'work'))
  one.resolve('found')
  expect(await running[0]).toBe('found')
  for (let turn = 0; turn < 5; turn += 1) await setImmediate()
  order += 'lookup, '
  other.reject(new Error('not found'))
  await expect(running[1]).rejects.toThrow('not found')
  await ended
  expect(order).toBe('lookup, work')
})

test('work that is canceled does not wait for a lookup', async () => {
  const lookups = new UserLookups()
  const closing = new AbortController()
  const looking = Promise.withResolvers<undefined>()
  const running = lookups.run(() => looking.promise)
  const ended = lookups.ended(closing.signal)
  await setImmediate()
  closing.abort()
  await ended
  looking.resolve(undefined)
  await running
})
