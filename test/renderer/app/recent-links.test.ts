import { expect, test } from 'vitest'
import { mostRecentLinks } from '#contract/shell.ts'
import { recentLinks } from '../../../src/renderer/app/recent-links.ts'
import type { TabLocation } from '../../../src/renderer/app/tab-locations.ts'

const items = (locations: readonly (TabLocation | { readonly screen: string })[]) =>
  locations.map((location, at) => ({ key: String(at), location: JSON.stringify(location), openedAt: 100 - at }))

test('the program’s icon offers companies and calls that were opened last, each once, and nothing else', () => {
  const callId = 'f143806b-5345-4aa7-a2b3-a4b77d013853'
  expect(
    recentLinks(
      items([
        { screen: 'company', symbol: 'HLDN', view: 'financials' },
        { screen: 'text', query: 'pricing power', view: 'hits' },
        { screen: 'call', callId, title: 'Halden Instruments, Q3 2026', turn: 4 },
        { screen: 'call', callId: 'unnamed', title: '', turn: -1 },
        { screen: 'company', symbol: 'HLDN', view: 'calls' },
        { screen: 'company', symbol: 'A B', view: 'calls' },
        { screen: 'of another version' },
      ]),
    ),
  ).toEqual([
    { title: 'HLDN', link: 'tearsheet://company/HLDN' },
    { title: 'Halden Instruments, Q3 2026', link: `tearsheet://call/${callId}` },
  ])
})

test('it offers no more than the shell takes', () => {
  const many = Array.from({ length: 30 }, (_, at): TabLocation => ({
    screen: 'company',
    symbol: `S${at}`,
    view: 'financials',
  }))
  expect(recentLinks(items(many))).toHaveLength(mostRecentLinks)
})
