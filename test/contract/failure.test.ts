import { describe, expect, test } from 'vitest'
import { failureSchema } from '#contract/api/base.ts'
import { actionOf, failureKinds, failures, sentenceOf, type Failure } from '#contract/failure.ts'

const full: Omit<Failure, 'kind'> = {
  operation: 'Ratings',
  host: 'data.example.com',
  status: 503,
  attempts: 3,
  seconds: 15,
  detail: 'some words',
}

describe.each(failureKinds)('%s', (kind) => {
  test('has one sentence, which reads well with all that may be known and with nothing', () => {
    for (const failure of [{ ...full, kind }, { kind }] as const) {
      const sentence = sentenceOf(failure)
      expect(sentence).toMatch(/^([A-Z]|data\.example\.com|some words|no reason given).*[.\w)]$/)
      expect(sentence).not.toMatch(/[{}]|undefined|null|NaN/)
    }
    expect(actionOf({ kind })).toBe(failures[kind].action)
  })

  test('crosses a process as it is', () => {
    expect(failureSchema.parse({ ...full, kind })).toEqual({ ...full, kind })
  })
})

test('a sentence says what is shown meanwhile once: as the page knows it, else that stored data is still available', () => {
  const offline: Failure = { kind: 'offline', detail: 'no response' }
  expect(sentenceOf(offline)).toBe('Can’t reach the service: no response. Stored data is still available.')
  expect(sentenceOf(offline, 'Still showing stored data.')).toBe(
    'Can’t reach the service: no response. Still showing stored data.',
  )
  expect(sentenceOf(offline, '')).toBe('Can’t reach the service: no response.')
  const refused: Failure = { kind: 'key-refused', operation: 'Ratings' }
  expect(sentenceOf(refused, '')).toBe('The API key was rejected (Ratings). Enter a new key.')
  const error: Failure = { kind: 'service-error', status: 500, serviceMessage: 'down' }
  expect(sentenceOf(error, 'Still showing stored data.')).toBe(
    'The service returned an error (status 500). The service reports: “down” Still showing stored data.',
  )
})

test('limits and sizes are written in the number format of the reader', () => {
  const limit: Failure = { kind: 'too-large', operation: 'The list', limit: { count: 20_000, of: 'securities' } }
  expect([sentenceOf(limit), sentenceOf(limit, '', 'de-DE')]).toEqual([
    'The list: the response is too large (limit 20,000 securities).',
    'The list: the response is too large (limit 20.000 securities).',
  ])
  const space: Failure = { kind: 'not-enough-space', space: { needed: 3_400_000_000, free: 1_250_000 } }
  expect(sentenceOf(space, '', 'de-DE')).toBe(
    'Not enough free space: 3,40 GB needed, 1,3 MB free. Nothing was changed.',
  )
})

test('a sentence takes the service’s words as they are, also where they look like a place to fill in', () => {
  expect(sentenceOf({ kind: 'service-message', detail: '{host} $& {detail}' })).toBe(
    'The service reports: {host} $& {detail}',
  )
})

test('a failure has no room for a URL, an error or anything else that nobody agreed on', () => {
  const stray = { kind: 'offline', url: 'https://data.example.com/?apikey=x', cause: new Error('x') }
  expect(failureSchema.parse(stray)).toEqual({ kind: 'offline' })
  expect(failureSchema.safeParse({ kind: 'offline', detail: 'x'.repeat(301) }).success).toBe(false)
  expect(failureSchema.safeParse({ kind: 'unheard-of' }).success).toBe(false)
})
