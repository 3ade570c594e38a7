import { beforeEach, expect, test } from 'vitest'
import type { StatusMessage } from '../../../src/renderer/app/status-message.svelte.ts'
import {
  comparedCompanies,
  comparing,
  isLocationOf,
  type TabLocation,
} from '../../../src/renderer/app/tab-locations.ts'
import { Tabs } from '../../../src/renderer/app/tabs.svelte.ts'
import { readSettings } from '../../../src/renderer/compare/comparison-settings.ts'
import { removeCompany } from '../../../src/renderer/compare/remove-company.ts'

const home: TabLocation = { screen: 'home' }
let tabs: Tabs
let undo: () => void
let steps: number

beforeEach(() => {
  steps = 0
  const history = {
    state: null,
    pushState: () => (steps += 1),
    replaceState: () => {},
    back: () => {},
    forward: () => {},
    go: () => {},
  }
  tabs = new Tabs({ history, workspace: 'sample', saved: null, changed: () => {} })
  tabs.open(comparing(['HLDN', 'KSTM', 'VSPO', 'MRFL']))
})

function compared(): readonly string[] | null {
  const location = tabs.all.map((tab) => tab.location).find((one) => isLocationOf('compare', one))
  return location ? comparedCompanies(location) : null
}

function remove(symbol: string): void {
  const { location } = tabs.active
  if (!isLocationOf('compare', location)) throw new Error('another tab is active')
  const workspace = {
    tabs,
    open: (next: TabLocation) => tabs.open(next),
    say: (_: string, action?: StatusMessage['action']) => {
      undo = action?.run ?? undo
    },
  }
  removeCompany(workspace, location, readSettings(location.settings), symbol)
}

/** Another order, as after a drag. */
const arrange = (companies: readonly string[]) => tabs.refine(comparing(companies))

test('Undo from another tab puts the company back, and shows where', () => {
  remove('KSTM')
  const without = compared()
  tabs.open(home)
  undo()
  expect({ without, compared: compared(), active: tabs.active.location.screen }).toEqual({
    without: ['HLDN', 'VSPO', 'MRFL'],
    compared: ['HLDN', 'KSTM', 'VSPO', 'MRFL'],
    active: 'compare',
  })
})

test('Undo keeps what was moved, added or removed since', () => {
  remove('VSPO')
  arrange(['MRFL', 'KSTM', 'HLDN', 'ORLN'])
  undo()
  expect(compared()).toEqual(['MRFL', 'KSTM', 'VSPO', 'HLDN', 'ORLN'])
  remove('VSPO')
  remove('KSTM')
  undo()
  expect(compared()).toEqual(['MRFL', 'KSTM', 'HLDN', 'ORLN'])
})

test('Undo in the comparison itself is no step in the history, and puts the first company first', () => {
  const before = steps
  remove('HLDN')
  undo()
  expect([compared(), steps - before]).toEqual([['HLDN', 'KSTM', 'VSPO', 'MRFL'], 0])
})

test('Undo opens a comparison that was closed since as it was', () => {
  remove('KSTM')
  tabs.close(tabs.active.id)
  const closed = compared()
  undo()
  expect([closed, compared()]).toEqual([null, ['HLDN', 'KSTM', 'VSPO', 'MRFL']])
})
