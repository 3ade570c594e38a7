import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { idsIn, readPromises, readTests, unknownIds } from '../../scripts/promises.ts'

const root = join(import.meta.dirname, '..', '..')
const tests = readTests(root)
const promises = readPromises(root, tests)

describe('every promise of docs/promises.md', () => {
  test('has a test with its id, or a reason why no test here can show it', () => {
    expect(promises.length).toBeGreaterThan(90)
    expect(promises.filter(({ tests, reason }) => tests.length === 0 && reason === null).map(({ id }) => id)).toEqual(
      [],
    )
  })

  test('that has a test gives no reason for having none', () => {
    expect(promises.filter(({ tests, reason }) => tests.length > 0 && reason !== null)).toEqual([])
  })

  test('has one row', () => {
    const ids = promises.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)])
  })
})

test('a test names no promise that does not exist', () => {
  expect(unknownIds(promises, tests)).toEqual([])
})

test.each([
  ['the key stays with its host (S8)', ['S8']],
  ['a killed program (C4, W1)', ['C4', 'W1']],
  ['a read-only folder (C6, W9; needs Linux)', ['C6', 'W9']],
  ['without a keyring (v10, the constant key) (S2)', ['S2']],
  ['a heading that goes on in its rows (W3),', ['W3']],
  ['a key that Q4 FY2025 names', []],
  ['(v10, the constant key)', []],
])('in “%s” the ids are %j', (name, ids) => {
  expect(idsIn(name)).toEqual(ids)
})
