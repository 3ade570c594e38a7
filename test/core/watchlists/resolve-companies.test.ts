import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeCsv } from '#core/export/text-tables/csv.ts'
import { securityOf, watchlistSetup } from './watchlist-setup.ts'

async function resolvingSetup() {
  const setup = await watchlistSetup({
    securities: [
      securityOf('HLDN', {
        name: 'Halden Instruments',
        'identifiers.isin': 'US0378331005',
        'identifiers.figi': 'BBG000B9XRY4',
      }),
      securityOf('VSPO', { name: 'Vesper Optics', 'identifiers.cusip': '037833100' }),
      securityOf('VSPG', { name: 'Vespergate Holdings', 'identifiers.cik': '0000320193' }),
    ],
  })
  await setup.search('x')
  const read = async (text: string, listId: string | null = null) => {
    const { companies } = await setup.api.watchlists.resolveCompanies({ listId, text })
    return companies.map(({ text: piece, interpretedAs, security }) => [piece, interpretedAs, security?.symbol ?? null])
  }
  return { ...setup, read }
}

test.each([
  [
    'hldn, VSPO;VSPG\nHLDN',
    [
      ['hldn', 'symbol', 'HLDN'],
      ['VSPO', 'symbol', 'VSPO'],
      ['VSPG', 'symbol', 'VSPG'],
    ],
  ],
  [
    'HLDN\tVSPO\nVSPG',
    [
      ['HLDN', 'symbol', 'HLDN'],
      ['VSPO', 'symbol', 'VSPO'],
      ['VSPG', 'symbol', 'VSPG'],
    ],
  ],
  [
    'US0378331005\n037833100\n320193\nBBG000B9XRY4',
    [
      ['US0378331005', 'ISIN', 'HLDN'],
      ['037833100', 'CUSIP', 'VSPO'],
      ['320193', 'CIK', 'VSPG'],
    ],
  ],
  [
    'Halden Instruments\nvesper optics',
    [
      ['Halden Instruments', 'name', 'HLDN'],
      ['vesper optics', 'name', 'VSPO'],
    ],
  ],
  [
    'HLDN VSPO VSPG',
    [
      ['HLDN', 'symbol', 'HLDN'],
      ['VSPO', 'symbol', 'VSPO'],
      ['VSPG', 'symbol', 'VSPG'],
    ],
  ],
  [
    'HLDN US Equity\nXNAS:VSPO\nNOPE',
    [
      ['HLDN US Equity', 'symbol', 'HLDN'],
      ['XNAS:VSPO', 'symbol', 'VSPO'],
      ['NOPE', 'unknown', null],
    ],
  ],
  [
    'HLDN, NEWC US Equity; LSE:NEWD\nNEWE LN\nNEWF HP',
    [
      ['HLDN', 'symbol', 'HLDN'],
      ['NEWC', 'unknown', null],
      ['NEWD', 'unknown', null],
      ['NEWE', 'unknown', null],
      ['NEWF', 'unknown', null],
      ['HP', 'unknown', null],
    ],
  ],
  [
    'VSPO\tVesper Optics\tbought in March\nNonesuch Holdings Inc\nNonesuch SE\nhldn vspg',
    [
      ['VSPO', 'symbol', 'VSPO'],
      ['bought in March', 'name', null],
      ['Nonesuch Holdings Inc', 'name', null],
      ['Nonesuch SE', 'name', null],
      ['hldn', 'symbol', 'HLDN'],
      ['vspg', 'symbol', 'VSPG'],
    ],
  ],
  [
    'US0378331006\nUS5949181045\nBBG000BPH459',
    [
      ['US0378331006', 'ISIN, invalid check digit', null],
      ['US5949181045', 'ISIN', null],
      ['BBG000BPH459', 'FIGI', null],
    ],
  ],
  ['', []],
])('a pasted text is read: %j', async (text, expected) => {
  expect(await (await resolvingSetup()).read(text)).toEqual(expected)
})

