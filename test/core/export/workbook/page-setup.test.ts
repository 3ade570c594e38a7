import { expect, test } from 'vitest'
import { usualPaper } from '#contract/api/paper-size.ts'
import { pageSetupXml } from '#core/export/workbook/page-setup.ts'

test.each([
  ['en-US', 'letter'],
  ['es-MX', 'letter'],
  ['en', 'letter'],
  ['en-GB', 'a4'],
  ['de', 'a4'],
] as const)('where people speak %s a sheet is printed on %s', (locale, paper) => {
  expect(usualPaper(locale)).toBe(paper)
})

test('a wide sheet is printed on two pages side by side, with an ordinary & in its foot', () => {
  const xml = pageSetupXml({ across: 2, foot: { left: 'Black & Sons', right: '2026' } }, [], 'a4')
  expect(xml).toContain('<pageSetup paperSize="9" orientation="landscape" fitToWidth="2" fitToHeight="0"/>')
  expect(xml).toContain('Black &amp;&amp; Sons&amp;C')
})

test('with page breaks a sheet is scaled to the wider of its pages, the labels on each and hidden columns left out', () => {
  const columns = [...[{ width: 30 }, { width: 50, isHidden: true }], ...[{ width: 70 }, { width: 70 }, { width: 110 }]]
  const foot = { left: '', right: '' }
  const scaleOn = (paper: 'a4' | 'letter') =>
    pageSetupXml({ foot, labelsUpTo: 2, breaks: [4] }, columns, paper).match(/<pageSetup [^>]*>|<colBreaks.*/g)
  const breaks = '<colBreaks count="1" manualBreakCount="1"><brk id="4" max="1048575" man="1"/></colBreaks>'
  // 170 units of 7 pixels are 12.4 inches, and 12.8 with what rounding may add.
  expect(scaleOn('a4')).toEqual(['<pageSetup paperSize="9" scale="84" orientation="landscape"/>', breaks])
  expect(scaleOn('letter')).toEqual(['<pageSetup paperSize="1" scale="79" orientation="landscape"/>', breaks])
})
