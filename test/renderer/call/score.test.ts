import { describe, expect, test } from 'vitest'
import { playbackMarkers } from '../../../src/renderer/call/listen/playback-markers.ts'
import { madeCall } from './made-call.ts'
import { differs, madeFigure } from './made-figure.ts'

const call = madeCall(
  [
    { who: 1, text: 'Remarks.', start: 0, end: 9, sentiment: -0.6 },
    { who: 3, text: 'A question?', start: 10, end: 14 },
    { who: 2, text: 'No time.', start: null, end: null },
    { who: 2, text: 'An answer.', start: 20, end: 30, sentiment: 0.4 },
  ],
  [
    { kind: 'prepared', title: 'Ines Vardal', speaker: 1, first: 0, last: 0 },
    { kind: 'question', title: 'Devin Aske', speaker: 3, first: 1, last: 3 },
  ],
)
call.turns.section = ['prepared', 'qa', 'qa', 'qa']

describe('what can be played alone', () => {
  test('is offered where the call has it, in seconds of its turns', () => {
    const { plans } = playbackMarkers({ call, speaker: 2, hits: [1], highlights: [], figures: [] })
    expect(plans).toEqual([
      {
        name: 'Q&A',
        spans: [
          { from: 10, to: 14 },
          { from: 20, to: 30 },
        ],
      },
      { name: 'This speaker', spans: [{ from: 20, to: 30 }] },
      { name: 'Hits', spans: [{ from: 10, to: 14 }] },
      { name: 'Negative', spans: [{ from: 0, to: 9 }] },
    ])
  })

  test('chapters, hits and negative turns stand along the recording; a turn without a time is no stop', () => {
    const { chapters, marks, stops } = playbackMarkers({ call, speaker: 2, hits: [1], highlights: [], figures: [] })
    expect(chapters.map(({ at, major }) => [at, major])).toEqual([
      [0, true],
      [10, true],
    ])
    expect(marks.map(({ kind, from }) => `${kind} ${from}`)).toEqual(['negative 0', 'hit 10'])
    expect(stops).toEqual([0, 10, 20])
  })

  test('marked figures stand where they are spoken, apart from those that differ, and are played alone', () => {
    const figures = [
      madeFigure(3, 0, 2),
      madeFigure(3, 5, 7, { verdict: differs(1, 1) }),
      // Its turn has no time.
      madeFigure(2, 0, 2),
    ]
    const { marks, plans } = playbackMarkers({ call, speaker: 2, hits: [], highlights: [], figures })
    expect(marks.slice(1)).toEqual([
      { from: 20, to: 20, kind: 'figure' },
      { from: 25, to: 25, kind: 'difference' },
    ])
    expect(plans.find(({ name }) => name === 'Figures')?.spans).toEqual([{ from: 20, to: 30 }])
  })
})
