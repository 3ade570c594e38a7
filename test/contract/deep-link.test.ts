import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDeepLink, parseDeepLink, type LinkedView } from '#contract/deep-link.ts'
import { handoverOf, linkOfHandover, readLink } from '#main/deep-link.ts'

const callId = '0f2f7d0e-5c0a-4b8e-9a53-7c1f2d3e4a5b'
const symbol = /^[A-Z0-9][A-Z0-9.:^=-]{0,31}$/

describe('a link from outside', () => {
  test.each<[string, LinkedView]>([
    ['tearsheet://home', { screen: 'home' }],
    ['tearsheet://search', { screen: 'text', query: '' }],
    ['tearsheet://company/AAPL', { screen: 'company', symbol: 'AAPL' }],
    ['TEARSHEET://Company/brk.b', { screen: 'company', symbol: 'BRK.B' }],
    ['tearsheet://company/0700.HK/', { screen: 'company', symbol: '0700.HK' }],
    ['tearsheet://company/BF-B', { screen: 'company', symbol: 'BF-B' }],
    [`tearsheet://company/${'A'.repeat(32)}`, { screen: 'company', symbol: 'A'.repeat(32) }],
    [`tearsheet://call/${callId}`, { screen: 'call', callId, second: null }],
    [`tearsheet://call/${callId}/?t=754`, { screen: 'call', callId, second: 754 }],
    [`tearsheet://call/${callId}?t=754.25`, { screen: 'call', callId, second: 754.25 }],
    ['tearsheet://compare/aapl,BRK.B', { screen: 'compare', symbols: ['AAPL', 'BRK.B'] }],
    ['tearsheet://search?q=pricing%20NEAR%2F5%20power', { screen: 'text', query: 'pricing NEAR/5 power' }],
    ['tearsheet://search/?q=caf%C3%A9', { screen: 'text', query: 'café' }],
  ])('%s opens what it names', (link, view) => {
    expect(parseDeepLink(link)).toEqual(view)
  })

  test.each([
    'tearsheet://company/',
    'tearsheet://company',
    'tearsheet:company/AAPL',
    'tearsheet://settings',
    'tearsheet://company/AAPL/financials',
    'tearsheet://company/AAPL?key=secret',
    'tearsheet://company/AAPL#x',
    'tearsheet://company/AAPL&x',
    'tearsheet://company/%41APL',
    'tearsheet://company/../AAPL',
    'tearsheet://company/..',
    'tearsheet://company/C:\\profile',
    'tearsheet://company/AA PL',
    'tearsheet://company/AAPL\n--profile=x',
    'tearsheet://company/AAPL\0',
    'tearsheet://user@company/AAPL',
    'tearsheet://company:80/AAPL',
    'tearsheet://evil/AAPL',
    'https://company/AAPL',
    ` tearsheet://company/AAPL`,
    `tearsheet://company/${'A'.repeat(33)}`,
    'tearsheet://company/ＡＡＰＬ',
    'tearsheet://call/',
    'tearsheet://call/../x',
    `tearsheet://call/${callId}?t=-1`,
    `tearsheet://call/${callId}?t=1e3`,
    `tearsheet://call/${callId}?t=754.`,
    `tearsheet://call/${callId}?t=754.1234`,
    `tearsheet://call/${callId}?t=754&u=1`,
    `tearsheet://call/${callId}?at=754`,
    `tearsheet://call/${'a'.repeat(65)}`,
    'tearsheet://compare/',
    'tearsheet://compare/AAPL,,MSFT',
    'tearsheet://compare/AAPL,https:%2F%2Fx.example',
    `tearsheet://compare/${Array.from({ length: 21 }, () => 'A').join(',')}`,
    'tearsheet://home/x',
    'tearsheet://home?key=secret',
    'tearsheet://search?q=',
    'tearsheet://search?q=%20',
    'tearsheet://search?q=%',
    'tearsheet://search?q=a%00b',
    'tearsheet://search?q=a%0Ab',
    'tearsheet://search?q=a&base=x',
    `tearsheet://search?q=${'a'.repeat(201)}`,
  ])('%j opens nothing', (link) => {
    expect(parseDeepLink(link)).toBeNull()
  })

  test('whatever is written in it can only ever name such a view: no path, no address, no key (P7)', () => {
    const starts = ['company/', 'call/', `call/${callId}?t=`, 'compare/', 'compare/AAPL,', 'search?q=', ''] as const
    const nearly = fc.tuple(fc.constantFrom(...starts), fc.string({ unit: 'binary' }))
    const anything = fc.oneof(
      fc.string(),
      fc.webUrl(),
      nearly.map(([start, rest]) => `tearsheet://${start}${rest}`),
    )
    fc.assert(
      fc.property(anything, (link) => {
        const view = parseDeepLink(link)
        if (view !== null) expectPlain(view)
      }),
      { numRuns: 2000 },
    )
  })

  test('is read as the view that it was made of, and as short as a second start may hand over', () => {
    const symbols = fc.stringMatching(symbol)
    const view = fc.oneof<fc.Arbitrary<LinkedView>[]>(
      fc.record({ screen: fc.constant('company'), symbol: symbols }),
      fc.record({
        screen: fc.constant('call'),
        callId: fc.uuid(),
        second: fc.option<number>(fc.nat(86_400), { nil: null }),
      }),
      fc.record({ screen: fc.constant('compare'), symbols: fc.array(symbols, { minLength: 1, maxLength: 20 }) }),
      fc.record({
        screen: fc.constant('text'),
        query: fc.string({ unit: 'grapheme', maxLength: 60 }).filter((text) => text.trim() === text && text !== ''),
      }),
    )
    fc.assert(
      fc.property(view, (made) => {
        const link = formatDeepLink(made)
        if (link === null) return
        expect(parseDeepLink(link)).toEqual(made)
        expect(JSON.stringify(handoverOf(link)).length).toBeLessThan(4096)
      }),
      { numRuns: 2000 },
    )
  })

  test('to a moment of a call is never before it: the turn that begins then is the one that opens', () => {
    const link = formatDeepLink({ screen: 'call', callId, second: 45.70004 })
    expect(link).toBe(`tearsheet://call/${callId}?t=45.701`)
  })

  test('is not made of what could not be read again', () => {
    expect(formatDeepLink({ screen: 'company', symbol: 'A B' })).toBeNull()
    expect(formatDeepLink({ screen: 'call', callId: '../x', second: null })).toBeNull()
    expect(formatDeepLink({ screen: 'compare', symbols: [] })).toBeNull()
    expect(formatDeepLink({ screen: 'text', query: 'a\nb' })).toBeNull()
  })
})

