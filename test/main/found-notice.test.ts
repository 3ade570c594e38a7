import { expect, test } from 'vitest'
import { foundNotice } from '#main/found-notice.ts'

test('a notification says how many new things there are of each kind, and names no company', () => {
  const none = { call: 0, transcript: 0, period: 0, rating: 0, news: 0, restated: 0, hits: 0 }
  expect(foundNotice({ ...none, call: 1, rating: 12, news: 1 })).toEqual({
    title: '14 new on your watchlists',
    body: '1 call, 12 ratings, 1 news item',
  })
})
