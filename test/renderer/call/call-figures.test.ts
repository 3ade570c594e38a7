import { describe, expect, test } from 'vitest'
import type { SpokenFigure } from '#contract/api/spoken-figures.ts'
import { CallFigures, sentenceParts, sentenceSecond } from '../../../src/renderer/call/figures/call-figures.svelte.ts'
import { figureSheet } from '../../../src/renderer/call/figures/figure-sheet.ts'
import { textPieces } from '../../../src/renderer/call/transcript/text-pieces.ts'
import { copiedSheet } from '../../../src/renderer/format/copied-table.ts'
import { InputState } from '../in-effect-root.svelte.ts'
import { madeCall } from './made-call.ts'
import { differs, guidance, madeFigure, notJudged, q3, restated } from './made-figure.ts'

const text = 'Thank you. Revenue was 1.318 billion, against 1.301 billion. We grew.'
const call = madeCall(
  [
    { who: 0, text: 'Welcome.' },
    { who: 2, text, start: 10, end: 20 },
    { who: 3, text: 'And 8 percent?', start: null, end: null },
  ],
  [
    { kind: 'prepared', title: 'Remarks', speaker: 2, first: 0, last: 1 },
    { kind: 'question', title: 'Devin Aske', speaker: 3, first: 2, last: 2 },
  ],
)
const at = (words: string) => [text.indexOf(words), text.indexOf(words) + words.length] as const
const revenue = madeFigure(1, ...at('1.318 billion'))
const before = madeFigure(1, ...at('1.301 billion'), { verdict: differs(1_296_800_000, -4_200_000) })
const growth = madeFigure(2, 4, 13, { verdict: notJudged() })

function read(
  figures: readonly SpokenFigure[],
  turn = 0,
  corrections: readonly { readonly turn: number; readonly text: string }[] = [],
) {
  const shown = new InputState(figures)
  const page = {
    call: { result: call },
    read: turn,
    gone: [] as (readonly [number, number])[],
    goToLetter(to: number, letter: number) {
      this.read = to
      this.gone.push([to, letter])
    },
  }
  const found = () => ({
    figures: [...shown.value],
    corrections: [...corrections],
    quarter: q3,
    statementsStoredAt: 0,
  })
  return { shown, page, figures: new CallFigures({ page, found, scale: () => 'millions' as const }) }
}

describe('from figure to figure', () => {
  test('goes on from the selected one or from where the reader is, scrolls there, and wraps around', () => {
    const { figures, page } = read([revenue, before, growth])
    figures.step(1)
    expect([figures.selected, figures.position]).toEqual([revenue, 1])
    figures.step(1)
    figures.step(1)
    expect([figures.selected, figures.position]).toEqual([growth, 3])
    figures.step(1)
    expect(figures.selected).toEqual(revenue)
    figures.step(-1)
    expect(figures.selected).toEqual(growth)
    expect(page.gone[1]).toEqual([1, before.from])
    // The reader scrolled to the beginning.
    page.read = 0
    figures.step(-1)
    expect(figures.selected).toEqual(growth)
  })

  test('one in a correction is below the words received, and is shown, copied and timed with the correction', () => {
    const correction = 'Thank you all. Revenue, to be exact, was 1.318 billion.'
    const from = correction.indexOf('1.318')
    const corrected = madeFigure(1, from, from + 13)
    const { figures, page } = read([corrected], 0, [{ turn: 1, text: correction }])
    figures.step(1)
    expect(page.gone).toEqual([[1, text.length]])
    expect([figures.correctionOf(1), figures.correctionOf(2)]).toEqual([correction, null])
    const words = figures.wordsOf(call)
    expect(sentenceParts(words, corrected)).toEqual(['Revenue, to be exact, was ', '1.318 billion', '.'])
    expect(sentenceSecond(words, corrected)).toBeCloseTo(10 + (10 * correction.indexOf('Revenue')) / correction.length)
    expect(copiedSheet(figureSheet([corrected], q3, words)).text).toContain('Revenue, to be exact')
  })

  test('one whose match the user called wrong is passed over, and not marked', () => {
    const { figures } = read([revenue, { ...before, dismissed: true }, growth])
    figures.step(1)
    figures.step(1)
    expect([figures.selected, figures.position, figures.counts.all]).toEqual([growth, 2, 2])
    expect(figures.marksIn(1)).toHaveLength(1)
    expect(figures.listed).toHaveLength(3)
  })

  test('the selected one stays selected when the figures are read again', () => {
    const { figures, shown } = read([before])
    figures.select(before)
    shown.value = [revenue, { ...before, dismissed: true }]
    expect(figures.selected).toEqual({ ...before, dismissed: true })
    expect(figures.position).toBeNull()
  })

  test('one that the list does not show makes it show all', () => {
    const { figures } = read([revenue, before])
    figures.filter = 'differs'
    expect(figures.listed).toEqual([before])
    figures.step(1)
    expect([figures.selected, figures.filter]).toEqual([revenue, 'all'])
  })
})