test('a symbol with an exchange is the company listed there, never another one of the same symbol', async () => {
  const setup = await watchlistSetup({
    securities: [
      securityOf('BA', { name: 'Boeing', 'exchange_info.mic_code': 'XNYS', 'metadata.market_cap': 9e11 }),
      securityOf('BA', { id: 'BA-LN', name: 'BAE Systems', 'exchange_info.mic_code': 'XLON' }),
      securityOf('RIO', { name: 'Rio Tinto', 'exchange_info.mic_code': 'XLON' }),
      // Twenty larger listings stand before the one in Shenzhen.
      ...Array.from({ length: 20 }, (_, at) =>
        securityOf('0001', { id: `other-${at}`, 'exchange_info.mic_code': 'XHKG', 'metadata.market_cap': 1e9 + at }),
      ),
      securityOf('0001', { id: 'shenzhen', name: 'Ping An Bank', 'exchange_info.mic_code': 'XSHE' }),
    ],
  })
  await setup.search('x')
  const nameOf = async (text: string) => {
    const [first] = (await setup.api.watchlists.resolveCompanies({ listId: null, text })).companies
    return first?.security?.name ?? first?.interpretedAs
  }
  for (const text of ['BA LN', 'BA.L', 'LSE:BA', 'XLON:BA']) expect(await nameOf(text)).toBe('BAE Systems')
  for (const text of ['BA US Equity', 'BA UN', 'BA.N', 'NYSE:BA']) expect(await nameOf(text)).toBe('Boeing')
  for (const text of ['RIO US', 'RIO.OQ']) expect(await nameOf(text)).toBe('symbol, stored for another exchange')
  for (const text of ['RIO XX Equity', 'QQQQ:RIO']) expect(await nameOf(text)).toBe('Rio Tinto')
  for (const text of ['SZSE:0001', '0001.SZ', '0001 CS']) expect(await nameOf(text)).toBe('Ping An Bank')
  const found = async (query: string) =>
    (await setup.api.securities.find({ query, freshness: 'library' })).hits.map(({ name }) => name)
  expect(await found('BA LN')).toEqual(['BAE Systems', 'Boeing'])
  expect(await found('BA.N')).toEqual(['Boeing', 'BAE Systems'])
})

test('a file with heads is read row by row, with its notes, and what is on the list already is marked', async () => {
  const { api, list } = await resolvingSetup()
  const listId = await list('VSPO')
  const text =
    '\uFEFF"Ticker","Company","ISIN","Note"\r\n"??","Halden Instruments","US0378331005","A ""quoted"", note"\r\nVSPO,,,\r\n,Nobody Inc,,x\r\n'
  const { companies } = await api.watchlists.resolveCompanies({ listId, text })
  expect(companies).toMatchObject([
    {
      text: 'US0378331005',
      interpretedAs: 'ISIN',
      security: { symbol: 'HLDN' },
      note: 'A "quoted", note',
      onList: false,
    },
    { text: 'VSPO', interpretedAs: 'symbol', security: { symbol: 'VSPO' }, note: '', onList: true },
    { text: 'Nobody Inc', interpretedAs: 'unknown', security: null, note: 'x' },
  ])
})

test('a file of one column that was added below typed lines has a head and not a company of that name', async () => {
  const { read } = await resolvingSetup()
  expect((await read('HLDN\nSymbol\nVSPO')).map(([piece]) => piece)).toEqual(['HLDN', 'VSPO'])
})

test('a file with heads that was added below typed lines is read row by row, each company with the line of the whole text', async () => {
  const { api } = await resolvingSetup()
  const text = 'VSPG, NOTE\n\nName;Symbol;Note\nVesper Optics;VSPO;\nHalden Instruments;HLDN;"waits; as\nName;Symbol"'
  const { companies } = await api.watchlists.resolveCompanies({ listId: null, text })
  expect(companies.map(({ text: piece, note, line }) => [piece, note, line])).toEqual([
    ['VSPG', '', 1],
    ['NOTE', '', 1],
    ['VSPO', '', 4],
    ['HLDN', 'waits; as\nName;Symbol', 5],
  ])
})

