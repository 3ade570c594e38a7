import { beforeEach, describe, expect, test } from 'vitest'
import type { TabLocation } from '../../../src/renderer/app/tab-locations.ts'
import { readTabSet, tabSetOf, type TabHistory } from '../../../src/renderer/app/tab-history.ts'
import { Tabs } from '../../../src/renderer/app/tabs.svelte.ts'

/** What a window keeps of its workspaces, and a browser's history, in memory. */
class Browser {
  readonly stored = new Map<string, string>()
  readonly #states: unknown[] = [null]
  #at = 0
  arrived: (state: unknown) => void = () => {}

  readonly history: TabHistory['history']

  constructor() {
    const at = () => this.#states[this.#at]
    this.history = {
      get state(): unknown {
        return at()
      },
      pushState: (state: unknown) => {
        this.#at += 1
        this.#states.splice(this.#at, Infinity, structuredClone(state))
      },
      replaceState: (state: unknown) => {
        this.#states[this.#at] = structuredClone(state)
      },
      back: () => this.#go(-1),
      forward: () => this.#go(1),
      go: (by = 0) => this.#go(by),
    }
  }

  #go(by: number): void {
    this.#at += by
    this.arrived(this.#states[this.#at])
  }
}

const home: TabLocation = { screen: 'home' }
const settings: TabLocation = { screen: 'settings', section: '' }
const company = (symbol: string, view: 'financials' | 'profile' = 'financials'): TabLocation => ({
  screen: 'company',
  symbol,
  view,
})

let browser: Browser
let tabs: Tabs

function openWindow(workspace = 'sample'): Tabs {
  const saved = readTabSet(JSON.parse(browser.stored.get(workspace) ?? 'null'))?.saved ?? null
  const opened = new Tabs({
    history: browser.history,
    workspace,
    saved,
    changed: (now) => void browser.stored.set(workspace, JSON.stringify(tabSetOf(now, null))),
  })
  browser.arrived = (state) => opened.arrive(state)
  return opened
}
const drawn = (window: Tabs) => ({ locations: window.all.map((tab) => tab.location), active: window.active.location })

beforeEach(() => {
  browser = new Browser()
  tabs = openWindow()
})

