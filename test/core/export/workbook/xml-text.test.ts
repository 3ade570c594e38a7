import { describe, expect, test } from 'vitest'
import { xmlText } from '#core/export/workbook/xml-text.ts'

describe('a text in XML', () => {
  test.each([
    ['R&D < 5 > "x"', 'R&amp;D &lt; 5 &gt; &quot;x&quot;'],
    ['plain, with a tab\tand\na line', 'plain, with a tab\tand\na line'],
    ['\u0000\u0007\r', '_x0000__x0007__x000D_'],
    ['\ufffe\uffff', '_xFFFE__xFFFF_'],
    ['\u0085', '_x0085_'],
    ['_x0041_ _xfeED_', '_x005F_x0041_ _x005F_xfeED_'],
    ['_x041_ x0041_', '_x041_ x0041_'],
    ['a\ud800b', 'a\ufffdb'],
    ['🚀', '🚀'],
  ])('%j is written as %j', (text, xml) => {
    expect(xmlText(text)).toBe(xml)
  })
})