test('a name that several companies begin with is marked as one of several', async () => {
  const { api } = await resolvingSetup()
  const { companies } = await api.watchlists.resolveCompanies({ listId: null, text: 'Vesper' })
  expect(companies).toMatchObject([{ interpretedAs: 'name', alternatives: 1 }])
  const [vesper] = companies
  expect(vesper?.listings.map(({ id }) => id)[0]).toBe(vesper?.security?.id)
  expect(new Set(vesper?.listings.map(({ symbol }) => symbol)).size).toBe(2)
})

test('a pasted text of thousands of names keeps nobody waiting: a request made meanwhile gets its response first', async () => {
  const { api, read } = await resolvingSetup()
  const ended: string[] = []
  const reading = read(Array.from({ length: 5000 }, (_, at) => `S${at}`).join('\n')).then(() => ended.push('the list'))
  for (let at = 0; at < 5; at += 1) await api.metrics.list()
  ended.push('five questions')
  await reading
  expect(ended).toEqual(['five questions', 'the list'])
})

test.each([
  ['lines', '\n'],
  ['cells', ','],
  ['words', ' '],
])('a text of more names than a list holds is refused, in %s', async (_, between) => {
  const { api } = await resolvingSetup()
  const text = Array.from({ length: 20_001 }, () => 'ZZZZ').join(between)
  await expect(api.watchlists.resolveCompanies({ listId: null, text })).rejects.toMatchObject({
    data: { kind: 'too-large', limit: { count: 20_000, of: 'securities' } },
  })
})

test('a note comes back from a watchlist’s CSV or TSV as it was written, whatever is in it', async () => {
  const { api } = await resolvingSetup()
  const unit = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      "'",
      '"',
      ',',
      ';',
      '|',
      '\t',
      '\n',
      '\r',
      '\r\n',
      ' ',
      '\u00a0',
      '\u200b',
      '\ufeff',
      '1',
      '.',
    ),
  )
  const notes = fc
    .tuple(fc.array(unit, { maxLength: 12 }), fc.array(unit, { maxLength: 12 }))
    .map((some) => some.map((each) => each.join('')))
  await fc.assert(
    fc.asyncProperty(
      notes,
      fc.constantFrom(',' as const, ';' as const, '\t' as const),
      async ([first = '', second = ''], separator) => {
        const cells = [
          ['Symbol', 'Company', 'New', 'Note', 'Quarter'],
          ['HLDN', 'Halden Instruments', 1, first, 'Q3 FY2025'],
          ['VSPO', 'Vesper Optics', null, second, 'Q3 FY2025'],
        ]
        const pieces: Uint8Array[] = []
        for await (const piece of writeCsv([cells.map((row) => ({ cells: row }))], {
          separator,
          decimalSign: separator === ';' ? ',' : '.',
        }))
          pieces.push(piece)
        const { companies } = await api.watchlists.resolveCompanies({
          listId: null,
          text: Buffer.concat(pieces).toString(),
        })
        expect(companies.map(({ text, note }) => [text, note])).toEqual([
          ['HLDN', first],
          ['VSPO', second],
        ])
      },
    ),
    { numRuns: 500 },
  )
})

test('each company says its line, and a repeated one is left out with the line that it repeats', async () => {
  const { api } = await resolvingSetup()
  const text = 'HLDN\n\n , \nVSPO, VSPG\nHalden Instruments\n'
  const { companies, duplicates } = await api.watchlists.resolveCompanies({ listId: null, text })
  expect(companies.map(({ line, security }) => [line, security?.symbol])).toEqual([
    [1, 'HLDN'],
    [4, 'VSPO'],
    [4, 'VSPG'],
  ])
  expect(duplicates).toEqual([{ line: 5, sameAs: 1 }])
})
