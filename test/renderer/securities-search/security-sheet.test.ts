import { expect, test } from 'vitest'
import { copiedSheet } from '../../../src/renderer/format/copied-table.ts'
import { securitySheet } from '../../../src/renderer/securities-search/security-sheet.ts'
import { security } from './security.ts'

const copied = (hits: Parameters<typeof securitySheet>[0]) => copiedSheet(securitySheet(hits))

test('securities arrive in a spreadsheet with heads, full precision and no separators, an absent value empty', () => {
  const { text } = copied([
    security({ symbol: 'HLDN', name: 'Halden Instruments', marketCap: 12_808_040_000, cik: '0000320193' }),
    security({ symbol: 'VSPO', name: 'Vesper Optics', marketCap: null, hasFundamentals: true }),
  ])
  const [heads, ...lines] = text.split('\r\n').map((line) => line.split('\t'))
  const column = (title: string) => lines.map((line) => line[heads!.indexOf(title)])
  expect({
    heads,
    caps: column('Market cap'),
    names: column('Name'),
    cik: column('CIK'),
    disk: column('Stored'),
  }).toEqual({
    heads: [
      ...['Symbol', 'Name', 'Exchange', 'MIC', 'Country', 'Type', 'Market cap', 'Currency', 'Stored', 'Source'],
      ...['ISIN', 'FIGI', 'CUSIP', 'CIK', 'Status'],
    ],
    caps: ['12808040000', ''],
    names: ['Halden Instruments', 'Vesper Optics'],
    cik: ['0000320193', ''],
    disk: ['no', 'yes'],
  })
})

test('a name that a spreadsheet would run as a formula arrives as text', () => {
  const names = ['=1+1', '+cmd', '-2', '@SUM(A1)', '＝1', 'a\tb\nc']
  const { text, html, plainHtml } = copied(names.map((name) => security({ name })))
  const cells = text
    .split('\r\n')
    .slice(1)
    .map((line) => line.split('\t')[1])
  expect(cells).toEqual(["'=1+1", "'+cmd", '-2', "'@SUM(A1)", "'＝1", 'a b c'])
  expect(html).toContain(`<td sdnum="1033;0;@" style='mso-number-format:"\\@"'>=1+1</td>`)
  expect(plainHtml).toContain(`<td>'=1+1</td>`)
})

test('markup in a name is text in the HTML', () => {
  expect(copied([security({ name: '<img src=x onerror=alert(1)> & Co' })]).html).toContain(
    '&lt;img src=x onerror=alert(1)&gt; &amp; Co',
  )
})
