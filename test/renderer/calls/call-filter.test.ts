import { expect, test } from 'vitest'
import { symbolsOf } from '../../../src/renderer/format/symbols.ts'
import type { CallFilter } from '#contract/api/calls.ts'
import { CallListFilter, mayMatchOlder } from '../../../src/renderer/calls/call-filter.svelte.ts'

const noon = new Date(2026, 10, 21, 12, 30).getTime()
const choiceOf = (symbols = '') =>
  new CallListFilter(
    () => symbols,
    () => noon,
  )

test('nothing chosen requests everything, and what is chosen is requested as it was meant', () => {
  const choice = choiceOf(' hldn, vspo;HLDN')
  choice.text = ' margin '
  choice.status = 'IN_PROGRESS'
  choice.download = 'transcript'
  choice.view = 'unread'
  choice.search = 's1'
  expect([choiceOf().filter, choice.filter]).toEqual([
    {},
    {
      symbols: ['HLDN', 'VSPO'],
      text: 'margin',
      status: 'IN_PROGRESS',
      download: 'transcript',
      view: 'unread',
      search: 's1',
    },
  ])
})

test('an exported list says in words what it lists', () => {
  const choice = choiceOf('hldn, vspo')
  choice.text = ' margin '
  choice.view = 'unread'
  expect([choiceOf().description, choice.description]).toEqual(['All companies', 'HLDN, VSPO; “margin”, unread'])
})

test('a watchlist narrows to its companies, and to those of them that were entered', () => {
  const watchlist = { id: 'l', name: 'Coverage', symbols: ['HLDN', 'KSTM'] }
  const all = choiceOf()
  all.watchlist = watchlist
  expect(all.filter).toEqual({ symbols: ['HLDN', 'KSTM'] })
  const entered = choiceOf('KSTM, VSPO')
  entered.watchlist = watchlist
  expect([entered.filter, entered.isNarrowed]).toEqual([{ symbols: ['KSTM'] }, true])
  entered.clear()
  expect(entered.filter).toEqual({ symbols: ['KSTM', 'VSPO'] })
})

test('an empty watchlist has no calls', () => {
  const choice = choiceOf()
  choice.watchlist = { id: 'l', name: 'Coverage', symbols: [] }
  expect(choice.filter).toEqual({ symbols: [] })
})

test('the last days begin with a whole day, so that the request is the same all day', () => {
  const choice = choiceOf()
  choice.span = '30'
  expect(choice.filter).toEqual({ from: new Date(2026, 9, 22).getTime() })
})

test('a range holds both of its days whole; a day that is not written out is no limit', () => {
  const choice = choiceOf()
  choice.span = 'dates'
  choice.firstDay = '2026-11-01'
  expect(choice.filter).toEqual({ from: new Date(2026, 10, 1).getTime() })
  choice.lastDay = '2026-11-20'
  expect(choice.filter.to).toBe(new Date(2026, 10, 21).getTime() - 1)
})

test('clearing keeps the company', () => {
  const choice = choiceOf('HLDN')
  choice.text = 'margin'
  choice.span = '90'
  choice.clear()
  expect([choice.filter, choice.isNarrowed]).toEqual([{ symbols: ['HLDN'] }, false])
})

test.each([
  ['', []],
  ['brk.b  brk.a', ['BRK.B', 'BRK.A']],
  [', ;', []],
])('symbols however they were set apart: %s', (text, symbols) => {
  expect(symbolsOf(text)).toEqual(symbols)
})

test.each([
  ['new', 'No new calls.'],
  ['unread', 'No unread calls.'],
  ['hits', 'No calls with hits.'],
] as const)(
  'the empty view %s says what it has none of, and names the filters next to it where there are any',
  (view, sentence) => {
    const choice = choiceOf('HLDN')
    choice.view = view
    expect([choice.noMatch('calls'), choice.isViewAlone]).toEqual([sentence, true])
    choice.text = 'margin'
    expect(choice.noMatch('calls')).toMatch(/^No calls match these filters: “margin”, /)
    expect(choice.isViewAlone).toBe(false)
  },
)

test('older calls at the service are offered where they can match: they come without transcript and recording', () => {
  const filters: CallFilter[] = [
    {},
    { text: 'margin' },
    { download: 'missing' },
    { download: 'transcript' },
    { download: 'failed' },
    { view: 'new' },
    { view: 'unread' },
    { view: 'hits', text: 'margin' },
  ]
  expect(filters.map(mayMatchOlder)).toEqual([true, true, true, false, false, false, false, false])
})

test('a filter without calls is named in the words that were chosen, so that nobody takes it for an empty library', () => {
  const choice = choiceOf('HLDN')
  choice.text = ' margin '
  choice.status = 'IN_PROGRESS'
  choice.span = '365'
  choice.watchlist = { id: 'l', name: 'Coverage', symbols: ['HLDN'] }
  expect(choice.noMatch('calls')).toBe('No calls match these filters: “margin”, last 12 months, Coverage, In progress.')
  choice.span = 'dates'
  choice.firstDay = '2026-11-01'
  expect(choice.chosen[1]).toBe('since 1 Nov 26')
  choice.lastDay = '2026-11-03'
  expect(choice.chosen[1]).toBe('1 Nov 26 to 3 Nov 26')
})

test('hits of the first saved search are counted until another one, or none, is chosen', () => {
  let first: string | null = 's1'
  let changes = 0
  const options = { firstSearch: () => first, onchange: () => (changes += 1) }
  const choice = new CallListFilter(
    () => '',
    () => noon,
    options,
  )
  expect([choice.search, choice.left]).toEqual(['s1', {}])
  first = 's0'
  expect(choice.search).toBe('s0')
  choice.text = 'margin'
  choice.view = 'hits'
  choice.search = null
  expect([choice.search, choice.view, choice.left, changes]).toEqual([null, 'all', { text: 'margin', search: '' }, 2])
  const restored = new CallListFilter(
    () => '',
    () => noon,
    { ...options, left: choice.left },
  )
  expect([restored.search, restored.text, changes]).toEqual([null, 'margin', 2])
})
