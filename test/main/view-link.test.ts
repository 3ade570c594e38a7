import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { handoverOf, viewOfHandover, viewOfLink } from '#main/view-link.ts'

describe('a link from outside', () => {
  test.each([
    ['tearsheet://company/AAPL', 'AAPL'],
    ['TEARSHEET://Company/brk.b', 'BRK.B'],
    ['tearsheet://company/0700.HK/', '0700.HK'],
    ['tearsheet://company/BF-B', 'BF-B'],
    [`tearsheet://company/${'A'.repeat(32)}`, 'A'.repeat(32)],
  ])('%s opens that company', (link, symbol) => {
    expect(viewOfLink(link)).toEqual({ name: 'company', symbol })
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
  ])('%j opens nothing', (link) => {
    expect(viewOfLink(link)).toBeNull()
  })

  test('whatever is written in it can only ever name a symbol: no path, no address, no key (P7)', () => {
    const nearly = fc.tuple(fc.constantFrom('tearsheet://company/', 'tearsheet://', ''), fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          nearly.map(([start, rest]) => start + rest),
        ),
        (link) => {
          const view = viewOfLink(link)
          if (view !== null) expect(view.symbol).toMatch(/^[A-Z0-9][A-Z0-9.:^=-]{0,31}$/)
        },
      ),
      { numRuns: 2000 },
    )
  })
})

describe('a second start', () => {
  test('hands over the requested company, in far less than 4 KB', () => {
    const handover = handoverOf(viewOfLink(`tearsheet://company/${'A'.repeat(32)}`))
    expect(JSON.stringify(handover).length).toBeLessThan(100)
    expect(viewOfHandover(handover)).toEqual({ name: 'company', symbol: 'A'.repeat(32) })
  })

  test('without a company hands over nothing', () => {
    expect(viewOfHandover(handoverOf(null))).toBeNull()
  })

  test('that is another program cannot hand over anything but a symbol', () => {
    fc.assert(
      fc.property(fc.anything(), (data) => {
        const view = viewOfHandover(data)
        if (view !== null) expect(view.symbol).toMatch(/^[A-Z0-9][A-Z0-9.:^=-]{0,31}$/)
      }),
    )
    expect(viewOfHandover({ symbol: 'AAPL --profile=/other' })).toBeNull()
    expect(viewOfHandover({ symbol: ['AAPL'] })).toBeNull()
  })
})
