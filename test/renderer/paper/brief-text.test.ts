import { expect, test } from 'vitest'
import type { BriefLine } from '#contract/api/brief.ts'
import type { Figure } from '#contract/api/financials.ts'
import {
  changeCellOf,
  moreText,
  passagesText,
  questionsText,
  rangesText,
  restatedText,
  shortRole,
  sinceText,
  spokenOfCallText,
} from '../../../src/renderer/paper/brief/brief-text.ts'

const cell = { value: null, restated: false, untied: false }
const lineOf = (unit: BriefLine['unit'], change: BriefLine['change']): BriefLine => ({
  field: 'any',
  label: 'Any',
  unit,
  rank: 'item',
  change,
  current: cell,
  previous: cell,
  yearAgo: cell,
  sequential: null,
  yearOverYear: null,
  series: [],
})
const change = (unit: BriefLine['unit'], of: BriefLine['change'], figure: Figure) => {
  const { text, isNegative } = changeCellOf(lineOf(unit, of), figure)
  return [text, isNegative]
}

test('a change has its unit: growth in percent, margins in basis points, balances in millions, with the bracket last', () => {
  expect(change('money', 'growth', 0.094)).toEqual(['+9.4%', false])
  expect(change('money', 'growth', -0.051)).toEqual(['(5.1%)', true])
  expect(change('money', 'difference', -55_700_000)).toEqual(['(55.7)', true])
  expect(change('percent', 'difference', 0.0186)).toEqual(['+186 bps', false])
  expect(change('percent', 'difference', -0.0041)).toEqual(['(41 bps)', true])
  expect(change('ratio', 'difference', -0.24)).toEqual(['(0.24x)', true])
  expect(change('money', 'growth', 'n.m.')).toEqual(['n.m.', false])
  expect(change('percent', 'difference', null)).toEqual(['n/a', false])
})

test('ranges of targets are shown by stated currency, pence as pence', () => {
  const ranges = [
    { currency: 'USD', low: 130, high: 158, median: 146.5 },
    { currency: 'GBX', low: 3300, high: 3300, median: null },
    { currency: null, low: 57, high: 74, median: 65.5 },
  ]
  expect(rangesText({ entries: [], ranges })).toBe(
    'USD 130.00 to 158.00, median 146.50; 3,300p; 57.00 to 74.00, median 65.50',
  )
})

test('what was restated names the day on which it was seen, where it is one', () => {
  const seenOn = (day: number) => ({
    kind: 'restated' as const,
    symbol: 'HLDN',
    field: 'Revenue',
    label: 'Revenue',
    quarter: 'Q2',
    year: 2025,
    endPeriod: '2025-06-28',
    recordId: day,
    previous: 2,
    current: 1,
    seenAt: new Date(2025, 10, day, 9).getTime(),
  })
  const since = new Date(2025, 6, 22, 9).getTime()
  expect(restatedText({ since, changes: [seenOn(14), seenOn(14)] })).toBe('since 22 Jul 25 call, detected 14 Nov 25')
  expect(restatedText({ since, changes: [seenOn(14), seenOn(15)] })).toBe('since 22 Jul 25 call')
  expect(restatedText({ since: null, changes: [] })).toBe('')
})

test('what has no room is counted, and an earlier call says where what followed ends', () => {
  expect([moreText(10, 6), moreText(6, 6)]).toEqual(['4 more in Tearsheet', ''])
  expect(sinceText({ until: null })).toBe('since the call')
  expect(sinceText({ until: new Date(2026, 0, 22, 9).getTime() })).toBe('until the next call, 22 Jan 26')
  const quote = { turn: 0, start: null, speaker: 'Speaker 4', text: 'Why?' }
  const asked = { firm: null, analyst: 'Speaker 4', sentiment: null, question: quote, answer: null }
  expect(questionsText({ firms: [asked], questions: 2, seconds: 20 })).toBe('1 analyst, 2 questions, 1 minute')
  expect(questionsText({ firms: [{ ...asked, firm: 'Tidewell' }], questions: 1, seconds: null })).toBe(
    '1 firm, 1 question',
  )
  const named = { ...asked, firm: 'Tidewell' }
  expect(questionsText({ firms: [named, { ...named, firm: 'Marlowe' }, asked], questions: 4, seconds: null })).toBe(
    '2 firms and 1 analyst without a firm, 4 questions',
  )
  expect([shortRole('Chief Financial Officer'), shortRole('Head of Investor Relations')]).toEqual([
    'CFO',
    'Head of Investor Relations',
  ])
})

test('the figures spoken on the call are counted, and only those that differ are named', () => {
  const value = { unit: 'percent', currency: null, low: 0.441, high: 0.441, step: 0.001, bound: 'exact' } as const
  const margin = { label: 'Gross margin', change: null, value, reported: 0.42 }
  const textOf = (restated: number, ...differing: (typeof margin)[]) =>
    spokenOfCallText({ spoken: { agree: 18, restated, differ: differing.length, differing } })
  expect(textOf(1)).toBe('18 spoken figures agree, 1 was restated since, 0 differ')
  expect(textOf(0, margin)).toBe('18 spoken figures agree, 1 differs: Gross margin 44.1%, reported 42.0%')
})

test('quotes say whose highlight they are, where it is not your own', () => {
  const passage = { turn: 0, start: null, speaker: '', role: null, sentiment: null, text: '' }
  const highlight = (author: string | null) => ({ author, editedAt: Date.UTC(2025, 8, 27, 12) })
  const texts = (author: string | null) =>
    passagesText([
      { ...passage, why: 'positive', highlight: null },
      { ...passage, why: 'highlight', highlight: highlight(author) },
    ])
  expect(texts('Ada')).toBe('most positive turn, latest highlight by Ada, 27 Sep 2025')
  expect(texts(null)).toBe('most positive turn, your latest highlight')
})
