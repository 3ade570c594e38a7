import { expect, test } from 'vitest'
import { DownloadReports } from '../../../../src/renderer/app/announcements/download-reports.ts'
import { JobReports } from '../../../../src/renderer/app/announcements/job-reports.ts'

const opened = 1000

function hearing() {
  const said: string[] = []
  return {
    said,
    announcer: { say: (text: string | (() => string)) => said.push(typeof text === 'string' ? text : text()) },
  }
}

test('a download is read out in steps of ten percent and at its end, once', () => {
  const { said, announcer } = hearing()
  const reports = new DownloadReports(announcer, opened)
  const call = { callId: 'one', title: 'HLDN Q3 FY2026', total: 1000, finishedAt: null, failure: null }
  for (const bytes of [0, 120, 130, 190, 310, 990]) reports.update({ ...call, state: 'downloading', bytes })
  const done = { ...call, state: 'on-disk', bytes: 1000, finishedAt: 2000 } as const
  reports.update(done)
  reports.update(done)
  expect(said).toEqual([
    'Recording of HLDN Q3 FY2026: 10%',
    'Recording of HLDN Q3 FY2026: 30%',
    'Recording of HLDN Q3 FY2026: 90%',
    'Recording of HLDN Q3 FY2026 downloaded.',
  ])
})

test('a download that was over at once is read out, and one that was over before the window opened is not', () => {
  const { said, announcer } = hearing()
  const reports = new DownloadReports(announcer, opened)
  const call = { callId: 'one', title: 'HLDN Q3 FY2026', state: 'on-disk', bytes: 9, total: 9, failure: null } as const
  reports.update({ ...call, finishedAt: 900 })
  expect(said).toEqual([])
  reports.update({ ...call, finishedAt: 1100 })
  expect(said).toEqual(['Recording of HLDN Q3 FY2026 downloaded.'])
})

test('a download that fails on its way is read out with its reason', () => {
  const { said, announcer } = hearing()
  const reports = new DownloadReports(announcer, opened)
  const call = { callId: 'one', title: 'HLDN Q3 FY2026', bytes: 5, total: 9, finishedAt: null }
  reports.update({ ...call, state: 'downloading', failure: null })
  reports.update({ ...call, state: 'failed', failure: { kind: 'offline' } })
  expect(said.at(-1)).toMatch(/^Recording of HLDN Q3 FY2026 not downloaded\. .+/)
})

test('a job is read out in steps of ten percent, and its end with what came of it', () => {
  const { said, announcer } = hearing()
  const reports = new JobReports(announcer, opened)
  const counts = { updated: 0, unchanged: 0, skipped: 0, failed: 0, running: 1, waiting: 19 }
  const job = { id: 7, title: 'Coverage', purpose: 'offline', endedAt: null } as const
  reports.update([{ ...job, state: 'running', counts }])
  reports.update([{ ...job, state: 'running', counts: { ...counts, updated: 3, waiting: 16 } }])
  reports.update([{ ...job, state: 'running', counts: { ...counts, updated: 3, unchanged: 1, waiting: 15 } }])
  const ended = { ...counts, updated: 18, unchanged: 1, failed: 1, running: 0, waiting: 0 }
  reports.update([{ ...job, state: 'done', counts: ended, endedAt: 2000 }])
  reports.update([{ ...job, state: 'done', counts: ended, endedAt: 2000 }])
  reports.update([{ ...job, id: 3, state: 'done', counts: ended, endedAt: 500 }])
  expect(said).toEqual([
    'Offline download: Coverage: 10%',
    'Offline download: Coverage: 20%',
    'Offline download: Coverage done: 18 downloaded, 1 unchanged, 1 failed.',
  ])
})