describe('tabs', () => {
  test('begin at Home', () => {
    expect(drawn(tabs)).toEqual({ locations: [home], active: home })
  })

  test('hold one company each: its views share the tab, another company opens next to it', () => {
    tabs.open(company('HLDN'))
    tabs.open(company('VSPO'))
    tabs.open(company('HLDN', 'profile'))
    expect(drawn(tabs)).toEqual({
      locations: [home, company('HLDN', 'profile'), company('VSPO')],
      active: company('HLDN', 'profile'),
    })
  })

  test('announce to their screen that a link, or the way back, leads to another of its locations, and nothing that it changes itself', () => {
    tabs.open(company('HLDN'))
    const arrivals: TabLocation[][] = []
    const stop = tabs.onArrival(tabs.active.id, (...locations) => arrivals.push(locations))
    tabs.open(company('HLDN', 'profile'))
    tabs.open(company('HLDN', 'profile'))
    tabs.open(company('VSPO'))
    tabs.open(company('HLDN', 'profile'))
    tabs.refine(company('HLDN'))
    tabs.back()
    tabs.back()
    tabs.back()
    stop()
    tabs.open(company('HLDN', 'profile'))
    expect(arrivals).toEqual([
      [company('HLDN', 'profile'), company('HLDN')],
      [company('HLDN', 'profile'), company('HLDN')],
      [company('HLDN'), company('HLDN', 'profile')],
    ])
  })

  test('say where a company was left, for whoever opens it again', () => {
    tabs.open(company('HLDN', 'profile'))
    tabs.open(company('VSPO'))
    expect([tabs.ofCompany('HLDN'), tabs.ofCompany('KSTM')]).toEqual([company('HLDN', 'profile'), null])
  })

  test('closed in the middle give way to the right neighbor, at the end to the left one', () => {
    for (const symbol of ['A', 'B', 'C']) tabs.open(company(symbol))
    tabs.activateAt(2)
    tabs.close(tabs.active.id)
    const middle = tabs.active.location
    tabs.close(tabs.active.id)
    expect({ middle, end: tabs.active.location }).toEqual({ middle: company('C'), end: company('A') })
  })

  test('are never all gone: Home is not closed', () => {
    tabs.open(settings)
    tabs.close(tabs.active.id)
    tabs.close(tabs.active.id)
    expect(drawn(tabs)).toEqual({ locations: [home], active: home })
  })

  test('of a window that was closed open again here, the last one first, without its Home', () => {
    tabs.addClosed([home, company('A'), company('B', 'profile')])
    tabs.reopen()
    expect(tabs.active.location).toEqual(company('B', 'profile'))
    tabs.reopen()
    expect([tabs.active.location, tabs.canReopen]).toEqual([company('A'), false])
  })

  test('that are open in another window from now on do not open again here', () => {
    tabs.open(company('A'))
    tabs.remove(tabs.active.id)
    expect([drawn(tabs).locations, tabs.canReopen]).toEqual([[home], false])
  })

  test('closed by mistake open again where they were left', () => {
    tabs.open(company('HLDN', 'profile'))
    tabs.close(tabs.active.id)
    expect(tabs.canReopen).toBe(true)
    tabs.reopen()
    expect([tabs.active.location, tabs.canReopen]).toEqual([company('HLDN', 'profile'), false])
  })

  test('closing one in the background leaves the page as it is', () => {
    tabs.open(company('A'))
    tabs.open(company('B'))
    tabs.close('company-A')
    expect(drawn(tabs)).toEqual({ locations: [home, company('B')], active: company('B') })
  })

  test('are walked round the end', () => {
    tabs.open(company('A'))
    tabs.step(1)
    const round = tabs.active.location
    tabs.step(-1)
    expect([round, tabs.active.location]).toEqual([home, company('A')])
  })

  test('are in the user’s order, after Home', () => {
    tabs.open(company('A'))
    tabs.open(company('B'))
    tabs.reorder('company-B', 0)
    expect(drawn(tabs)).toEqual({ locations: [home, company('B'), company('A')], active: company('B') })
  })

  test('are moved one place at a time, never before Home or beyond the last, and say why not', () => {
    tabs.open(company('A'))
    tabs.open(company('B'))
    tabs.move('company-B', -1)
    expect(drawn(tabs)).toEqual({ locations: [home, company('B'), company('A')], active: company('B') })
    tabs.move('company-B', -1)
    tabs.move('company-A', 1)
    expect(drawn(tabs)).toEqual({ locations: [home, company('B'), company('A')], active: company('B') })
    expect([tabs.whyUnmovable('company-B', -1), tabs.whyUnmovable('company-A', 1)]).toEqual([
      'already first',
      'already last',
    ])
    expect([tabs.whyUnmovable('company-B', 1), tabs.whyUnmovable(tabs.all[0]?.id ?? '', 1)]).toEqual([
      null,
      'Home can’t be moved',
    ])
  })

  test('that are not there are not reached', () => {
    tabs.activateAt(7)
    tabs.close('company-NONE')
    tabs.reorder('company-NONE', 0)
    expect(drawn(tabs)).toEqual({ locations: [home], active: home })
  })

  test('remember the company looked at last, of those that are open', () => {
    tabs.open(company('A'))
    tabs.open(company('B'))
    tabs.open(settings)
    const last = tabs.lastCompany
    tabs.close('company-B')
    expect([last, tabs.lastCompany]).toEqual([company('B'), company('A')])
  })
})

