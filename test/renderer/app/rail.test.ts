import { expect, test } from 'vitest'
import { commandOf } from '../../../src/renderer/app/commands/catalog.ts'
import { railItems } from '../../../src/renderer/app/rail.ts'
import { homeLocation } from '../../../src/renderer/app/tab-locations.ts'

test('every screen in the sidebar is found in the command field by the words that are on it', () => {
  const items = railItems([], homeLocation, null)
  const notFound = items.filter(({ label, action }) => {
    const { title, words = [] } = action === null ? { title: '' } : commandOf(action)
    return ![title, ...words].some((name) => name.toLowerCase().startsWith(label.toLowerCase()))
  })
  // A company is found by its symbol or name.
  expect(notFound.map(({ label }) => label)).toEqual(['Company'])
})
