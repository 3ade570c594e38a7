import { expect, test } from 'vitest'
import { memoizeByValue } from '../../../src/renderer/core-client/memoize-by-value.ts'

test('equal content gives the previous result, so that what is drawn from it stays; other content a new one', () => {
  let lines = ['revenue', 'ebitda']
  const made: string[] = []
  const request = memoizeByValue(
    () => ({ lines }),
    (value) => {
      made.push(value.lines.join())
      return { lines: value.lines }
    },
  )
  const first = request()
  lines = ['revenue', 'ebitda']
  expect(request()).toBe(first)
  lines = ['revenue']
  expect(request()).toEqual({ lines: ['revenue'] })
  lines = ['revenue', 'ebitda']
  expect(request()).toEqual(first)
  expect(made).toEqual(['revenue,ebitda', 'revenue', 'revenue,ebitda'])
})

test('of no input something is made as well: requests without parameters have none', () => {
  const request = memoizeByValue(
    () => undefined,
    () => 'sent',
  )
  expect([request(), request()]).toEqual(['sent', 'sent'])
})
