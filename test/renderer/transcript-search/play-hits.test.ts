import { expect, test } from 'vitest'
import type { HitRow } from '#contract/api/transcript-search.ts'
import { hitsToPlay } from '../../../src/renderer/transcript-search/play-hits.ts'
import { hitAt } from './hit-at.ts'

function hitOf(callId: string, start: number | null, end: number | null): HitRow {
  return { ...hitAt(start), callId, title: `Call ${callId}`, symbol: 'HLDN', company: null, at: null, turn: 0, end }
}

test('the passages of a cell are played from downloaded recordings, and the calls without one are named', () => {
  const hits = [hitOf('a', 10, 25), hitOf('a', 40, null), hitOf('b', 5, 9), hitOf('a', null, null)]
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
