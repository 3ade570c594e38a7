import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limitExceeded, mostMembers, mostValues } from '#core/service/json-limits.ts'

function exceeded(json: string): string | null {
  const limit = limitExceeded(Buffer.from(json))
  return limit && `${limit.count} ${limit.of}`
}
const list = (elements: readonly string[]) => `[${elements.join(',')}]`

const object = (members: number) => `{${Array.from({ length: members }, (_, at) => `"${at}":0`).join(',')}}`

describe('the size of a response is known before it is parsed (N4)', () => {
  test.each([
    ['elements of a list', (count: number) => list(Array.from({ length: count }, () => '0'))],
    ['members of objects', (count: number) => list(Array.from({ length: count / 1000 }, () => object(999)))],
    ['lists', (count: number) => list(Array.from({ length: count / 2 }, () => '[]'))],
    ['objects of one member', (count: number) => list(Array.from({ length: count / 2 }, () => '{"a":0}'))],
  ])('by its %s', (_, json) => {
    expect([exceeded(json(mostValues)), exceeded(json(mostValues + 1000))]).toEqual([null, '150000 values'])
  })

  test('by its depth, of lists and objects together', () => {
    const nested = (depth: number) => '[{"a":'.repeat(depth / 2) + '0' + '}]'.repeat(depth / 2)
    expect([exceeded(nested(64)), exceeded(nested(66))]).toEqual([null, '64 levels'])
    expect(exceeded(list(Array.from({ length: 100 }, () => nested(62))))).toBeNull()
  })

  test('by the members of one object', () => {
    expect([exceeded(object(mostMembers)), exceeded(object(mostMembers + 1))]).toEqual([null, '2000 fields'])
    expect(exceeded(`{"a":${object(mostMembers)},"b":[${object(mostMembers)},${object(mostMembers)}]}`)).toBeNull()
  })

  test('words are words, whatever they look like', () => {
    const words = JSON.stringify(`${'['.repeat(1000)}${'{,"\\'.repeat(mostValues)}`)
    expect(exceeded(`{"text":${words}}`)).toBeNull()
    expect(exceeded(`{"text":${words},"more":${'['.repeat(65)}`)).toBe('64 levels')
  })

  test('nothing of moderate size is refused', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 20 }), (json) => {
        expect(exceeded(json)).toBeNull()
      }),
    )
  })
})
