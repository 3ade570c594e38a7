import { describe, expect, test } from 'vitest'
import { deriveTranscript } from '#core/calls/transcript/derive-transcript.ts'
import { distanceOfQuestions } from './distance-of-questions.ts'
import { generatedCalls } from './generated-calls.ts'

const calls = generatedCalls()

const derivedCalls = calls.map(({ symbol, questions, opening, segments }) => ({
  symbol,
  questions,
  opening,
  ...deriveTranscript(
    {
      transcripts: [
        {
          segments: segments.map(({ speaker, start, end, text, confidence }, index) => ({
            segment_id: index,
            speaker,
            start_time: String(start),
            end_time: String(end),
            text,
            confidence,
          })),
        },
      ],
    },
    { format: 'json' },
  ),
}))

describe.each(derivedCalls)('a call as transcribed, opened the $symbol way', (call) => {
  test('has its times in seconds, inferred from the number of words', () => {
    expect(call.times.unit).toBe('seconds')
  })

  test('has its questions begin with the words that open them', () => {
    expect([call.sections.indexOf('qa'), call.sectionsFrom]).toEqual([call.opening, 'announced'])
  })

  test('has chapters that cover every turn once', () => {
    const covered = call.chapters.flatMap(({ first, last }) =>
      Array.from({ length: last - first + 1 }, (_, index) => first + index),
    )
    expect(covered).toEqual(call.said.turns.map((_, index) => index))
  })

  test('has each of its questions, with the name of who asks', () => {
    expect(call.questionTurns.size).toBe(call.questions)
    const titles = call.chapters.filter(({ kind }) => kind === 'question').map(({ title }) => title)
    expect(titles).toHaveLength(call.questions)
    expect(titles).not.toContain('Question')
    expect(titles[0]).toContain('Dana Whitfield')
  })
})

const forms = ['as spoken', 'merged by speaker'] as const
const lists = {
  'no participants': null,
  'officers under another organization': { role: 'Chief Executive Officer', organization: 'Something Else' },
  'officers listed as analysts': { role: 'Analyst', organization: '' },
} as const

test.each(forms.flatMap((form) => Object.entries(lists).map(([list, listed]) => ({ form, list, listed }))))(
  'the questions of a call begin where the first is announced ($form, $list)',
  ({ form, listed }) => {
    const distances = calls.map(({ symbol, segments, firstQuestion }) => ({
      symbol,
      distance: distanceOfQuestions(segments, firstQuestion, form, listed),
    }))
    // The operator's instructions and the roster belong to the questions.
    expect(distances.filter(({ distance }) => distance < -0.03 || distance > 0)).toEqual([])
  },
)
