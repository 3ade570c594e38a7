import { describe, expect, test } from 'vitest'
import { asSymbol, readDocumentQuery, readQuery } from '../../../src/renderer/palette/company-codes.ts'
import { nothingSaved, paletteGroups, type PaletteContext } from '../../../src/renderer/palette/palette-entries.ts'
import { catalog } from '../../../src/renderer/app/commands/catalog.ts'
import type { Action, ActionId } from '../../../src/renderer/app/actions.svelte.ts'
import { security } from '../securities-search/security.ts'

const actions: readonly Action[] = [
  { id: 'go.search', title: 'Search securities', group: 'Go to', code: 'SECF', run: () => {} },
  { id: 'tab.next', title: 'Next tab', group: 'Tabs', off: () => 'only one tab is open', run: () => {} },
  { id: 'view.theme-dark', title: 'Dark', group: 'View', run: () => {} },
  { id: 'help.keys', title: 'Keyboard help', group: 'Help', run: () => {} },
  { id: 'view.close', title: 'Close the drawer', group: 'View', keysOnly: true, run: () => {} },
]
const keys: Partial<Record<ActionId, readonly string[]>> = {
  'go.search': ['/', 'G S'],
  'tab.next': ['L'],
  'help.keys': ['?', 'F1'],
  'view.close': ['Escape'],
}
const vesper = security({
  id: 'v',
  symbol: 'VSPO',
  name: 'Vesper Optics',
  mic: 'XNAS',
  figi: 'BBG99VSP04K6',
  hasFundamentals: true,
})
const gate = security({ id: 'g', symbol: 'VSPG', name: 'Vespergate Holdings', mic: 'XTSE' })

/** The palette as one reads it: heading, then code, title with what fits in brackets, note. */
function read(sight: Partial<PaletteContext>) {
  const groups = paletteGroups({
    text: '',
    hits: [],
    saved: nothingSaved,
    latestCall: null,
    page: null,
    recent: [],
    actions,
    keysOf: (id) => keys[id] ?? [],
    open: [],
    offline: false,
    ...sight,
  })
  return groups.map(({ title, entries }) => [
    title,
    ...entries.map((entry) => {
      const text = entry.title.map((part) => (part.hit ? `[${part.text}]` : part.text)).join('')
      return [entry.code, text, entry.off ?? entry.note].filter((part) => part !== '').join(' | ')
    }),
  ])
}

test('a command that cannot be run does not stand first because a few letters fit it', () => {
  expect(read({ text: 'nt' })[0]).toEqual(['Search the service', 'Search all securities for “nt”'])
  expect(read({ text: 'next' })[0]).toEqual(['Commands', '[Next] tab | only one tab is open'])
})

test('with nothing typed, what was opened last stands first', () => {
  const recent = [
    { screen: 'company', symbol: 'VSPO', view: 'calls' },
    { screen: 'text', query: 'price increase', view: 'hits' },
  ] as const
  expect(read({ recent })[0]).toEqual(['Recent', 'VSPO | Calls', expect.stringContaining('price increase')])
  expect(read({ recent, text: 'vs' })[0]?.[0]).not.toBe('Recent')
})

test('the latest call of a company stands before the list of its calls', () => {
  const latestCall = { callId: 'one', symbol: 'VSPO', title: 'VSPO Q3 FY2026 call' }
  expect(read({ text: 'TRAN VSPO', hits: [vesper], latestCall })[0]?.slice(1, 3)).toEqual([
    'TRAN | Latest call: VSPO Q3 FY2026 call',
    'TRAN | Calls for [VSPO], Vesper Optics',
  ])
  expect(read({ text: 'FA VSPO', hits: [vesper], latestCall })[0]?.[1]).toMatch(/^FA/)
})

test.each([
  ['an ISIN', 'US99VSPO1022'],
  ['a CUSIP', '99VSPO102'],
  ['a FIGI', 'BBG99VSP04K6'],
  ['a CIK', '0001999004'],
  ['a CIK without its zeros', '1999004'],
  ['a Bloomberg ticker', 'VSPO US Equity'],
  ['a RIC', 'VSPO.OQ'],
])('%s leads to the company', (_, text) => {
  const hit = { ...vesper, isin: 'US99VSPO1022', cusip: '99VSPO102', cik: '0001999004' }
  expect(read({ text, hits: [hit] })[0]?.[0]).toBe('Vesper Optics')
})

