import { expect, test } from 'vitest'
import { fromHit, plainText } from '../../../src/renderer/transcript-search/hit-sheet.ts'

const piece = (text: string, hit = false) => ({ text, hit })

test('a cell of the table begins a few words before its first hit, so that the hit is visible', () => {
  const long = [
    piece('We lost one that we should have won. It was on '),
    piece('price', true),
    piece(' and '),
    piece('mix', true),
  ]
  expect(plainText(fromHit(long))).toBe('… should have won. It was on price and mix')
  expect(fromHit(long).slice(1)).toEqual(long.slice(1))
})

test('a hit near the beginning, or none, leaves the text as it is', () => {
  const short = [piece('On '), piece('price', true), piece(`, ${'and '.repeat(40)}`)]
  expect(fromHit(short)).toBe(short)
  const none = [piece('No word is looked for.')]
  expect(fromHit(none)).toBe(none)
})
