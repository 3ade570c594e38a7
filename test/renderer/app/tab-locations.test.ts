import { expect, test } from 'vitest'
import { readStoredLocation } from '../../../src/renderer/app/tab-locations.ts'
import { titleOf } from '../../../src/renderer/app/tab-title.ts'

test.each([
  ['{"screen":"ratings","symbol":"HLDN","record":7}', 'rating', 'Ratings'],
  ['{"screen":"news","symbol":"HLDN","record":7}', 'news', 'News'],
  ['{"screen":"ratings","symbol":"HLDN","record":7,"show":"all"}', 'all', 'Ratings and news'],
])('a tab saved when ratings and news were two screens opens the one screen at its part: %s', (stored, show, title) => {
  const location = readStoredLocation(stored)
  expect(location).toEqual({ screen: 'ratings', symbol: 'HLDN', record: 7, show })
  expect(location && titleOf(location)).toMatchObject({ strong: 'HLDN', rest: title })
})
