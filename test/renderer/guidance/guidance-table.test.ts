import { describe, expect, test } from 'vitest'
import type { GuidanceCell, GuidanceRow } from '#contract/api/guidance.ts'
import { GuidanceTable, guidanceSheet, type Guidance } from '../../../src/renderer/guidance/guidance-table.ts'
import {
  changeSentence,
  isCounted,
  notComparedSentence,
  openFigureOff,
  passagesOf,
  reportedName,
  wordsOf,
} from '../../../src/renderer/guidance/guidance-text.ts'

function stated(low: number, high: number, over: Partial<Extract<GuidanceCell, { is: 'stated' }>> = {}): GuidanceCell {
  const value = { unit: 'amount', currency: 'USD', low, high, step: 1e7, bound: 'range' } as const
  const sentence: [string, string, string] = ['We expect ', 'it', '.']
  const passage = { turn: 4, from: 10, to: 12, value, speaker: 'Marta Ellingsen', second: 65, sentence }
  return { is: 'stated', change: 'given', notCompared: null, previous: null, passages: [passage], ...over }
}

function row(cells: GuidanceRow['cells'], over: Partial<GuidanceRow> = {}): GuidanceRow {
  return {
    field: 'Revenue',
    label: 'Revenue',
    change: null,
    qualifier: null,
    period: { quarter: 'FY', year: 2025 },
    cells,
    dismissed: [],
    reported: null,
    restated: null,
    outcome: null,
    notCompared: null,
    ...over,
  }
}

const calls = (['Q1', 'Q2'] as const).map((quarter) => ({
  callId: quarter,
  title: `Halden ${quarter}`,
  quarter: { quarter, year: 2025 },
  startedAt: Date.UTC(2025, 4, 5),
  recording: 'none' as const,
  form: { format: 'json' as const, clean: false },
  hash: 'a1',
  language: null,
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
      null,
      '',
    ])
    const again = [{ is: 'withdrawn' as const, passage: withdrawal }, stated(1e9, 1.1e9)]
    const later = new GuidanceTable({ ...guidance, rows: [row(again)] }, 'millions', 'oldest-first').at(0, 1)
    expect(later && changeSentence(later)).toBe('The first guidance for FY2025 since it was withdrawn.')
  })
})

test('guidance that was reaffirmed without a figure is repeated, with the words that open and play and the figure that they mean', () => {
  const passage = { ...withdrawal, sentence: ['', 'We reiterate our guidance', '.'] as [string, string, string] }
  const cells = [stated(1.2e9, 1.3e9), { is: 'reaffirmed' as const, previous: 0, passage }]
  const table = new GuidanceTable({ ...guidance, rows: [row(cells)] }, 'millions', 'oldest-first')
  expect(textsOf(table)[0]?.[1]).toBe('repeated')
  const at = table.at(0, 1)
  expect(at && wordsOf(at)).toBe(passage)
  expect(at && changeSentence(at)).toBe('Reaffirmed without a figure: 1.20–1.30 bn in the Q1 FY2025 call.')
  const sheet = guidanceSheet({ ...guidance, rows: [row(cells)] })
  expect(sheet.rows[1]?.slice(4, 12)).toEqual([
    'repeated',
    '',
    null,
    null,
    '',
    'Marta Ellingsen',
    '0:01:05',
    'We reiterate our guidance.',
  ])
})