describe('the way back', () => {
  test('leads through views and tabs, as the browser leads it', () => {
    tabs.open(company('HLDN'))
    tabs.open(company('HLDN', 'profile'))
    tabs.open(settings)
    const seen = []
    for (let step = 0; step < 3; step += 1) {
      tabs.back()
      seen.push(tabs.active.location)
    }
    expect({ seen, canGoBack: tabs.canGoBack }).toEqual({
      seen: [company('HLDN', 'profile'), company('HLDN'), home],
      canGoBack: false,
    })
  })

  test('and forward again, until another way is taken', () => {
    tabs.open(company('A'))
    tabs.open(company('B'))
    tabs.back()
    tabs.forward()
    const forward = tabs.active.location
    tabs.back()
    tabs.open(settings)
    expect({ forward, canGoForward: tabs.canGoForward }).toEqual({ forward: company('B'), canGoForward: false })
  })

  test('opens a tab that was closed since', () => {
    tabs.open(company('A'))
    tabs.open(settings)
    tabs.close('company-A')
    tabs.back()
    expect(drawn(tabs)).toEqual({ locations: [home, settings, company('A')], active: company('A') })
  })

  test('is not lengthened by going where one is, nor by what changes while typing', () => {
    tabs.open(company('A'))
    tabs.open({ screen: 'search', query: 'v', type: null })
    tabs.open({ screen: 'search', query: 'v', type: null })
    tabs.refine({ screen: 'search', query: 'vesper', type: null })
    tabs.back()
    const back = tabs.active.location
    tabs.forward()
    expect([back, tabs.active.location]).toEqual([company('A'), { screen: 'search', query: 'vesper', type: null }])
  })

  test('is as it was when what was typed in a tab is saved once another tab is active', () => {
    tabs.open({ screen: 'search', query: 'v', type: null })
    tabs.open(company('A'))
    tabs.refine({ screen: 'search', query: 'vesper', type: null })
    tabs.refine(company('CLOSED'))
    const afterwards = drawn(tabs)
    tabs.back()
    tabs.forward()
    expect([afterwards, tabs.active.location]).toEqual([
      { locations: [home, { screen: 'search', query: 'vesper', type: null }, company('A')], active: company('A') },
      company('A'),
    ])
  })

  test('ends at the first page of the window, and does not leave it', () => {
    tabs.back()
    tabs.forward()
    expect(drawn(tabs)).toEqual({ locations: [home], active: home })
  })

  test('is not taken from a state of another page or another version', () => {
    for (const state of [
      null,
      7,
      {},
      { location: { screen: 'terminal' } },
      { location: { screen: 'company', symbol: 7 } },
    ]) {
      tabs.arrive(state)
    }
    expect(drawn(tabs)).toEqual({ locations: [home], active: home })
  })
})

describe('two pages side by side', () => {
  const panes = (window: Tabs) => window.panes.map((tab) => tab.id)

  test('are the active tab and the one looked at before it', () => {
    tabs.open(company('A'))
    tabs.open(company('B'))
    tabs.activate('company-A')
    tabs.toggleSplit()
    expect([panes(tabs), tabs.active.id]).toEqual([['company-A', 'company-B'], 'company-A'])
  })

  test('become one again: the one that has the keys', () => {
    tabs.open(company('A'))
    tabs.toggleSplit()
    tabs.focusPane('home')
    tabs.toggleSplit()
    expect([panes(tabs), tabs.active.id]).toEqual([['home'], 'home'])
  })

  test('take what is opened where the keys are, and leave the other page alone', () => {
    tabs.open(company('A'))
    tabs.toggleSplit()
    tabs.focusPane('home')
    tabs.open(company('B'))
    expect([panes(tabs), tabs.active.id]).toEqual([['company-A', 'company-B'], 'company-B'])
  })

  test('do not show one tab twice: going to the other one moves the keys there', () => {
    tabs.open(company('A'))
    tabs.toggleSplit()
    tabs.open(home)
    expect([panes(tabs), tabs.active.id]).toEqual([['company-A', 'home'], 'home'])
  })

  test('leave the other one alone when one is closed', () => {
    tabs.open(company('A'))
    tabs.open(company('B'))
    tabs.toggleSplit()
    tabs.close('company-B')
    expect([panes(tabs), tabs.active.id]).toEqual([['company-A'], 'company-A'])
  })

  test('make no steps in the history when the keys go to and fro', () => {
    tabs.open(company('A'))
    tabs.toggleSplit()
    for (let times = 0; times < 4; times += 1) {
      tabs.focusPane('home')
      tabs.focusPane('company-A')
    }
    tabs.back()
    expect([tabs.active.id, tabs.canGoBack]).toEqual(['home', false])
  })

  test('need two tabs', () => {
    const alone = tabs.canSplit
    tabs.toggleSplit()
    expect([alone, panes(tabs)]).toEqual([false, ['home']])
  })

  test('of a company as of a day is of that day after a reload, and of now where it is opened again', () => {
    const then: TabLocation = { screen: 'company', symbol: 'HLDN', view: 'financials', asOf: 1_763_000_000_000 }
    tabs.open(then)
    expect(openWindow().active.location).toEqual(then)
    tabs.open(company('HLDN'))
    expect(tabs.all).toHaveLength(2)
    expect(openWindow().active.location).toEqual(company('HLDN'))
  })

  test('are there again after a reload', () => {
    tabs.open(company('A'))
    tabs.open(company('B'))
    tabs.toggleSplit()
    const again = openWindow()
    expect([panes(again), again.active.id, again.all.map((tab) => again.isSeen(tab))]).toEqual([
      ['company-B', 'company-A'],
      'company-B',
      [false, true, true],
    ])
  })
})

