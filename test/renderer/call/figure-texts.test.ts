import { describe, expect, test } from 'vitest'
import type { SpokenRole, SpokenValue, UnjudgedReason } from '#contract/api/spoken-figures.ts'
import { countFigures, summaryOf } from '../../../src/renderer/call/figures/figure-counts.ts'
import {
  differenceText,
  figureName,
  markText,
  noFiguresText,
  originName,
  reasonSentence,
  restatementSentence,
  shortReason,
} from '../../../src/renderer/call/figures/figure-texts.ts'
import { madeCall } from './made-call.ts'
import { reportedText, spokenText } from '../../../src/renderer/format/spoken-figures.ts'
import { agrees, differs, guidance, madeFigure, notJudged, q2, q3, restated, spokenValue } from './made-figure.ts'

describe('the line under the head', () => {
  test('says of a call in another language that figures are found in English transcripts only, and which language it is in', () => {
    const said = (language: string | null, text: string) => noFiguresText({ ...madeCall([{ who: 1, text }]), language })
    expect(said('en-GB', 'Good morning.')).toBe('No figures found in this transcript.')
    expect(said(null, 'Good morning.')).toBe('No figures found in this transcript.')
    expect(said('de_DE', 'Guten Morgen.')).toBe('Figures are found in English transcripts only. This one is in German.')
    expect(said(null, '売上高は12億円でした。')).toContain('This one is in Japanese.')
  })

  test('counts what agrees, was restated since, differs and cannot be compared, and its parts add up', () => {
    const figures = [
      madeFigure(0, 0, 1),
      madeFigure(0, 2, 3),
      madeFigure(1, 0, 1, { verdict: differs(1_296_800_000, -4_200_000) }),
      madeFigure(1, 2, 3, { verdict: notJudged() }),
      madeFigure(2, 0, 1, { verdict: guidance }),
      madeFigure(2, 2, 3, { verdict: restated }),
    ]
    const counts = countFigures(figures)
    expect(summaryOf(counts)).toEqual({
      all: '6 figures',
      agree: '2 agree',
      restated: '1 restated since',
      differ: '1 differs',
      rest: '2 not comparable',
    })
    expect(counts.agrees + counts.restated + counts.differs + counts['not-judged'] + counts.guidance).toBe(counts.all)
  })

  test('a figure whose match the user called wrong is not counted', () => {
    const verdict = differs(1, 1)
    const counts = countFigures([madeFigure(0, 0, 1), madeFigure(0, 2, 3, { verdict, dismissed: true })])
    expect(summaryOf(counts)).toEqual({
      all: '1 figure',
      agree: '1 agrees',
      restated: '',
      differ: '0 differ',
      rest: '0 not comparable',
    })
  })
})

test.each<[string, Partial<SpokenValue>]>([
  ['1.318 bn', { low: 1_318_000_000, step: 1e6 }],
  ['4.5 bn', { low: 4_500_000_000, step: 5e8 }],
  ['215 m', { low: 215_000_000, step: 1e6 }],
  ['>600 m', { low: 600_000_000, step: 1e6, bound: 'over' }],
  ['<124 m', { low: 124_000_000, step: 1e6, bound: 'under' }],
  ['1.34–1.37 bn', { low: 1_340_000_000, high: 1_370_000_000, step: 1e7, bound: 'range' }],
  ['~8%', { unit: 'percent', low: 0.08, step: 0.01, bound: 'about' }],
  ['45.5%', { unit: 'percent', low: 0.455, step: 0.001 }],
  ['45.0%', { unit: 'percent', low: 0.45, step: 0.001 }],
  ['12–13%', { unit: 'percent', low: 0.12, high: 0.13, step: 0.01, bound: 'range' }],
  ['(2)–3%', { unit: 'percent', low: -0.02, high: 0.03, step: 0.01, bound: 'range' }],
  ['(10–20 m)', { low: -20_000_000, high: -10_000_000, step: 1e6, bound: 'range' }],
  ['(5%)', { unit: 'percent', low: -0.05, step: 0.01 }],
  ['<(5%)', { unit: 'percent', low: -0.05, step: 0.01, bound: 'under' }],
  ['88 bps', { unit: 'basis-points', low: 88 }],
  ['0.78', { unit: 'per-share', low: 0.78, step: 0.01 }],
  ['5,410', { unit: 'count', low: 5410 }],
  ['125 k', { unit: 'count', low: 125_000, step: 1000 }],
  ['2.5x', { unit: 'ratio', low: 2.5, step: 0.1 }],
  ['58 days', { unit: 'days', low: 58 }],
])('a figure is written with the digits that were spoken: %s', (text, value) => {
  const { low = 0 } = value
  expect(spokenText(spokenValue({ high: low, ...value }))).toBe(text)
})

