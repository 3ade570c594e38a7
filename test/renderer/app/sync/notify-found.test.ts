import { describe, expect, test } from 'vitest'
import { noNewItems } from '#contract/api/whats-new-kinds.ts'
import type { Alert } from '#contract/api/alerts.ts'
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

const none = { alerts: [], total: 0 }
const restated: Alert = {
  id: 1,
  ruleId: 'rule',
  symbol: 'HLDN',
  at: 1,
  jobId: 1,
  isSeen: false,
  event: {
    kind: 'restated',
    period: 'Q2 FY2025',
    recordId: 2,
    field: 'Revenue',
    label: 'Revenue',
    previous: 1_301_200_000,
    current: 1_296_800_000,
    change: -0.0034,
    figures: 2,
  },
}

describe('outside the window', () => {
  test('is notified of what an automatic refresh has found', () => {
    expect(foundNotification(job, { notify: true }, none)).toEqual({
      sentence: 'New on your lists: 3 calls, 1 rating',
      screen: 'home',
    })
  })

  test('is notified of alerts first, in the same notification: two by name, then how many more', () => {
    const sentence =
      'HLDN, restatement: Q2 FY2025 revenue and 1 more, 1,301.2 to 1,296.8, (0.3%).\nACME, restatement: Q2 FY2025 revenue and 1 more, 1,301.2 to 1,296.8, (0.3%).\n2 more alerts.\nNew on your lists: 3 calls, 1 rating'
    const alerts = [restated, { ...restated, symbol: 'ACME' }, { ...restated, symbol: 'KSTM' }]
    expect(foundNotification(job, { notify: true }, { alerts, total: 4 })).toEqual({ sentence, screen: 'alerts' })
  })

  test.each<[string, SyncJob | undefined, boolean]>([
    ['when it is off in the settings', job, false],
    ['of a refresh by hand, which is looked at', { ...job, automatic: false }, true],
    ['when nothing is new', { ...job, found: noNewItems }, true],
    ['of a job that is gone', undefined, true],
  ])('nobody is notified %s', (_, of, notify) => {
    expect(foundNotification(of, { notify }, none)).toBeNull()
  })
})
