import { describe, expect, test } from 'vitest'
import type { Scale } from '#contract/api/exports.ts'
import { comparisonSetup, quartersOf } from '../comparisons/comparison-setup.ts'
import { enhanced } from '../records.ts'
import { unpacked } from './archive.ts'
import { taken } from './taken.ts'
import { readSheet } from './workbook/read-sheet.ts'

/** As a spreadsheet shows them in each scale: a column that is narrower shows `###`. */
const loss = -1_234_567_890_123
const shown: Readonly<Record<Scale, string>> = {
  units: '(1,234,567,890,123)',
  thousands: '(1,234,567,890)',
  millions: '(1,234,567.9)',
  billions: '(1,234.57)',
}
const scales = ['units', 'thousands', 'millions', 'billions'] as const satisfies readonly Scale[]

const losing = () =>
  comparisonSetup({
    ACME: [
      enhanced({ year: 2024 }, { Revenue: 1, NetIncomeLoss: loss, TotalAssets: loss, TotalLiabilitiesEquity: 5 }),
      ...quartersOf(
        'ACME',
        { year: 2024, quarter: 1, end: '2024-03-31' },
        Array.from({ length: 4 }, () => ({ NetIncomeLoss: loss / 4 })),
      ),
    ],
  })

/** Of every sheet with a loss: how wide the columns are in which it stands. */
function widthsOfLosses(content: Buffer): number[] {
  return [...unpacked(content)].flatMap(([name, xml]) => {
    if (!name.startsWith('xl/worksheets/')) return []
    const widths = [...xml.matchAll(/<col min="(\d+)" max="\d+" width="([\d.]+)"/g)].map(([, , width]) => Number(width))
    const columns = [...readSheet(xml)].flatMap(([cell, { value }]) =>
      typeof value === 'number' && Math.abs(value - loss) < 1 ? [cell.replace(/\d+$/, '')] : [],
    )
    return [...new Set(columns)].map((column) => widths[numberOf(column)] ?? 0)
  })
}

/** `A` is 0. */
function numberOf(column: string): number {
  return [...column].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

describe('no figure is shown as ###', () => {
  test.each(scales)('in a company’s workbook in %s', async (scale) => {
    const setup = await losing()
    const question = { symbol: 'ACME', as: 'xlsx', scale, asOf: null } as const
    const widths = widthsOfLosses((await taken(setup.api.exports.company(question))).content)
    expect(widths.length).toBeGreaterThan(1)
    expect(Math.min(...widths)).toBeGreaterThan(shown[scale].length)
  })

  test.each(scales)('in a comparison’s workbook in %s', async (scale) => {
    const setup = await losing()
    const spec = setup.spec({ lines: ['NetIncomeLoss', 'TotalAssets'], basis: 'annual-ltm' })
    const asked = setup.api.exports.comparison({ spec, title: 'Peers', as: 'xlsx', scale })
    const widths = widthsOfLosses((await taken(asked)).content)
    expect(widths.length).toBeGreaterThan(3)
    expect(Math.min(...widths)).toBeGreaterThan(shown[scale].length)
  })
})
