import { describe, expect, test } from 'vitest'
import { noNewItems } from '#contract/api/whats-new-kinds.ts'
import type { SyncJob } from '#contract/api/sync.ts'
import { foundNotification } from '../../../../src/renderer/app/sync/notify-found.ts'

const job: SyncJob = {
  id: 1,
  purpose: 'refresh',
  automatic: true,
  scope: { of: 'watched' },
  title: 'All watchlists',
  choice: null,
  state: 'done',
  reason: null,
  retryAt: null,
  startedAt: 0,
  endedAt: 1,
  companies: 3,
  notDue: 0,
  running: [],
  counts: { waiting: 0, running: 0, updated: 3, unchanged: 0, skipped: 0, failed: 0 },
  found: { ...noNewItems, call: 3, rating: 1 },
  missing: null,
}

describe('outside the window', () => {
  test('is told what a refresh by itself has found', () => {
    expect(foundNotification(job, { notify: true })).toBe('New on your lists: 3 calls, 1 rating')
  })

  test.each<[string, SyncJob | undefined, boolean]>([
    ['when nobody asked for it', job, false],
    ['of a refresh by hand, which is looked at', { ...job, automatic: false }, true],
    ['when nothing is new', { ...job, found: noNewItems }, true],
    ['of a job that is gone', undefined, true],
  ])('nothing is told %s', (_, of, notify) => {
    expect(foundNotification(of, { notify })).toBeNull()
  })
})
