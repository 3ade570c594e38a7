import { expect, test } from 'vitest'
import { linksOf } from '#core/news/news-links.ts'

test.each<[string, unknown, string[]]>([
  ['a number', 410_001, ['410001']],
  ['a number as text', ' 410001 ', ['410001']],
  ['a number with zeros before it', '0410001', ['410001']],
  ['zero', 0, ['0']],
  ['an id as text, in small letters', '7C9E6679-7425-40DE-944B-E07FC1F90AE7', ['7c9e6679-7425-40de-944b-e07fc1f90ae7']],
  ['an object with an id', { id: 7 }, ['7']],
  ['an object with an id of its own name, and another', { id: 7, rating_id: '9' }, ['9', '7']],
  ['an object that says the same twice', { id: 7, rating_id: 7 }, ['7']],
  ['an object without an id', { name: 'x' }, []],
  ['an object in an object', { id: { id: 7 } }, []],
  ['a fraction', 1.5, []],
  ['a number below zero', -1, []],
  ['a number too large to be told from its neighbor', 1e20, []],
  ['nothing', null, []],
  ['a blank', ' ', []],
  ['a yes', true, []],
  ['a list', [7], []],
])('%s names what it holds, and nothing else', (_, element, names) => {
  expect(linksOf({ associated_ratings: [element] }).map((link) => link.names)).toEqual([names])
})

test('what came is kept as received, cut where it is long', () => {
  const [link] = linksOf({ associated_transcripts: [{ text: 'x'.repeat(500) }] })
  expect([link?.of, link?.received.length, link?.received.startsWith('{"text":"xx')]).toEqual(['transcript', 200, true])
})