describe('a row of the list', () => {
  test('has the reported figure in the format and scale of the statements', () => {
    const of = (value: Partial<SpokenValue>, reported: number, change: 'yoy' | null = null) =>
      reportedText(madeFigure(0, 0, 1, { value: spokenValue(value), change }), reported, 'millions')
    expect(of({}, 1_318_400_000)).toBe('1,318.4')
    expect(of({ unit: 'percent' }, 0.455)).toBe('45.5%')
    expect(of({ unit: 'percent' }, 0.0941, 'yoy')).toBe('+9.4%')
    expect(of({ unit: 'basis-points' }, 88, 'yoy')).toBe('+88')
    expect(of({ unit: 'per-share' }, 0.784)).toBe('0.78')
    expect(reportedText(madeFigure(0, 0, 1), 1_318_400_000, 'billions')).toBe('1.32')
  })

  test('has a difference where they differ or were restated since, in brackets when less was reported', () => {
    const differing = madeFigure(0, 0, 1, { verdict: differs(1_296_800_000, -4_200_000) })
    expect(differenceText(differing, 'millions')).toBe('(4.2)')
    expect(differenceText(madeFigure(0, 0, 1, { verdict: restated }), 'millions')).toBe('(4.2)')
    expect(differenceText(madeFigure(0, 0, 1), 'millions')).toBe('-')
    const margin = { value: spokenValue({ unit: 'percent' }), verdict: differs(0.455, -0.0041) }
    expect(differenceText(madeFigure(0, 0, 1, margin), 'millions')).toBe('(41) bps')
    expect(differenceText(madeFigure(0, 0, 1, { verdict: guidance }), 'millions')).toBe('')
  })

  test('names the line, its change, and the period where it is not that of the call', () => {
    expect(figureName(madeFigure(0, 0, 1), q3)).toBe('Revenue')
    expect(figureName(madeFigure(0, 0, 1, { change: 'yoy' }), q3)).toBe('Revenue, y/y')
    const earlier = madeFigure(0, 0, 1, { period: q2, verdict: differs(1, 1, q2) })
    expect([figureName(earlier, q3), originName(earlier, q3)]).toEqual(['Revenue, Q2 FY2025', 'Q2 FY2025'])
    expect(originName(madeFigure(0, 0, 1), q3)).toBe('stored')
    expect(figureName(madeFigure(0, 0, 1, { label: '' }), q3)).toBe('Measure unclear')
  })

  test('says in a sentence why a figure is not judged', () => {
    expect(reasonSentence(madeFigure(0, 0, 1, { verdict: notJudged() }))).toBe(
      'Adjusted figures are not in the statements.',
    )
    const verdict = { is: 'not-judged', reason: 'period-not-stored' } as const
    expect(reasonSentence(madeFigure(0, 0, 1, { verdict, period: q2 }))).toBe(
      'The statements of Q2 FY2025 are not stored.',
    )
    expect(reasonSentence(madeFigure(0, 0, 1))).toBe('')
    expect(reasonSentence(madeFigure(0, 0, 1, { verdict: guidance }))).toBe('')
  })
})

test('the reason in the list has the words of the statements and of the call', () => {
  const reasonOf = (reason: UnjudgedReason, role: SpokenRole = 'reported') =>
    shortReason({ verdict: { is: 'not-judged', reason }, role })
  expect([reasonOf('no-such-line'), reasonOf('part-unclear')]).toEqual(['no such line', 'may be a segment'])
  expect([reasonOf('not-company', 'question'), reasonOf('not-company', 'other')]).toEqual([
    'analyst’s figure',
    'not a result',
  ])
})

test('a restated figure has the value that it agreed with, and the day until which that was stored', () => {
  const figure = madeFigure(0, 0, 1, { verdict: restated })
  const text = 'Until then 1,301.2 was stored, and the figure agreed with it.'
  expect(restatementSentence(figure, null, 'millions')).toBe(`Restated on 22 Nov 26. ${text}`)
  expect(restatementSentence(figure, Date.UTC(2026, 6, 22), 'millions')).toBe(
    `Restated on 22 Nov 26, after the call. ${text}`,
  )
  expect(restatementSentence(madeFigure(0, 0, 1), null, 'millions')).toBe('')
})

test('screen readers read the result after the words of a figure', () => {
  expect(markText(madeFigure(0, 0, 1, { verdict: differs(1_296_800_000, -4_200_000) }), 'millions')).toBe(
    ', differs, reported 1,296.8',
  )
  expect(markText(madeFigure(0, 0, 1, { verdict: restated }), 'millions')).toBe(', restated since, reported 1,296.8')
  expect(markText(madeFigure(0, 0, 1, { verdict: agrees(1_318_400_000) }), 'millions')).toBe(
    ', agrees, reported 1,318.4',
  )
  expect(markText(madeFigure(0, 0, 1, { verdict: notJudged('segment') }), 'millions')).toBe(', not judged: segment')
})
