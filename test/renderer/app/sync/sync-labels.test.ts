import { describe, expect, test } from 'vitest'
import type { OfflineStatus, SyncJob } from '#contract/api/sync.ts'
import type { SyncKind } from '#contract/api/sync-kinds.ts'
import { lackText } from '../../../../src/renderer/app/sync/missing-text.ts'
import {
  absentText,
  choiceText,
  downloadProgress,
  markText,
  jobInLabel,
  jobTitle,
  outcomeText,
  stateText,
} from '../../../../src/renderer/app/sync/sync-labels.ts'

const now = new Date(2026, 10, 21, 14).getTime()
const choice: OfflineStatus['choice'] = {
  kinds: ['enhanced', 'calls', 'recordings', 'news'],
  years: 1,
  callMonths: 18,
  ratingMonths: 24,
  newsMonths: 12,
  quality: 'smallest',
}
const counts = { waiting: 4, running: 1, updated: 1200, unchanged: 3, skipped: 0, failed: 2 }
const job: SyncJob = {
  id: 1,
  purpose: 'offline',
  automatic: false,
  scope: { of: 'list', listId: 'l' },
  title: 'Coverage',
  choice,
  state: 'running',
  reason: null,
  retryAt: null,
  startedAt: now,
  endedAt: null,
  companies: 3,
  counts,
  notDue: 0,
  running: ['HLDN calls', 'VSPO news', 'KLNC news'],
  found: null,
  missing: null,
}

test('a job is named by what it does and for which companies', () => {
  expect(jobTitle(job)).toBe('Offline download: Coverage')
  expect(jobTitle({ title: 'HLDN, KSTM', purpose: 'refresh' })).toBe('Refresh: HLDN, KSTM')
  expect(`Pause ${jobInLabel(job)}`).toBe('Pause offline download: Coverage')
})

describe('where a job stands', () => {
  test('on its way says how far it is and what is fetched now', () => {
    expect(stateText(job, now)).toBe('1,205 of 1,210, HLDN calls, VSPO news')
  })

  test('that cannot continue says why, and when the service is tried again', () => {
    const waiting = { ...job, state: 'waiting', reason: { kind: 'offline' }, retryAt: now + 60_000 } as const
    expect(stateText(waiting, now)).toMatch(/^1,205 of 1,210, waiting: .+ Retries at 14:01\.$/)
    expect(stateText({ ...job, state: 'paused' }, now)).toBe('1,205 of 1,210, paused')
  })

  test('that is over says what came of it, and whether anything is missing', () => {
    const done = { ...job, state: 'done', endedAt: now, missing: 0 } as const
    expect(stateText(done, now)).toBe('Done 14:00: 1,200 downloaded, 3 unchanged, 2 failed, checked, nothing missing')
    expect(stateText({ ...done, missing: 2 }, now)).toContain('2 failed, 2 missing')
    expect(stateText({ ...done, missing: null, notDue: 12 }, now)).toContain('12 not due')
    const none = { ...counts, updated: 0, unchanged: 0, failed: 0 }
    expect(outcomeText({ counts: none })).toBe('')
    expect(stateText({ ...done, state: 'stopped', counts: none }, now)).toBe('Stopped 14:00: nothing was downloaded')
  })
})

describe('what a list is missing', () => {
  const missing = (...kinds: SyncKind[]) =>
    kinds.map((kind) => ({ symbol: 'HLDN', kind, callId: null, title: null, reason: 'not downloaded' }))

  test('is counted in records of calls, else by company, with right singulars', () => {
    const kinds = missing('recording', 'ratings', 'ratings', 'calls', 'enhanced')
    expect(lackText({ missing: kinds, missingCount: 5 })).toBe(
      'missing: 1 recording, ratings of 2 companies, 1 call list, statements of 1 company',
    )
    expect(lackText({ missing: kinds, missingCount: 5000 })).toBe('missing: 5,000 items')
  })
})

describe('a list’s mark', () => {
  const missing = ['HLDN', 'HLDN', 'VSPO'].map((symbol) => ({
    symbol,
    kind: 'transcript',
    callId: 'c',
    title: 'Q3 call',
    reason: 'not downloaded',
  })) as OfflineStatus['missing']
  const mark: OfflineStatus = {
    listId: 'l',
    choice,
    complete: false,
    asOf: null,
    missing,
    missingCount: 3,
    absent: [],
  }

  test('counts companies that lack something, and says when it does not know all of them', () => {
    expect(markText(mark, 30, now)).toBe('Offline: 2 of 30 companies incomplete')
    expect(markText({ ...mark, missingCount: 5000 }, 30, now)).toBe('Offline: at least 2 of 30 companies incomplete')
  })

  test('is complete as of the part that was requested longest ago', () => {
    const whole = { ...mark, complete: true, missing: [], missingCount: 0, asOf: new Date(2026, 10, 20, 9).getTime() }
    expect(markText(whole, 30, now)).toBe('Complete offline as of 20 Nov, 09:00')
  })

  test('says what is kept, and what the service does not have, with right singulars', () => {
    expect(choiceText(choice)).toBe('1 year of statements, 18 months of calls with recordings, 1 year of news')
    expect(
      absentText([
        { kind: 'recording', items: 12 },
        { kind: 'calls', items: 1 },
      ]),
    ).toBe('12 calls without a recording, 1 company without calls')
  })
})

test('the program’s icon shows the progress of the job that runs, and none of a job that waits or has nothing to do', () => {
  const done = { ...counts, waiting: 0, running: 0 }
  expect(
    downloadProgress([
      { ...job, state: 'paused' },
      { ...job, counts },
    ]),
  ).toBe(0.99)
  expect(downloadProgress([{ ...job, counts: done }])).toBe(1)
  expect(downloadProgress([{ ...job, state: 'waiting' }])).toBeNull()
  expect(
    downloadProgress([{ ...job, counts: { waiting: 0, running: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 } }]),
  ).toBeNull()
  expect(downloadProgress([])).toBeNull()
})
