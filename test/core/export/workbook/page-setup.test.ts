import { expect, test } from 'vitest'
import { pageSetupXml, paperOf } from '#core/export/workbook/page-setup.ts'

test.each([
  ['en-US', 'letter'],
  ['es-MX', 'letter'],
  ['en', 'letter'],
  ['en-GB', 'a4'],
  ['de', 'a4'],
] as const)('where people speak %s a sheet is printed on %s', (locale, paper) => {
  expect(paperOf(locale)).toBe(paper)
})

test('a wide sheet is printed on two pages side by side, with an ordinary & in its foot', () => {
  const xml = pageSetupXml({ paper: 'a4', across: 2, foot: { left: 'Black & Sons', right: '2026' } })
  expect(xml).toContain('<pageSetup paperSize="9" orientation="landscape" fitToWidth="2" fitToHeight="0"/>')
  expect(xml).toContain('Black &amp;&amp; Sons&amp;C')
})
