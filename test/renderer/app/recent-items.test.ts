import { expect, test } from 'vitest'
import type { ApiInputs } from '#contract/api/api.ts'
import { RecentItems } from '../../../src/renderer/app/recent-items.ts'
import { ManualTime } from '../manual-time.ts'
import type { TabLocation } from '../../../src/renderer/app/tab-locations.ts'

const company: TabLocation = { screen: 'company', symbol: 'HLDN', view: 'financials' }
const settings: TabLocation = { screen: 'settings', section: '' }

/** Items on a clock that a test turns. */
function recentItems() {
  const told: ApiInputs['home']['recordOpened'][] = []
  const time = new ManualTime()
  const items = new RecentItems({
    remember: (item) => {
      told.push(item)
      return Promise.resolve()
    },
    after: time.after,
    fail: (error) => {
      throw error
    },
  })
  return { items, told, waited: () => time.pass(1000) }
}

test('what was opened and stayed open is remembered; what was passed by is not', () => {
  const { items, told, waited } = recentItems()
  items.opened({ screen: 'company', symbol: 'VSPO', view: 'financials' })
  items.opened(company)
  waited()
  expect(told).toEqual([{ key: 'company-HLDN', location: JSON.stringify(company) }])
})

test('pages that are always one key away are not remembered, and a search only with its text', () => {
  const { items, told, waited } = recentItems()
  for (const location of [settings, { screen: 'text', query: '', view: 'hits' } as const]) {
    items.opened(location)
    waited()
  }
  expect(told).toEqual([])
  items.opened({ screen: 'text', query: 'pric*', view: 'hits' })
  waited()
  expect(told.map(({ key }) => key)).toEqual(['text pric*'])
})

test('nothing is recorded after the workspace was left', () => {
  const { items, told, waited } = recentItems()
  items.opened(company)
  items.close()
  waited()
  expect(told).toEqual([])
})