test('lists, comparisons, screens, searches and notes are found by their names', () => {
  const saved = {
    watchlists: [{ id: 'l', name: 'Optics' }],
    comparisons: [{ id: 'c', name: 'Optics peers' }],
    screens: [{ id: 'e', name: 'Cheap optics' }],
    searches: [{ id: 's', name: 'Optics pricing', query: 'price NEAR increase' }],
    notes: [
      { id: 'n', callId: 'one', turn: 4, note: 'Ask about optics', author: null, editedAt: 0 },
      { id: 'm', callId: 'one', turn: 5, note: 'Optics again', author: 'Ada', editedAt: Date.UTC(2025, 8, 27, 12) },
    ],
  }
  expect(read({ text: 'optics', saved })[0]).toEqual([
    'Saved',
    '[Optics] | watchlist',
    '[Optics] peers | comparison',
    'Cheap [optics] | screen',
    '[Optics] pricing | saved search, price NEAR increase',
    'Ask about [optics] | note',
    '[Optics] again | note by Ada, 27 Sep 2025',
  ])
})

test('a list is found by the word for its kind and its name, before a company that fits a few letters', () => {
  const saved = { ...nothingSaved, watchlists: [{ id: 'l', name: 'Optics' }] }
  expect(read({ text: 'watchlist opt', saved })[0]).toEqual(['Saved', '[Opt]ics | watchlist'])
})

test('words that no company is called are searched in the transcripts first; one word at the service', () => {
  const groups = (text: string) => read({ text }).map(([title]) => title)
  expect(groups('gross margin guidance')).toEqual(['Full text', 'Search the service'])
  expect(groups('guidance')).toEqual(['Search the service', 'Full text'])
})

test('a command is found by other words for it, after those whose title begins so', () => {
  const sheet: Action = { id: 'export', title: 'Save as…', group: 'Library', words: ['excel', 'csv'], run: () => {} }
  const excel: Action = { id: 'update-workbook', title: 'Excel add-in', group: 'Library', run: () => {} }
  expect(read({ text: 'excel', actions: [sheet, excel] })[0]).toEqual(['Commands', '[Excel] add-in', 'Save as…'])
})

describe('from any page', () => {
  const anywhere = catalog
    .filter(({ scope }) => scope === 'everywhere')
    .map((command): Action => ({ ...command, run: () => {} }))

  test('Settings, Storage is found by what can be done there', () => {
    const missed = catalog
      .filter(({ id, keysOnly }) => id.startsWith('storage.') && id !== 'storage.copy' && keysOnly !== true)
      .map(({ title }) => title.replace('…', ''))
      .filter((title) => !read({ text: title, actions: anywhere })[0]?.includes('Storage'))
    expect(missed).toEqual([])
    expect(read({ text: 'publish', actions: anywhere })[0]).toEqual(['Commands', 'Storage'])
  })

  test.each([
    ['new watchlist', 'WL | [Watchlist]s'],
    ['new screen', 'EQS | [Screen]er'],
    ['new alert', 'ALRT | [Alert]s'],
    ['new offline download', 'OFFL | [Offline] [download]s'],
  ])('a page is found by what is created there: %s', (text, page) => {
    expect(read({ text, actions: anywhere })[0]).toContain(page)
  })
})

test('TS searches every stored call for all that follows it', () => {
  expect(read({ text: 'ts pricing OR "list price"' })[0]).toEqual([
    'Full text',
    'TS | Search all transcripts for [pricing OR "list price"]',
  ])
  expect(read({ text: 'TSMC' })[0]?.[0]).not.toBe('Full text')
})

test('a code alone offers its view of the companies that are open', () => {
  expect(read({ text: 'FA', open: ['VSPO'], hits: [vesper] })[0]).toEqual([
    'Financials',
    'FA | Financials for VSPO, Vesper Optics | open',
  ])
})

test('BRF and TEAR with a company, before or after it, print it; the words can still be searched for', () => {
  expect(read({ text: 'BRF VSPO', hits: [vesper, gate] })).toEqual([
    ['Print', 'BRF | Earnings brief for [VSPO], Vesper Optics'],
    ['Full text', 'Search transcripts for “BRF VSPO”'],
  ])
  expect(read({ text: 'vspo tear', hits: [vesper] })[0]?.[1]).toBe('TEAR | Tear sheet for [VSPO], Vesper Optics')
  expect(read({ text: 'BRF ', open: ['VSPO'] })[0]?.[1]).toContain('Earnings brief for VSPO')
})