describe('a second start', () => {
  test('hands over the requested view, as it was read', () => {
    const handover = handoverOf(readLink('TEARSHEET://company/aapl/'))
    expect(handover).toEqual({ link: 'tearsheet://company/AAPL' })
    expect(linkOfHandover(handover)).toBe('tearsheet://company/AAPL')
  })

  test('without one hands over nothing', () => {
    expect(linkOfHandover(handoverOf(readLink('tearsheet://settings')))).toBeNull()
  })

  test('that is another program cannot hand over anything but a link', () => {
    fc.assert(
      fc.property(fc.anything(), (data) => {
        const link = linkOfHandover(data)
        if (link !== null) expect(parseDeepLink(link)).not.toBeNull()
      }),
    )
    expect(linkOfHandover({ link: 'tearsheet://company/AAPL --profile=/other' })).toBeNull()
    expect(linkOfHandover({ link: ['tearsheet://company/AAPL'] })).toBeNull()
    expect(linkOfHandover({ symbol: 'AAPL' })).toBeNull()
  })
})

function expectPlain(view: LinkedView): void {
  switch (view.screen) {
    case 'home':
      return expect(view).toEqual({ screen: 'home' })
    case 'company':
      return expect(view.symbol).toMatch(symbol)
    case 'call':
      expect(view.callId).toMatch(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/)
      return expect(view.second ?? 0).toBeLessThan(100_000)
    case 'compare':
      for (const each of view.symbols) expect(each).toMatch(symbol)
      return
    case 'text':
      return expect(view.query).toMatch(/^\P{Cc}{0,200}$/u)
    default:
      view satisfies never
  }
}
