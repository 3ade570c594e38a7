import { describe, expect, test } from 'vitest'
import type { PrintedSpread, SpreadRow } from '../../../../src/renderer/app/booklet-request.ts'
import { spreadPages } from '../../../../src/renderer/paper/booklet/spread-pages.ts'

const medians = {
  key: 'median',
  label: 'Median',
  note: '',
  detail: '',
  columns: [{ title: 'LTM' }],
  isRepeated: true,
} as const

/** Companies of three figures each, and a median. */
function spreadOf(companies: number, rows: readonly SpreadRow[]): PrintedSpread {
  const groups = Array.from({ length: companies }, (_, at) => ({
    key: `C${at}`,
    label: `C${at}`,
    note: '',
    detail: '',
    columns: [{ title: 'FY24' }, { title: 'FY25' }, { title: 'LTM' }],
  }))
  return { note: '', corner: '', groups: [...groups, medians], rows, remarks: [] }
}
const line = (label: string, columns: number): SpreadRow => ({
  kind: 'figures',
  label,
  note: '',
  cells: Array.from({ length: columns }, () => ({ text: '12,345.6' })),
})

describe('the pages of a spread', () => {
  test('hold whole companies, each once, with the medians on every page', () => {
    const pages = spreadPages(spreadOf(12, [line('Revenue', 37)]), 'letter')
    const companies = pages.map(({ groups }) => groups.filter(({ isRepeated }) => isRepeated !== true))
    expect(companies.flat().map(({ key }) => key)).toEqual(Array.from({ length: 12 }, (_, at) => `C${at}`))
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.map(({ groups }) => groups.at(-1)?.key)).toEqual(pages.map(() => 'median'))
    expect(
      pages
        .at(-1)
        ?.groups.map(({ first }) => first)
        .at(-1),
    ).toBe(36)
    for (const { groups } of pages) {
      const width = groups.flatMap(({ widths }) => widths).reduce((sum, each) => sum + each, 0)
      expect(width).toBeLessThanOrEqual(960)
    }
  })

  test('break the rows without leaving a head alone at the foot', () => {
    const rows = Array.from({ length: 30 }, (_, at): SpreadRow[] => [
      { kind: 'head', label: `Part ${at}`, note: '' },
      line(`Line ${at}`, 4),
    ]).flat()
    const pages = spreadPages(spreadOf(1, rows), 'a4')
    expect(pages.flatMap((page) => page.rows)).toEqual(rows)
    expect(pages.length).toBe(2)
    expect(pages.map((page) => page.rows.at(-1)?.kind)).toEqual(['figures', 'figures'])
  })
})
