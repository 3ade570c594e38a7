import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { safeText } from '#contract/api/spreadsheet-text.ts'
import { copiedSheet, tabSeparated } from '../../../src/renderer/format/copied-table.ts'

describe('a table for a spreadsheet', () => {
  test('no text of a transcript runs as a formula, in any of the ways a spreadsheet takes one', () => {
    const said = ['=HYPERLINK("x")', '+cmd', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '＝1', 'a = b']
    expect(said.map(safeText)).toEqual([...said.slice(0, -1).map((text) => `'${text}`), 'a = b'])
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const cell = tabSeparated({ heads: [], rows: [[text]] }).slice(2)
        expect(cell).not.toMatch(/[\t\r\n]/)
        const runs = /^[\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠]/u.test(cell)
        expect(runs).toBe(/^[-+]\d+(\.\d+)?$/.test(text))
      }),
    )
  })

  test('numbers stay numbers: a loss keeps its minus, a text that is a number its digits', () => {
    expect(tabSeparated({ heads: ['a', 'b', 'c', 'd'], rows: [[-0.44, '-12.5', 1e21, null]] })).toBe(
      'a\tb\tc\td\r\n-0.44\t-12.5\t1000000000000000000000\t',
    )
  })

  test('no text runs from the HTML of a copied table whose number formats cannot be kept', () => {
    expect(
      copiedSheet({ heads: ['=1'], rows: [['\u200b=HYPERLINK("x")']] }).plainHtml.replaceAll(/<[^>]*>/g, '|'),
    ).toBe(`||||'=1||||'\u200b=HYPERLINK("x")|||`)
  })

  test('nothing in a copied text is HTML', () => {
    expect(copiedSheet({ heads: ['<b>'], rows: [['<img src=x>']] }).html).toContain('&lt;img src=x&gt;')
  })
})
