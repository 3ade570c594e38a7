import fc from 'fast-check'
import { expect, test } from 'vitest'
import { delimited } from '#core/export/text-tables/delimited.ts'
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
    'VSPO\tVesper Optics\tbought in March\nNonesuch Holdings Inc\nhldn vspg',
    [
      ['VSPO', 'symbol', 'VSPO'],
      ['bought in March', 'name', null],
      ['Nonesuch Holdings Inc', 'name', null],
      ['hldn', 'symbol', 'HLDN'],
      ['vspg', 'symbol', 'VSPG'],
    ],
  ],
  [
    'US0378331006\nUS5949181045\nBBG000BPH459',
    [
      ['US0378331006', 'ISIN, wrong check digit', null],
      ['US5949181045', 'ISIN', null],
      ['BBG000BPH459', 'FIGI', null],
    ],
  ],
  ['', []],
])('a pasted text is read: %j', async (text, expected) => {
  expect(await (await resolvingSetup()).read(text)).toEqual(expected)
})

test('a file with heads is read row by row, with its notes, and what is on the list already is told', async () => {
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

test('a name that several companies begin with is told to be one of several', async () => {
  const { api } = await resolvingSetup()
  const { companies } = await api.watchlists.resolveCompanies({ listId: null, text: 'Vesper' })
  expect(companies).toMatchObject([{ interpretedAs: 'name', alternatives: 1 }])
})

test('a pasted text of thousands of names keeps nobody waiting: whoever asks meanwhile is answered first', async () => {
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
    data: { kind: 'too-large', detail: '20,000 securities' },
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
      fc.constantFrom(',' as const, '\t' as const),
      async ([first = '', second = ''], separator) => {
        const cells = [
          ['Symbol', 'Company', 'New', 'Note', 'Quarter'],
          ['HLDN', 'Halden Instruments', 1, first, 'Q3 FY2025'],
          ['VSPO', 'Vesper Optics', null, second, 'Q3 FY2025'],
        ]
        const pieces: Uint8Array[] = []
        for await (const piece of delimited([cells.map((row) => ({ cells: row }))], separator)) pieces.push(piece)
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
