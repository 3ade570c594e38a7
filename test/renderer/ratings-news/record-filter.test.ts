import { expect, test } from 'vitest'
import type { RatingsNewsShow } from '../../../src/renderer/app/tab-locations.ts'
import { RecordFilter } from '../../../src/renderer/ratings-news/record-filter.svelte.ts'

const noon = new Date(2026, 10, 21, 12, 30).getTime()
const filterOf = (symbols = '') =>
  new RecordFilter(
    () => symbols,
    () => noon,
  )

test('what is chosen is requested and named as the filters name it', () => {
  const choice = filterOf('hldn')
  choice.text = 'margin'
  choice.toggle('action', 'down', 'down')
  choice.toggle('firm', 'penhallow', 'Penhallow')
  choice.more.id = ' 7 '
  expect(choice.filter).toEqual({
    symbols: ['HLDN'],
    text: 'margin',
    id: 7,
    chosen: { action: ['down'], firm: ['penhallow'] },
  })
  expect(choice.noMatch('ratings')).toBe('No ratings match these filters: “margin”, Downgraded, Penhallow, ID 7.')
  choice.toggle('firm', 'penhallow', 'Penhallow')
  expect(choice.values('firm')).toEqual([])
  choice.clear()
  expect([choice.filter, choice.isNarrowed]).toEqual([{ symbols: ['HLDN'] }, false])
})

test('a quarter takes the place of a range of time, the other way round, and goes when it is chosen again', () => {
  const choice = filterOf()
  choice.span = '90'
  choice.toggleQuarter({ year: 2026, quarter: 3 })
  expect(choice.filter).toEqual({ quarter: { year: 2026, quarter: 3 } })
  choice.span = '30'
  expect(Object.keys(choice.filter)).toEqual(['from'])
  choice.toggleQuarter({ year: 2026, quarter: 3 })
  choice.toggleQuarter({ year: 2026, quarter: 3 })
  expect(choice.filter).toEqual({})
})

test('ticking ratings or news changes the location, and ticking both keeps both ticked', () => {
  const shown: RatingsNewsShow[] = []
  const choice = new RecordFilter(
    () => '',
    () => noon,
    { show: () => 'news', onshow: (show) => shown.push(show) },
  )
  expect([choice.values('sort'), choice.filter]).toEqual([['news'], { chosen: { sort: ['news'] } }])
  choice.toggle('sort', 'rating', 'Ratings')
  expect(choice.values('sort')).toEqual(['news', 'rating'])
  choice.toggle('sort', 'news', 'News')
  choice.toggle('action', 'down', 'down')
  choice.clear()
  expect([choice.values('sort'), choice.filter, shown]).toEqual([[], {}, ['all', 'rating', 'all']])
})
