import { expect, test } from 'vitest'
import type { Failure } from '#contract/failure.ts'
import { notFoundText, lookUp } from '../../../src/renderer/app/look-up-companies.ts'

const after = async (outcomes: readonly (Failure | null)[]) => {
  const asked: string[] = []
  const texts = outcomes.map((_, at) => `T${at}`)
  const { checked, failure } = await lookUp(
    texts,
    (text) => {
      asked.push(text)
      return Promise.resolve(outcomes[texts.indexOf(text)] ?? null)
    },
    () => undefined,
  )
  return { asked: asked.length, checked: [...checked], kind: failure?.kind ?? null }
}

test.each<Failure['kind']>([
  'offline',
  'key-refused',
  'key-missing',
  'service-error',
  'too-many-requests',
  'no-response',
])('a service that is unavailable (%s) checked nothing, and gets no further request', async (kind) => {
  expect(await after([null, { kind }, null])).toEqual({ asked: 2, checked: ['T0'], kind })
})

test('a request that is refused for itself keeps no other from being sent', async () => {
  expect(await after([{ kind: 'request-refused', status: 400 }, null])).toEqual({
    asked: 2,
    checked: ['T1'],
    kind: 'request-refused',
  })
})

test('a company is said not to be at the service only where the service said so', () => {
  expect([
    notFoundText('unknown', 'notRequested', true),
    notFoundText('unknown', 'checked', true),
    notFoundText('unknown', 'unchecked', true),
    notFoundText('ISIN', 'checked', false),
    notFoundText('name', 'unchecked', false),
    notFoundText('ISIN, invalid check digit', 'checked', false),
  ]).toEqual([
    'not in the library; tick to add anyway',
    'not found at the service; tick to add anyway',
    'not in the library; could not be checked at the service; tick to add anyway',
    'ISIN: not found at the service',
    'not in the library; could not be checked at the service',
    'ISIN, invalid check digit',
  ])
})
