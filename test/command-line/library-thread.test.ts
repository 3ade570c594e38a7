import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { noPolicy } from '#core/policy/policy-file.ts'
import { LibraryThread, usualLimits, type ThreadLimits } from '#command-line/assistant/library-thread.ts'

const program = pathToFileURL(join(import.meta.dirname, 'busy-thread.ts'))
const soon = { kind: 'lookup', command: 'calls', input: {} } as const
const neverEnding = { kind: 'transcript', callId: 'c' } as const

/** Stops what still runs at the end of a test that fails. */
function startedThread(limits: Partial<ThreadLimits> = {}, readPolicy = () => noPolicy) {
  const end = new AbortController()
  const notCanceled = end.signal
  const data = { profile: '/nowhere', workspace: null, version: '0', readPolicy }
  const thread = new LibraryThread(program, data, { ...usualLimits, ...limits })
  onTestFinished(async () => {
    end.abort()
    await thread.close()
  })
  return { thread, notCanceled }
}

test('a request that works without a pause is stopped at its limit and says so, and the next one gets its response (A4)', async () => {
  const { thread, notCanceled } = startedThread({ request: 10_000 })
  const { threadId } = await thread.run(soon, notCanceled)
  const stopped = thread.run(neverEnding, notCanceled)
  const next = thread.run(soon, notCanceled)
  await expect(stopped).rejects.toThrow('took longer than 10 seconds and was stopped')
  expect(await next).not.toMatchObject({ threadId })
})

test('a request that the assistant cancels is stopped, and one that waits does not start', async () => {
  const { thread, notCanceled } = startedThread()
  const [first, second] = [new AbortController(), new AbortController()]
  const running = thread.run(neverEnding, first.signal)
  const waiting = thread.run(neverEnding, second.signal)
  second.abort()
  first.abort()
  await expect(running).rejects.toThrow('aborted')
  await expect(waiting).rejects.toThrow('aborted')
  expect(await thread.run(soon, notCanceled)).toMatchObject({ open: 1 })
})

test('requests that come together are worked on one after another, in one thread', async () => {
  const { thread, notCanceled } = startedThread()
  const responses = await Promise.all([1, 2, 3].map(() => thread.run(soon, notCanceled)))
  expect(responses.map(({ open }) => open)).toEqual([1, 1, 1])
  expect(new Set(responses.map(({ threadId }) => threadId)).size).toBe(1)
})

test('the library is closed a minute after the last request, so that a window can compact or move it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { thread, notCanceled } = startedThread()
  const { threadId } = await thread.run(soon, notCanceled)
  vi.advanceTimersByTime(59_000)
  expect(await thread.run(soon, notCanceled)).toMatchObject({ threadId })
  vi.advanceTimersByTime(59_000)
  expect(await thread.run(soon, notCanceled)).toMatchObject({ threadId })
  vi.advanceTimersByTime(60_000)
  expect(await thread.run(soon, notCanceled)).not.toMatchObject({ threadId })
})

test('a thread that fails while it closes the library ends, and the program with it is not ended by that', async () => {
  const { thread, notCanceled } = startedThread()
  await thread.run({ kind: 'lookup', command: 'ratings', input: {} }, notCanceled)
  await expect(thread.close()).resolves.toBeUndefined()
  expect(await thread.run(soon, notCanceled)).toMatchObject({ open: 1 })
})

test('a request is under the policy of its moment, though the assistant stays connected', async () => {
  let policy = noPolicy
  const { thread, notCanceled } = startedThread({}, () => policy)
  expect(await thread.run(soon, notCanceled)).toMatchObject({ exports: true })
  policy = { ...noPolicy, exports: false }
  expect(await thread.run(soon, notCanceled)).toMatchObject({ exports: false })
})