test('TRAN alone is all calls, then those of the companies that are open; with a symbol that company’s', () => {
  const all: Action = { id: 'go.calls', title: 'Calls of all companies', group: 'Go to', code: 'TRAN', run: () => {} }
  const ofOpen: Action = { id: 'company.calls', title: 'VSPO Calls', group: 'Go to', code: 'TRAN', run: () => {} }
  const sight = { actions: [all, ofOpen], open: ['VSPO'], hits: [vesper] }
  expect(read({ ...sight, text: 'TRAN' }).slice(0, 2)).toEqual([
    ['Commands', 'TRAN | Calls of all companies'],
    ['Calls', 'TRAN | Calls for VSPO, Vesper Optics | open'],
  ])
  expect(read({ ...sight, text: 'TRAN vspo' })[0]?.[1]).toBe('TRAN | Calls for [VSPO], Vesper Optics')
})

describe('terminal codes', () => {
  test.each([
    ['FA VSPO', 'financials', 'VSPO'],
    ['vspo fa', 'financials', 'vspo'],
    ['des  vesper optics', 'overview', 'vesper optics'],
    ['INS ', 'insights', ''],
    ['FA', null, 'FA'],
    ['VSPO', null, 'VSPO'],
    ['FAB FA', 'financials', 'FAB'],
    ['VSPO US <Equity> FA <GO>', 'financials', 'VSPO US Equity'],
    ['', null, ''],
  ])('%s', (text, view, subject) => {
    expect(readQuery(text)).toEqual({ view, subject })
  })

  test.each([
    ['vspo', 'VSPO'],
    ['brk.b', 'BRK.B'],
    ['7203', '7203'],
    ['vesper optics', null],
    ['', null],
    ['=1+1', null],
  ])('a text that may be a symbol: %s', (text, symbol) => {
    expect(asSymbol(text)).toBe(symbol)
  })
})

describe('the palette', () => {
  test('with a code puts that view of the company first, and offers the symbol as it was typed last', () => {
    expect(read({ text: 'PROF VSP', hits: [gate, vesper], open: ['VSPO'] })).toEqual([
      [
        'Vesper Optics',
        'PROF | Profile for [VSP]O, Vesper Optics | stored',
        'DES | Overview for [VSP]O, Vesper Optics | stored',
        'FA | Financials for [VSP]O, Vesper Optics | stored',
        'EVT | Timeline for [VSP]O, Vesper Optics',
        'TRAN | Calls for [VSP]O, Vesper Optics',
        'GUID | Guidance for [VSP]O, Vesper Optics',
        'ANR | Ratings for [VSP]O, Vesper Optics',
        'CN | News for [VSP]O, Vesper Optics',
        'INS | Insights for [VSP]O, Vesper Optics | stored',
        'RST | Restatements for [VSP]O, Vesper Optics | stored',
      ],
      ['Stored securities', 'VSPO | Vesper Optics | XNAS, BBG99VSP04K6', 'VSPG | Vespergate Holdings | XTSE'],
      ['Search the service', 'PROF | Profile for VSP | as typed', 'Search all securities for “VSP”'],
    ])
  })

  test('puts a symbol written out before one that only begins so, although that one is open', () => {
    const short = security({ id: 's', symbol: 'VSP', name: 'Visp Power' })
    expect(read({ text: 'vsp', hits: [vesper, short], open: ['VSPO'] })[0]?.[0]).toBe('Visp Power')
  })

  test('puts a command whose title begins so before securities that only hold the word', () => {
    const darkroom = security({ id: 'd', symbol: 'CAM', name: 'The Darkroom' })
    expect(read({ text: 'dark', hits: [darkroom] }).map(([title]) => title)).toEqual([
      'Commands',
      'The Darkroom',
      'Stored securities',
      'Search the service',
      'Full text',
    ])
  })

  test('finds a command by its code and by a key that is a sign, and says why one is off', () => {
    expect([read({ text: 'secf' })[0], read({ text: '?' })[0], read({ text: 'next' })[0]]).toEqual([
      ['Commands', 'SECF | Search securities'],
      ['Commands', 'Keyboard help'],
      ['Commands', '[Next] tab | only one tab is open'],
    ])
  })

  test('with nothing typed begins with what is open, then what is on disk, then every command that is not a key only', () => {
    expect(read({ hits: [vesper, gate], open: ['VSPG', 'ZZZ'] })).toEqual([
      ['Open companies', 'VSPG | Vespergate Holdings | open', 'ZZZ | ZZZ | open'],
      ['Stored companies', 'VSPO | Vesper Optics | XNAS, BBG99VSP04K6'],
      ['Commands', 'SECF | Search securities', 'Next tab | only one tab is open', 'Dark', 'Keyboard help'],
    ])
  })

  test('offline says what cannot be read, and still searches the library', () => {
    expect(read({ text: 'vespergate', hits: [gate], offline: true })).toEqual([
      [
        'Vespergate Holdings',
        'DES | Overview for VSPG, [Vespergate] Holdings | not stored',
        'FA | Financials for VSPG, [Vespergate] Holdings | not stored',
        'EVT | Timeline for VSPG, [Vespergate] Holdings',
        'TRAN | Calls for VSPG, [Vespergate] Holdings',
        'GUID | Guidance for VSPG, [Vespergate] Holdings',
        'ANR | Ratings for VSPG, [Vespergate] Holdings',
        'CN | News for VSPG, [Vespergate] Holdings',
        'PROF | Profile for VSPG, [Vespergate] Holdings | not stored',
        'INS | Insights for VSPG, [Vespergate] Holdings | not stored',
        'RST | Restatements for VSPG, [Vespergate] Holdings | not stored',
      ],
      ['Stored securities', 'VSPG | [Vespergate] Holdings | XTSE'],
      ['Search the service', 'Search all securities for “vespergate” | offline: stored companies only'],
      ['Full text', 'Search transcripts for “vespergate”'],
    ])
  })
})

