import { describe, expect, test } from 'vitest'
import type { Chapter } from '#contract/api/calls.ts'
import {
  chapterLines,
  contextOf,
  nextSpeech,
  outlineOf,
  shortRole,
  speechName,
} from '../../../src/renderer/call/transcript/outline.ts'
import { madeCall, said } from './made-call.ts'

const chapters: Chapter[] = [
  { kind: 'operator', title: 'Operator', speaker: 0, first: 0, last: 0 },
  { kind: 'prepared', title: 'Ines Vardal', speaker: 1, first: 1, last: 2 },
  { kind: 'prepared', title: 'Marta Ellingsen', speaker: 2, first: 3, last: 3 },
  { kind: 'question', title: 'Devin Aske, Marlowe Pryce', speaker: 3, first: 4, last: 8 },
  { kind: 'question', title: 'Tom Harrow, North Quay Research', speaker: null, first: 9, last: 9 },
  { kind: 'closing', title: 'Closing', speaker: 1, first: 10, last: 10 },
]
const call = madeCall(
  [0, 1, 1, 2, 0, 3, 2, 2, 3, 0, 1].map((who) => said(who)),
  chapters,
)
const outline = outlineOf(call)

describe('the outline of a call', () => {
  test('lists its parts under their headings, short, with role or firm', () => {
    const lines = chapterLines(call).map((line) =>
      'heading' in line ? `# ${line.heading}` : `${line.start} ${line.title}`,
    )
    expect(lines).toEqual([
      '0 Operator',
      '# Prepared remarks',
      '8 Ines Vardal, CEO',
      '24 Marta Ellingsen, CFO',
      '# Questions and answers',
      '32 Marlowe Pryce',
      '72 North Quay Research',
      '80 Closing',
    ])
  })

  test('an operator between two questions opens no new part', () => {
    const [operator, , , question] = chapters
    if (!operator || !question) throw new Error('the call has both')
    const lines = chapterLines({ ...call, chapters: [question, operator, question] })
    expect(lines.filter((line) => 'heading' in line)).toHaveLength(1)
  })

  test('claims no prepared remarks of a call that could not be divided', () => {
    const lines = chapterLines({ ...call, chapters: chapters.slice(0, 3) })
    expect(lines.flatMap((line) => ('heading' in line ? line.heading : []))).toEqual(['Speakers'])
  })

  test('whoever opens the questions stands under them', () => {
    const [, remarks, opening, question] = chapters
    if (!remarks || !opening || !question) throw new Error('the call has them')
    const section = call.turns.section.map((_, turn) => (turn < 3 ? ('prepared' as const) : ('qa' as const)))
    const opened = {
      ...call,
      turns: { ...call.turns, section },
      chapters: [remarks, { ...opening, kind: 'operator' as const }, question],
    }
    expect(chapterLines(opened).map((line) => ('heading' in line ? `# ${line.heading}` : line.title))).toEqual([
      '# Prepared remarks',
      'Ines Vardal, CEO',
      '# Questions and answers',
      'Marta Ellingsen, CFO',
      'Marlowe Pryce',
    ])
  })

  test('says whose question an answer is to, and what the speaker is in the middle of', () => {
    expect([3, 5, 7].map((turn) => contextOf(call, outline, turn))).toEqual([
      '',
      '',
      'answering Devin Aske, Marlowe Pryce',
    ])
    expect([2, 5, 7].map((turn) => speechName(call, outline, turn))).toEqual([
      'remarks',
      'this question',
      'this answer',
    ])
    expect(outline.speechOf[7]).toBe(6)
  })

  test('leads to where a speaker speaks next, and spoke before', () => {
    const { turns } = call
    expect(nextSpeech(turns, outline, 1, 1)).toBe(10)
    expect(nextSpeech(turns, outline, 7, -1)).toBe(3)
    expect(nextSpeech(turns, outline, 5, 1)).toBe(8)
    expect(nextSpeech(turns, outline, 10, 1)).toBeNull()
    expect(nextSpeech(turns, outline, 2, -1)).toBeNull()
  })

  test('only roles of chiefs are shortened', () => {
    expect(
      [
        'Chief Operating Officer',
        'Chief Human Resources Officer',
        'Chief of Staff',
        'Head of Investor Relations',
        null,
      ].map(shortRole),
    ).toEqual(['COO', 'CHRO', 'Chief of Staff', 'Head of Investor Relations', null])
  })
})