describe('the choices of the list', () => {
  const since = { ...before, verdict: restated }
  const chosen = (figures: CallFigures) => figures.choices.find(({ verdict }) => verdict === figures.filter)

  test('have none for what was restated since where nothing was, and the others without figures cannot be chosen', () => {
    const { figures } = read([revenue])
    expect(figures.choices.map(({ verdict, canChoose }) => [verdict, canChoose])).toEqual([
      ['agrees', true],
      ['differs', false],
      ['not-judged', false],
      ['guidance', false],
    ])
  })

  test.each([since, before])(
    'keep the chosen one when its only figure is called a wrong match ($verdict.is), until another is chosen',
    (only) => {
      const { figures, shown } = read([revenue, only])
      figures.filter = only.verdict.is
      expect(figures.listed).toEqual([only])
      shown.value = [revenue, { ...only, dismissed: true }]
      expect(chosen(figures)).toEqual({ verdict: only.verdict.is, count: 0, canChoose: true })
      figures.filter = 'all'
      expect(figures.choices.filter(({ verdict }) => verdict === only.verdict.is)).toEqual(
        only === since ? [] : [{ verdict: 'differs', count: 0, canChoose: false }],
      )
    },
  )
})

test('chapters count their figures', () => {
  expect(read([before, growth]).figures.inChapters).toEqual([1, 1])
})

test('the pieces of a text are the text, with each marked figure alone', () => {
  const { figures } = read([revenue, before])
  const pieces = textPieces(text, figures.marksIn(1))
  expect(pieces.map(({ text }) => text).join('')).toBe(text)
  expect(pieces.flatMap(({ text, mark }) => (mark ? [`${text} ${mark.sign}`] : []))).toEqual([
    '1.318 billion =',
    '1.301 billion ≠',
  ])
  // Of another version, whose text is shorter.
  expect(textPieces('Revenue was', figures.marksIn(1))).toEqual([{ text: 'Revenue was', mark: null }])
})

test('a figure is shown and played with its sentence', () => {
  expect(sentenceParts(call, revenue)).toEqual(['Revenue was ', '1.318 billion', ', against 1.301 billion.'])
  const second = sentenceSecond(call, revenue)
  expect(second).toBeCloseTo(10 + (10 * text.indexOf('Revenue')) / text.length)
  expect(sentenceSecond(call, growth)).toBeNull()
})

test('a copy has full figures and words, and none of the signs of the screen', () => {
  const rows = copiedSheet(figureSheet([revenue, before, { ...growth, verdict: guidance }], q3, call)).text.split(
    '\r\n',
  )
  expect(rows[2]?.split('\t').slice(0, 11)).toEqual([
    'Differs',
    'Revenue',
    'Q3 FY2025',
    '0:00:16',
    'Marta Ellingsen',
    'Result',
    '1.318 bn',
    '1318000000',
    '1318000000',
    '1296800000',
    '-4200000',
  ])
  expect(rows.join('\n')).not.toMatch(/[=≠»]/)
  const since = copiedSheet(figureSheet([{ ...before, verdict: restated }], q3, call)).text.split('\r\n')[1] ?? ''
  expect(since.split('\t').slice(9, 13)).toEqual(['1296800000', '-4200000', '1301200000', '22 Nov 26'])
  expect(since).toMatch(/^Restated since\t/)
})
