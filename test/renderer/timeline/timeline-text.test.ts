import { expect, test } from 'vitest'
import type { TimelineEntry } from '#contract/api/timeline.ts'
import { timelineCells } from '../../../src/renderer/timeline/timeline-text.ts'

test('a call under way and one that sounded bad are told in the words and figures of every other table', () => {
  const call: TimelineEntry = {
    kind: 'call',
    symbol: 'HLDN',
    at: 0,
    callId: 'a',
    title: 'a',
    quarter: null,
    status: 'IN_PROGRESS',
    sentiment: -0.07,
    stored: false,
    recording: 'none',
  }
  const { value, detail } = timelineCells(call, { named: [], naming: [] }, 'millions')
  expect(value).toMatchObject({ text: '(0.07)', tone: 'down' })
  expect(detail).toMatchObject({ text: 'in progress, not downloaded' })
})