describe('a document by its code', () => {
  test('is offered for the companies that fit, and for a symbol as it was typed', () => {
    expect(read({ text: 'TEAR vsp', hits: [vesper, gate] })[0]).toEqual([
      'Print',
      'TEAR | Tear sheet for [VSP]O, Vesper Optics',
      'TEAR | Tear sheet for [VSP]G, Vespergate Holdings',
      'TEAR | Tear sheet for [VSP] | as typed',
    ])
    expect(read({ text: 'VSPO TEAR', hits: [vesper] })[0]?.[1]).toBe('TEAR | Tear sheet for [VSPO], Vesper Optics')
  })

  test('is offered for the open companies before one is named', () => {
    expect(read({ text: 'TEAR ', open: ['VSPO'], hits: [vesper] })).toEqual([
      ['Print', 'TEAR | Tear sheet for VSPO, Vesper Optics | open'],
    ])
  })

  test('goes by its title too: alone it is the command, before a symbol it is the code', () => {
    expect(readDocumentQuery('tear sheet')).toBeNull()
    expect(readDocumentQuery('tear sheet VSPO')).toEqual({ kind: 'tear-sheet', code: 'TEAR', subject: 'VSPO' })
    expect(readDocumentQuery('vesper optics Tear sheet')).toEqual({
      kind: 'tear-sheet',
      code: 'TEAR',
      subject: 'vesper optics',
    })
    expect(readDocumentQuery('TEAR VSPO')).toEqual({ kind: 'tear-sheet', code: 'TEAR', subject: 'VSPO' })
  })

  test('is not what the last of several words means, and words that begin with it may be searched for', () => {
    expect(readDocumentQuery('wear and tear')).toBeNull()
    expect(read({ text: 'tear gas', hits: [] }).map(([title]) => title)).toEqual(['Print', 'Full text'])
  })
})

test('transcripts are searched for the words as typed, also where the last one might be the code of a market', () => {
  expect(read({ text: 'pull in' })).toContainEqual(['Full text', 'Search transcripts for “pull in”'])
})

test('the name of a view alone offers it for the companies that are open, after commands of that name', () => {
  expect(read({ text: 'guidance', open: ['VSPO'], hits: [vesper] })[0]).toEqual([
    'Guidance',
    'GUID | Guidance for VSPO, Vesper Optics | open',
  ])
  const news = { id: 'go.news', title: 'News', group: 'Go to', run: () => {} } as const
  const titles = read({ text: 'news', open: ['VSPO'], hits: [vesper], actions: [news] }).map(([title]) => title)
  expect(titles.slice(0, 2)).toEqual(['Commands', 'News'])
})

test('a command whose title begins as the text comes before the company that the text may also name', () => {
  const page = { kind: 'view', view: 'calls', hit: security({ id: 'n', symbol: 'NEXT', name: 'Nextile' }) } as const
  const command = { id: 'tab.next', title: 'Next call', group: 'Tabs', run: () => {} } as const
  expect(read({ text: 'next call', page, actions: [command] }).map(([title]) => title)).toEqual([
    'Commands',
    'Nextile',
    'Full text',
    'Search the service',
  ])
})

test('a view named by its title stands once, also while that company is on screen', () => {
  const shown = { id: 'company.timeline', title: 'VSPO Timeline', group: 'Go to', code: 'EVT', run: () => {} } as const
  const page = { kind: 'view', view: 'timeline', hit: vesper } as const
  const titles = read({ text: 'vspo timeline', page, actions: [shown] }).map(([title]) => title)
  expect(titles).toContain('Vesper Optics')
  expect(titles).not.toContain('Commands')
})
