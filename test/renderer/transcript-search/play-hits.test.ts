import { expect, test } from 'vitest'
import type { HitRow } from '#contract/api/transcript-search.ts'
import { hitsToPlay } from '../../../src/renderer/transcript-search/play-hits.ts'

function hitAt(callId: string, start: number | null, end: number | null): HitRow {
  return {
    callId,
    title: `Call ${callId}`,
    symbol: 'HLDN',
    company: null,
    at: null,
    kind: 'turn',
    turn: 0,
    recordId: null,
    segmentId: null,
    start,
    end,
    speaker: null,
    role: null,
    organization: null,
    side: 'unknown',
    section: 'whole',
    sectionInferred: false,
    sentiment: null,
    confidence: null,
    corrected: false,
    snippet: [],
    language: null,
  }
}

test('the passages of a cell are played from downloaded recordings, and the calls without one are named', () => {
  const hits = [hitAt('a', 10, 25), hitAt('a', 40, null), hitAt('b', 5, 9), hitAt('a', null, null)]
  const played = hitsToPlay(hits, (callId) => callId === 'a', 'Hits for mix')
  expect(played).toEqual({
    calls: [
      {
        callId: 'a',
        title: 'Call a',
        plan: {
          name: 'Hits for mix',
          spans: [
            { from: 10, to: 25 },
            { from: 40, to: 70 },
          ],
        },
      },
    ],
    passages: 2,
    withoutRecording: ['Call b'],
  })
  expect(hitsToPlay(hits, () => false, 'Hits for mix')).toMatchObject({ calls: [], passages: 0 })
})
