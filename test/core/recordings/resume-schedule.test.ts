import { describe, expect, test } from 'vitest'
import type { Failure } from '#contract/failure.ts'
import { emptyPart, type Wait } from '#core/recordings/recording.ts'
import { delayAfter, isRetried, isUnreachable } from '#core/recordings/resume-schedule.ts'
import { SendFailure } from '#core/service/send-failure.ts'

const withoutTag = emptyPart(
  { format: 2, quality: null, contentType: 'audio/mpeg', bytes: 1000, url: null, refused: null },
  1,
)
const operation = 'The recording'
const lost: Failure = { kind: 'connection-lost', operation }
const failures: readonly Failure[] = [
  { kind: 'offline', operation },
  lost,
  { kind: 'no-response', operation },
  { kind: 'service-error', operation, status: 503 },
  { kind: 'too-many-requests', operation },
]

describe('a download that failed', () => {
  test.each(failures)('continues automatically when the service is back: $kind', (failure) => {
    expect(isRetried(failure, withoutTag)).toBe(true)
  })

  test.each<Failure>([
    { kind: 'not-found', operation },
    { kind: 'wrong-shape', operation, detail: 'a web page' },
    { kind: 'disk-full' },
    { kind: 'defect' },
  ])('waits for the user where a second attempt would fail as well: $kind', (failure) => {
    expect(isRetried(failure, withoutTag)).toBe(false)
  })

  test('that was cut short continues where its first bytes can be kept, and does not begin again and again', () => {
    const incomplete: Failure = { kind: 'incomplete', operation }
    expect(isRetried(incomplete, { ...withoutTag, etag: '"a"' })).toBe(true)
    expect(isRetried(incomplete, withoutTag)).toBe(false)
  })

  test('is hastened by a response to another request only where the service had not responded', () => {
    expect(failures.map(isUnreachable)).toEqual([true, true, true, false, false])
  })
})

describe('the wait before the next attempt', () => {
  const now = 5000
  const most = () => 1
  const waits = (random: () => number, attempts: number) => {
    const all: Wait[] = []
    for (let attempt = 0; attempt < attempts; attempt += 1)
      all.push(delayAfter(new SendFailure(lost), all.at(-1) ?? null, now, random))
    return all.map(({ until }) => (until - now) / 1000)
  }

  test('is 20 seconds at first, twice as long after each failure, and a quarter of an hour at the most', () => {
    expect(waits(most, 8)).toEqual([20, 40, 80, 160, 320, 640, 900, 900])
  })

  test('is shorter by up to half at random, so that many downloads do not come back at once', () => {
    expect(waits(() => 0, 3)).toEqual([10, 20, 40])
  })

  test('is as long as the service requires, when that is longer', () => {
    const asking = new SendFailure({ kind: 'too-many-requests', operation }, 120)
    expect(delayAfter(asking, null, now, most)).toEqual({ until: now + 120_000, misses: 1, hastened: false })
    expect(delayAfter(new SendFailure(lost, 1), null, now, most)).toMatchObject({ until: now + 20_000 })
  })

  test('that was cut short once stays so: a response to other requests does not cut it short again', () => {
    const before: Wait = { until: now, misses: 1, hastened: true }
    expect(delayAfter(new SendFailure(lost), before, now, most)).toMatchObject({ misses: 2, hastened: true })
  })
})
