import { describe, expect, test } from 'vitest'
import type { GuidanceCell, GuidanceRow } from '#contract/api/guidance.ts'
import { GuidanceTable, guidanceSheet, type Guidance } from '../../../src/renderer/guidance/guidance-table.ts'
import { changeSentence, wordsOf } from '../../../src/renderer/guidance/guidance-text.ts'

function stated(low: number, high: number, over: Partial<Extract<GuidanceCell, { is: 'stated' }>> = {}): GuidanceCell {
  const value = { unit: 'amount', currency: 'USD', low, high, step: 1e7, bound: 'range' } as const
  const sentence: [string, string, string] = ['We expect ', 'it', '.']
  const passage = { turn: 4, from: 10, to: 12, value, speaker: 'Marta Ellingsen', second: 65, sentence }
  return { is: 'stated', change: 'given', previous: null, passages: [passage], ...over }
}

function row(cells: GuidanceRow['cells'], over: Partial<GuidanceRow> = {}): GuidanceRow {
  return {
    field: 'Revenue',
    label: 'Revenue',
    change: null,
    qualifier: null,
    period: { quarter: 'FY', year: 2025 },
    cells,
    reported: null,
    outcome: null,
    ...over,
  }
}

const calls = (['Q1', 'Q2'] as const).map((quarter) => ({
  callId: quarter,
  title: `Halden ${quarter}`,
  quarter: { quarter, year: 2025 },
  startedAt: Date.UTC(2025, 4, 5),
  recording: 'none' as const,
}))
const reported = {
  field: 'Revenue',
  period: { quarter: 'FY', year: 2025 },
  edition: 'enhanced',
  value: 4_793_800_000,
  origin: 'stored',
} as const
const guidance: Guidance = {
  calls,
  rows: [
    row([stated(4.86e9, 5e9), stated(4.77e9, 4.9e9, { change: 'lowered', previous: 0 })], {
      reported,
      outcome: 'within',
    }),
    row([stated(1.2e9, 1.3e9), { is: 'not-repeated' }], { period: { quarter: 'Q4', year: 2025 } }),
    row([null, stated(1e9, 1.1e9)], { label: 'EBITDA', field: 'EBITDA', qualifier: 'adjusted' }),
  ],
  callsToDownload: [],
  listed: 2,
}

const withdrawal = {
  turn: 2,
  from: 0,
  to: 9,
  speaker: 'Marta Ellingsen',
  second: 65,
  sentence: ['', 'We withdraw our guidance', '.'] as [string, string, string],
}

function textsOf(table: GuidanceTable): string[][] {
  return table.rows.map((_, at) =>
    table.columns.map((__, column) => {
      const { text, marks } = table.cell(at, column)
      return [...marks.map(({ letter }) => letter), text].filter((part) => part !== '').join(' ')
    }),
  )
}

describe('guidance that was withdrawn', () => {
  const cells = [stated(1.2e9, 1.3e9), { is: 'withdrawn' as const, passage: withdrawal }]
  const table = new GuidanceTable({ ...guidance, rows: [row(cells)] }, 'millions', 'oldest-first')

  test('is marked in the call that withdraws it, whose words open and play', () => {
    expect(textsOf(table)[0]?.[1]).toBe('withdrawn')
    const at = table.at(0, 1)
    expect(at && wordsOf(at)).toBe(withdrawal)
    expect(at && changeSentence(at)).toBe('Guidance for FY2025 was withdrawn or suspended.')
  })

  test('is exported with its words, and later guidance is said to be the first since then', () => {
    const sheet = guidanceSheet({ ...guidance, rows: [row(cells)] })
    expect(sheet.rows[1]?.slice(4)).toEqual([
      'withdrawn',
      '',
      null,
      null,
      '',
      'Marta Ellingsen',
      '0:01:05',
      'We withdraw our guidance.',
      null,
      '',
    ])
    const again = [{ is: 'withdrawn' as const, passage: withdrawal }, stated(1e9, 1.1e9)]
    const later = new GuidanceTable({ ...guidance, rows: [row(again)] }, 'millions', 'oldest-first').at(0, 1)
    expect(later && changeSentence(later)).toBe('The first guidance for FY2025 since it was withdrawn.')
  })
})

describe('the table of guidance', () => {
  test('has a mark and the guidance in each cell, and the reported figure at the right', () => {
    const table = new GuidanceTable(guidance, 'millions', 'oldest-first')
    expect(table.columns.map(({ title }) => title)).toEqual(['Q1 FY2025', 'Q2 FY2025', 'Reported'])
    expect(textsOf(table)).toEqual([
      ['given 4.86–5.00 bn', 'lowered 4.77–4.90 bn', 'within 4,793.8'],
      ['given 1.20–1.30 bn', 'not repeated', ''],
      ['', 'given 1.00–1.10 bn', 'n/a'],
    ])
    expect(table.cell(0, 1).marks[0]?.says).toBe('Lowered from 4.86–5.00 bn in the Q1 FY2025 call.')
  })

  test('turns round with the order of periods, and the reported figure stays at the right', () => {
    const table = new GuidanceTable(guidance, 'millions', 'newest-first')
    expect(table.columns.map(({ title }) => title)).toEqual(['Q2 FY2025', 'Q1 FY2025', 'Reported'])
    expect(textsOf(table)[0]).toEqual(['lowered 4.77–4.90 bn', 'given 4.86–5.00 bn', 'within 4,793.8'])
  })

  test('says how many passages of a call do not agree', () => {
    const two = stated(1e9, 1.1e9)
    const passages = two.is === 'stated' ? [...two.passages, ...two.passages] : []
    const table = new GuidanceTable(
      { ...guidance, rows: [row([stated(1e9, 1.1e9, { change: null, passages }), null])] },
      'millions',
      'oldest-first',
    )
    expect(table.cell(0, 0).marks).toMatchObject([{ letter: '1 of 2', says: 'The passages of this call differ.' }])
  })

  test('is copied with its marks as words and the reported figure in full precision', () => {
    const table = new GuidanceTable(guidance, 'millions', 'oldest-first')
    expect(table.sheet({ top: 0, bottom: 0, left: 0, right: 2 }, true)).toEqual({
      heads: ['Line', 'Period', 'Q1 FY2025', 'Q2 FY2025', 'Reported'],
      rows: [['Revenue', 'FY2025', '4.86–5.00 bn, given', '4.77–4.90 bn, lowered', 4_793_800_000]],
    })
  })
})

test('a file has a row for each passage, with its ends as figures', () => {
  const { heads, rows } = guidanceSheet(guidance)
  expect(heads.slice(4, 9)).toEqual(['Guidance', 'Spoken', 'From', 'To', 'Currency'])
  expect(rows.map((each) => [...each.slice(0, 3), ...each.slice(4, 8)])).toEqual([
    ['Revenue', 'FY2025', 'Q1 FY2025 call', 'given', '4.86–5.00 bn', 4_860_000_000, 5_000_000_000],
    ['Revenue', 'FY2025', 'Q2 FY2025 call', 'lowered', '4.77–4.90 bn', 4_770_000_000, 4_900_000_000],
    ['Revenue', 'Q4 FY2025', 'Q1 FY2025 call', 'given', '1.20–1.30 bn', 1_200_000_000, 1_300_000_000],
    ['Revenue', 'Q4 FY2025', 'Q2 FY2025 call', 'not repeated', '', null, null],
    ['EBITDA, adjusted', 'FY2025', 'Q2 FY2025 call', 'given', '1.00–1.10 bn', 1_000_000_000, 1_100_000_000],
  ])
})
