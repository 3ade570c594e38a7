import { expect, test } from 'vitest'
import type { Announcement } from '../../../src/contract/api/api.ts'
import { Changes, type Change, type ConnectionFailure } from '../../../src/renderer/core-client/changes.ts'
import { RequestFailed } from '../../../src/renderer/core-client/request-failed.ts'
import { ManualTime } from '../manual-time.ts'

/** Streams that the test feeds and breaks, one for each subscription. */
class Source {
  readonly #streams: { push: (value: Announcement) => void; fail: (error: Error) => void }[] = []
  refusals: Error[] = []
  readonly subscribed: (() => void)[] = []

  readonly subscribe = (): Promise<AsyncIterable<Announcement>> => {
    this.subscribed.splice(0).forEach((tell) => tell())
    const refusal = this.refusals.shift()
    if (refusal) return Promise.reject(refusal)
    let waiting = Promise.withResolvers<IteratorResult<Announcement>>()
    const queue = [waiting.promise]
    this.#streams.push({
      push: (value) => {
        waiting.resolve({ value, done: false })
        waiting = Promise.withResolvers()
        queue.push(waiting.promise)
      },
      fail: (error) => waiting.reject(error),
    })
    const next = () => queue.shift() ?? Promise.resolve({ value: undefined, done: true as const })
    return Promise.resolve({ [Symbol.asyncIterator]: () => ({ next }) })
  }

  get last() {
    const stream = this.#streams.at(-1)
    if (!stream) throw new Error('not subscribed yet')
    return stream
  }
  get count(): number {
    return this.#streams.length
  }
}

/** Lets everything that is already settled run. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('a broken stream is opened again, and everything on screen is read once more', async () => {
  const source = new Source()
  const time = new ManualTime()
  const changes = new Changes(source.subscribe, time.after)
  const heard: Change[] = []
  const line: ConnectionFailure[] = []
  changes.listen((change) => heard.push(change))
  changes.watchLine((trouble) => line.push(trouble))
  const running = changes.run()

  await settle()
  source.last.push({ kind: 'calls' })
  await settle()
  source.refusals = [new RequestFailed({ kind: 'program-ended' })]
  source.last.fail(new Error('gone'))
  await settle()
  time.pass(0)
  await settle()
  time.pass(250)
  await settle()
  source.last.push({ kind: 'fundamentals', symbol: 'HLDN' })
  await settle()

  expect({ heard, line, subscriptions: source.count }).toEqual({
    heard: [{ kind: 'calls' }, { kind: 'reconnected' }, { kind: 'fundamentals', symbol: 'HLDN' }],
    line: [null, { kind: 'defect' }, { kind: 'program-ended' }, null],
    subscriptions: 2,
  })
  changes.close()
  source.last.fail(new Error('closed'))
  await running
})

test('who stopped listening hears nothing more', async () => {
  const source = new Source()
  const changes = new Changes(source.subscribe, new ManualTime().after)
  const heard: Change[] = []
  const stop = changes.listen((change) => heard.push(change))
  void changes.run()
  await settle()
  stop()
  source.last.push({ kind: 'calls' })
  await settle()
  expect(heard).toEqual([])
  changes.close()
})
