import { expect, test } from 'vitest'
import type { NumberFormat } from '#contract/api/number-format.ts'
import { chunksOf, type ExportSource } from '#core/export/export-source.ts'
import { taken } from '../taken.ts'

const source: ExportSource = {
  title: 'Revenue',
  fileName: 'Revenue',
  program: 'Tearsheet',
  madeAt: 0,
  sheets: [],
  table: [[{ cells: ['HLDN', 1296.8, 'Halden, Basel'] }]],
  isFigure: (column) => column === 1,
  isSample: false,
  facts: [],
  rows: () => 1,
}

test.each<[NumberFormat, string]>([
  ['en-US', 'HLDN,1296.8,"Halden, Basel"'],
  ['de-DE', 'HLDN;1296,8;Halden, Basel'],
  ['fr-FR', 'HLDN;1296,8;Halden, Basel'],
  // Where the decimal sign is a point, and the list separator of Windows a semicolon all the same.
  ['de-CH', 'HLDN;1296.8;Halden, Basel'],
  ['en-IN', 'HLDN,1296.8,"Halden, Basel"'],
])('a CSV file in the format %s opens in columns in the Excel of that region', async (numbers, line) => {
  const { content } = await taken(Promise.resolve(chunksOf(source, { as: 'csv', numbers })))
  expect(content.toString()).toBe(`\uFEFF${line}\r\n`)
})