test('a wrong match stays in its cell, opens and plays, and is in no file', () => {
  const rows = [row([null, stated(1e9, 1.1e9)], { dismissed: [[withdrawal], []] }), row([null, null])]
  const table = new GuidanceTable({ ...guidance, rows }, 'millions', 'oldest-first')
  expect(textsOf(table)[0]?.[0]).toBe('wrong match')
  const at = table.at(0, 0)
  expect(at && [changeSentence(at), wordsOf(at), passagesOf(at)]).toEqual([
    'Not counted: marked as wrong match.',
    withdrawal,
    [{ words: withdrawal, isDismissed: true }],
  ])
  expect(guidanceSheet({ ...guidance, rows }).rows).toHaveLength(1)
  expect(rows.map(isCounted)).toEqual([true, false])
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

  test('marks a reported figure that was restated since, which is shown, copied and exported as first stored', () => {
    const restated = { value: 4_912_000_000, at: new Date(2026, 1, 3).getTime() }
    const rows = [row([stated(4.77e9, 4.9e9)], { reported, restated, outcome: 'within' })]
    const table = new GuidanceTable({ ...guidance, rows }, 'millions', 'oldest-first')
    expect(textsOf(table)[0]?.at(-1)).toBe('r within 4,793.8')
    expect(table.cell(0, 2).marks[0]).toMatchObject({
      says: 'Restated 3 Feb 26: 4,793.8 → 4,912.0. Guidance is compared with the figure as first stored.',
      corner: true,
    })
    expect(table.sheet({ top: 0, bottom: 0, left: 2, right: 2 }, false).rows).toEqual([[4_793_800_000]])
    const { heads, rows: exported } = guidanceSheet({ ...guidance, rows })
    expect([heads.slice(12), exported[0]?.slice(12)]).toEqual([
      ['Reported, as first stored', 'Restated to', 'Against the last guidance'],
      [4_793_800_000, 4_912_000_000, 'within'],
    ])
  })

  test('says why guidance and a reported figure are not compared', () => {
    const split = {
      is: 'split',
      before: { quarter: 'Q1', year: 2025 },
      after: { quarter: 'Q2', year: 2025 },
    } as const
    const cells = [stated(1e9, 1.1e9), stated(5e8, 5.5e8, { change: null, notCompared: split, previous: 0 })]
    const rows = [row(cells, { reported, notCompared: split })]
    const table = new GuidanceTable({ ...guidance, rows }, 'millions', 'oldest-first')
    expect(textsOf(table)[0]?.slice(1)).toEqual(['split 500–550 m', 'split 4,793.8'])
    expect([1, 2].map((column) => table.cell(0, column).marks[0]?.says)).toEqual([
      'Not compared with 1.00–1.10 bn in the Q1 FY2025 call: share split between Q1 FY2025 and Q2 FY2025.',
      'Not compared: share split between Q1 FY2025 and Q2 FY2025.',
    ])
    const currency = { is: 'currency' } as const
    const inEuros = row(
      [stated(1e9, 1.1e9), stated(1e9, 1.1e9, { change: null, notCompared: currency, previous: 0 })],
      {
        reported,
        notCompared: currency,
      },
    )
    const other = new GuidanceTable({ ...guidance, rows: [inEuros] }, 'millions', 'oldest-first')
    expect([1, 2].map((column) => other.cell(0, column).marks[0])).toMatchObject([
      { letter: 'currency', says: 'Not compared with 1.00–1.10 bn in the Q1 FY2025 call: another currency.' },
      {
        letter: 'currency',
        says: 'Not compared: the guidance is not in US dollars, and the currency of the statements is not stated.',
      },
    ])
    expect(guidanceSheet({ ...guidance, rows }).rows.map((each) => [each[4], each.at(-1)])).toEqual([
      ['given', 'split'],
      ['split', 'split'],
    ])
  })

  test('says which call may have withdrawn guidance that what is reported is not compared with', () => {
    const doubt = { is: 'withdrawal-unclear', call: { quarter: 'Q2', year: 2025 } } as const
    expect(notComparedSentence(row([stated(1e9, 1.1e9), null], { reported, notCompared: doubt }))).toBe(
      'Not compared: the Q2 FY2025 call may have withdrawn the guidance.',
    )
  })

  test('says which call may have given newer guidance, and why two figures are not compared', () => {
    const newer = { is: 'later-unclear', call: { quarter: 'Q2', year: 2025 } } as const
    expect(notComparedSentence(row([stated(1e9, 1.1e9), null], { reported, notCompared: newer }))).toBe(
      'Not compared: the Q2 FY2025 call may have given newer guidance.',
    )
    const says = (reason: 'precision' | 'bases') => {
      const later = stated(1e9, 1.2e9, { change: null, notCompared: { is: reason }, previous: 0 })
      const rows = [row([stated(1e9, 1.1e9), later], { reported })]
      return new GuidanceTable({ ...guidance, rows }, 'millions', 'oldest-first').cell(0, 1).marks[0]?.says
    }
    const since = 'Not compared with 1.00–1.10 bn in the Q1 FY2025 call'
    expect(says('precision')).toBe(`${since}: one figure is rounded too coarsely.`)
    expect(says('bases')).toBe(`${since}: the figures are adjusted differently.`)
  })

  test('names an own metric as the user does, which no statement opens', () => {
    const byMetric = { ...reported, field: 'own.1', origin: 'own-metric' } as const
    const own = row([stated(1e9, 1.1e9)], { field: 'own.1', label: 'Cash conversion', reported: byMetric })
    expect([reportedName(own), openFigureOff(own)]).toEqual([
      'Cash conversion, FY2025, calculated by your metric',
      'your own metrics are shown in comparisons',
    ])
    const line = row([stated(1e9, 1.1e9)], { reported })
    expect([reportedName(line), openFigureOff(line)]).toEqual(['Revenue, FY2025, stored', null])
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
      {
        ...guidance,
        rows: [row([stated(1e9, 1.1e9, { change: null, notCompared: { is: 'passages' }, passages }), null])],
      },
      'millions',
      'oldest-first',
    )
    expect(table.cell(0, 0).marks).toMatchObject([{ letter: '2 differ', says: 'The passages of this call differ.' }])
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
