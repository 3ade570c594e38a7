import { expect, test } from 'vitest'
import type { MissingLine, SyncJob } from '#contract/api/sync.ts'
import { lineKey } from '../../../src/renderer/offline/completeness-text.ts'
import { ShownJob } from '../../../src/renderer/offline/shown-job.svelte.ts'
import { ListCursor } from '../../../src/renderer/ui/list-cursor.svelte.ts'
import { InputState } from '../in-effect-root.svelte.ts'

function jobOf(id: number): SyncJob {
  return {
    id,
    purpose: 'offline',
    automatic: false,
    scope: { of: 'library' },
    title: 'The library',
    choice: null,
    state: 'running',
    reason: null,
    retryAt: null,
    startedAt: 0,
    endedAt: null,
    companies: 2,
    counts: { waiting: 1, running: 1, updated: 0, unchanged: 0, skipped: 0, failed: 0 },
    notDue: 0,
    running: [],
    found: null,
    missing: null,
  }
}

function lineOf(symbol: string, callId: string | null, state: MissingLine['state']): MissingLine {
  const companies = [{ symbol, items: 1 }]
  return { kind: 'transcript', state, companies, callId, title: callId, reason: null, failure: null, at: null }
}

test('the job on screen stays the same when an automatic refresh begins above it: Stop does not stop another', () => {
  const jobs = new InputState([jobOf(1)])
  const location = new InputState(-1)
  const shown = new ShownJob(
    () => jobs.value,
    () => location.value,
  )
  expect(shown.job?.id).toBe(1)
  jobs.value = [jobOf(2), jobOf(1)]
  expect(shown.job?.id).toBe(1)
  location.value = 2
  expect(shown.job?.id).toBe(2)
})

test('the current line of what is missing stays the same when others fail above it, and while it is downloaded', () => {
  const waiting = lineOf('MRFL', null, 'waiting')
  const lines = new InputState([lineOf('HLDN', 'q3', 'running'), lineOf('HLDN', 'q2', 'running'), waiting])
  const cursor = new ListCursor(() => lines.value, lineKey)
  cursor.moveTo(1)
  lines.value = [
    lineOf('HLDN', 'q3', 'failed'),
    lineOf('VSPO', 'q1', 'failed'),
    lineOf('HLDN', 'q2', 'failed'),
    waiting,
  ]
  expect([cursor.row, cursor.item?.callId]).toEqual([2, 'q2'])
  cursor.moveTo(3)
  lines.value = [lineOf('MRFL', 'q1', 'running'), lineOf('VSPO', null, 'waiting')]
  expect([cursor.item?.state, cursor.item?.companies[0]?.symbol]).toEqual(['waiting', 'VSPO'])
})
