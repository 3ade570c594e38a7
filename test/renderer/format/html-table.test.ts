import { describe, expect, test } from 'vitest'
import { cellsOfHtml, noSpreadsheet } from '../../core/export/office.ts'
import { htmlTable, textFormat } from '../../../src/renderer/format/html-table.ts'

const texts = ['=1+1', '=HYPERLINK("http://x.test","y")', '- Revenue grew', '@house', '+5%', '00123', "'=quoted"]
const cells = texts.map((text) => ({ text, format: textFormat }))

describe('texts of a copied table', () => {
  test('stand in it as they are where they are marked as texts, for Excel and for LibreOffice', () => {
    const { html } = htmlTable([cells.slice(0, 1)], ['=HEAD'])
    const mark = `sdnum="1033;0;@" style='mso-number-format:"\\@"'`
    expect(html).toBe(
      `<meta charset="utf-8"><table><tr><th ${mark}>=HEAD</th></tr><tr><td ${mark}>=1+1</td></tr></table>`,
    )
  })

  test.skipIf(noSpreadsheet !== null)(
    'arrive in LibreOffice as they are: none runs, none loses a zero (needs LibreOffice Calc)',
    () => {
      expect(cellsOfHtml(htmlTable([[...cells, { text: '-0.44' }]]).html)).toEqual([[...texts, '-0.44']])
    },
    60_000,
  )

  test('run nowhere when the marks cannot be kept', () => {
    const { plainHtml } = htmlTable([cells], ['=HEAD'])
    const shown = [...plainHtml.matchAll(/>([^<>]+)</g)].map(([, text]) => text)
    expect(shown).toEqual([
      "'=HEAD",
      "'=1+1",
      `'=HYPERLINK("http://x.test","y")`,
      "'- Revenue grew",
      "'@house",
      "'+5%",
      '00123',
      "''=quoted",
    ])
    expect(plainHtml).not.toContain('style')
  })

  test('run nowhere without a format, nor with another one', () => {
    const { html } = htmlTable([[{ text: '=1' }, { text: '=2', format: '0.00' }]])
    expect(html).toContain(`<td>'=1</td><td style='mso-number-format:"0\\.00"'>'=2</td>`)
  })
})
