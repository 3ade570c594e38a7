import { describe, expect, test } from 'vitest'
import type { StorageOperation } from '#contract/api/storage-operation.ts'
import { storageOperation } from '#contract/api/storage-operation.ts'
import { operationLabels } from '#contract/operation-labels.ts'
import { systemClock } from '#core/clock.ts'
import { FailureError } from '#core/failure-error.ts'
import { OperationLock } from '#core/storage/operation-lock.ts'
import { ManualClock } from '../clocks.ts'

const asking = new AbortController().signal
const all = storageOperation.options
const isLong = (operation: StorageOperation) =>
  ['verify', 'compact', 'move', 'backup', 'restore', 'publish', 'make-pack', 'open-pack'].includes(operation)

/** A lock whose first operation goes on until it is let go. */
function held(operation: StorageOperation) {
  const announced: (StorageOperation | null)[] = []
  const lock: OperationLock = new OperationLock(systemClock, () => announced.push(lock.running?.operation ?? null))
  const letGo = Promise.withResolvers<null>()
  const first = lock.run(operation, asking, () => letGo.promise)
  return { lock, first, announced, letGo: () => letGo.resolve(null) }
}

describe('while one operation owns the files, another', () => {
  test.each(all.flatMap((one) => all.map((other) => [one, other] as const)))('%s: %s', async (one, other) => {
    const { lock, first, letGo } = held(one)
    const order: string[] = []
    const second = lock.run(other, asking, () => order.push('second')).catch((error: unknown) => error)
    const isRefused = isLong(one) && !['measure', 'recover'].includes(other)
    if (isRefused) {
      const refusal = await second
      expect(refusal).toBeInstanceOf(FailureError)
      expect((refusal as FailureError).failure).toEqual({ kind: 'in-use', detail: operationLabels[one] })
    }
    order.push('first')
    letGo()
    await Promise.all([first, second])
    expect(order).toEqual(isRefused ? ['first'] : ['first', 'second'])
    await lock.run(one, asking, () => order.push('third'))
    expect(order.at(-1)).toBe('third')
  })
})

test('work that goes on behind an operation can report, and nothing is refused because of it', async () => {
  const lock = new OperationLock(systemClock, () => undefined)
  const reports: (() => void)[] = []
  await lock.run('open-pack', asking, (_, report) => {
    reports.push(() => report({ message: 'Indexing', done: 1, total: 2 }))
  })
  for (const report of reports) report()
  expect(lock.running).toBeNull()
  expect(await lock.run('backup', asking, () => 'done')).toBe('done')
})

test('what waits is never two at once, and one that waits and leaves lets the next one through', async () => {
  const { lock, letGo } = held('measure')
  const leaving = new AbortController()
  const left = lock.run('measure', leaving.signal, () => 'left').catch((error: unknown) => error)
  let inProgress = 0
  const counted = () =>
    lock.run('measure', asking, async () => {
      inProgress += 1
      await Promise.resolve()
      const now = inProgress
      inProgress -= 1
      return now
    })
  const others = [counted(), counted(), counted()]
  leaving.abort()
  expect(await left).toBeInstanceOf(FailureError)
  letGo()
  expect(await Promise.all(others)).toEqual([1, 1, 1])
})

test('a long operation is announced with its beginning and its end, also when it waits or fails; a short one is not', async () => {
  const { lock, first, letGo, announced } = held('measure')
  const long = lock.run('backup', asking, () => Promise.reject(new Error('no room'))).catch(() => 'failed')
  expect([announced, lock.running]).toEqual([['backup'], { operation: 'backup', progress: null }])
  letGo()
  await first
  expect([await long, announced, lock.running]).toEqual(['failed', ['backup', null], null])
})

test('the end of the program cancels what runs and what waits, waits for both, and lets nothing in any more', async () => {
  const lock = new OperationLock(systemClock, () => undefined)
  const ended: string[] = []
  const begun = Promise.withResolvers<null>()
  const running = lock
    .run('backup', asking, async (signal) => {
      begun.resolve(null)
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      await Promise.resolve()
      ended.push('running')
    })
    .catch(() => undefined)
  const waiting = lock.run('measure', asking, () => ended.push('never')).catch(() => ended.push('waiting'))
  await begun.promise
  await lock.close()
  expect(ended).toContain('running')
  await Promise.all([running, waiting])
  expect(ended.toSorted()).toEqual(['running', 'waiting'])
  await expect(lock.run('measure', asking, () => 'late')).rejects.toThrow(FailureError)
})

test('how far an operation is stays announced after the clock of the computer was set back', async () => {
  const clock = new ManualClock()
  const announced: (number | null)[] = []
  const lock: OperationLock = new OperationLock(clock, () => announced.push(lock.running?.progress?.done ?? null))
  await lock.run('backup', asking, (_, report) => {
    clock.set(clock.now() - 3_600_000)
    report({ message: 'Copying', done: 1, total: 3 })
    clock.advance(1000)
    report({ message: 'Copying', done: 2, total: 3 })
  })
  expect(announced).toEqual([null, 2, null])
})