describe('a reload', () => {
  test('finds every tab and the active one again, and the way back', () => {
    tabs.open(company('A'))
    tabs.open(company('B', 'profile'))
    tabs.open(company('A'))
    const again = openWindow()
    const found = drawn(again)
    again.back()
    expect({ found, back: again.active.location }).toEqual({
      found: { locations: [home, company('A'), company('B', 'profile')], active: company('A') },
      back: company('B', 'profile'),
    })
  })

  test('draws only the active tab, however many there are', () => {
    for (const symbol of ['A', 'B', 'C']) tabs.open(company(symbol))
    const again = openWindow()
    expect(again.all.map((tab) => again.isSeen(tab))).toEqual([false, false, false, true])
  })

  test('draws Home too, once the window is idle', () => {
    for (const symbol of ['A', 'B']) tabs.open(company(symbol))
    const again = openWindow()
    again.drawHome()
    expect([again.all.map((tab) => again.isSeen(tab)), again.active.location]).toEqual([
      [true, false, true],
      company('B'),
    ])
  })

  test('with a memory that cannot be read begins again', () => {
    for (const text of ['7', 'null', '{"places":7}', '{"places":[{"screen":"old"},7,null],"active":9}']) {
      browser.stored.set('sample', text)
      expect(drawn(openWindow())).toEqual({ locations: [home], active: home })
    }
  })
})

describe('another workspace', () => {
  test('has tabs of its own, and each finds its own again', () => {
    tabs.open(company('HLDN'))
    const live = openWindow('live')
    live.open(company('MSFT'))
    expect([drawn(live), drawn(openWindow('sample'))]).toEqual([
      { locations: [home, company('MSFT')], active: company('MSFT') },
      { locations: [home, company('HLDN')], active: company('HLDN') },
    ])
  })

  test('is not left by going back: nothing of the previous one is requested of it', () => {
    tabs.open(company('HLDN'))
    const live = openWindow('live')
    live.open(company('MSFT'))
    live.back()
    const first = { location: live.active.location, canGoBack: live.canGoBack }
    // The browser's own button knows no end.
    browser.history.back()
    expect([first, drawn(live)]).toEqual([
      { location: home, canGoBack: false },
      { locations: [home, company('MSFT')], active: home },
    ])
    live.forward()
    expect(live.active.location).toEqual(company('MSFT'))
  })

  test('keeps its way back over a reload', () => {
    tabs.open(company('HLDN'))
    openWindow('live').open(company('MSFT'))
    const again = openWindow('live')
    again.back()
    expect([again.active.location, again.canGoBack]).toEqual([home, false])
  })
})

describe('what is saved', () => {
  test('leaves out the locations that this version does not know, and shows the tab that was active', () => {
    const locations = [{ screen: 'terminal' }, settings, company('HLDN'), { screen: 'company', symbol: 7 }]
    const read = readTabSet({ locations, active: 2, otherPane: 0, playing: { callId: 'c', title: 'Q3' } })
    expect(read).toEqual({
      saved: { locations: [settings, company('HLDN')], active: 1, otherPane: -1 },
      playing: { callId: 'c', title: 'Q3' },
    })
  })

  test('finds the list of questioners that an earlier version saved under another name', () => {
    const read = readTabSet({
      locations: [{ screen: 'text', query: 'margin', view: 'askers' }],
      active: 0,
      otherPane: -1,
    })
    expect(read?.saved.locations).toEqual([{ screen: 'text', query: 'margin', view: 'questioners' }])
  })

  test('reads the settings of a comparison under the name that an earlier version gave them', () => {
    const settings = '{"companies":["HLDN"]}'
    const saved = { screen: 'compare', saved: '', name: '', view: 'spread', asked: settings }
    const read = readTabSet({ locations: [saved], active: 0, otherPane: -1 })
    expect(read?.saved.locations).toEqual([{ screen: 'compare', saved: '', name: '', view: 'spread', settings }])
  })

  test('is limited: of too many tabs those around the active one stay', () => {
    const locations = Array.from({ length: 300 }, (_, index) => company(`S${index}`))
    const { locations: near, active, otherPane } = tabSetOf({ locations, active: 200, otherPane: 0 }, null)
    expect([near.length, near[active], otherPane]).toEqual([100, company('S200'), -1])
  })

  test('has no room for a comparison larger than all others together', () => {
    const large: TabLocation = { screen: 'compare', saved: '', name: '', view: 'spread', settings: 'x'.repeat(300_000) }
    expect(tabSetOf({ locations: [home, large], active: 0, otherPane: -1 }, null).locations).toEqual([home])
  })
})
