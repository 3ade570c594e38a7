/**
 * Labels and sentences of download and refresh jobs: kinds, states, titles, progress, outcomes.
 */

import type { OfflineChoice, OfflineStatus, SyncItem, SyncJob } from '#contract/api/sync.ts'
import type { SyncItemState, SyncKind } from '#contract/api/sync-kinds.ts'
import { sentenceOf } from '../../format/failure-text.ts'
import { formatClock, formatMoment } from '../../format/dates.ts'
import { formatCounted, formatNumber } from '../../format/counts.ts'

/** The kinds of a download, in words. */
export const kindNames: Readonly<Record<SyncKind, string>> = {
  statements: 'Statements',
  enhanced: 'Statements, enhanced',
  lite: 'Statements, lite',
  calls: 'Call list',
  transcript: 'Transcript',
  recording: 'Recording',
  ratings: 'Ratings',
  news: 'News',
  securities: 'Securities',
}

const counted: Readonly<Record<SyncKind, readonly [one: string, many: string]>> = {
  statements: ['company without statements', 'companies without statements'],
  enhanced: ['company without enhanced statements', 'companies without enhanced statements'],
  lite: ['company without lite statements', 'companies without lite statements'],
  calls: ['company without calls', 'companies without calls'],
  transcript: ['call without a transcript', 'calls without a transcript'],
  recording: ['call without a recording', 'calls without a recording'],
  ratings: ['company without ratings', 'companies without ratings'],
  news: ['company without news', 'companies without news'],
  securities: ['exchange without securities', 'exchanges without securities'],
}

/** What the service does not have: `12 calls without a recording`. */
export function absentText(absent: OfflineStatus['absent']): string {
  return absent.map(({ kind, items }) => formatCounted(items, ...counted[kind])).join(', ')
}

export const stateNames: Readonly<Record<SyncItemState, string>> = {
  failed: 'Failed',
  running: 'In progress',
  waiting: 'Waiting',
  updated: 'Downloaded',
  unchanged: 'Unchanged',
  skipped: 'Skipped',
}

const endings = ['updated', 'unchanged', 'skipped', 'failed'] as const

export function isOnItsWay({ state }: Pick<SyncJob, 'state'>): boolean {
  return state === 'running' || state === 'waiting' || state === 'paused'
}

/** `Offline download: Coverage`, `Refresh: HLDN, KSTM`. */
export function jobTitle({ title, purpose }: Pick<SyncJob, 'title' | 'purpose'>): string {
  return `${purpose === 'offline' ? 'Offline download' : 'Refresh'}: ${title}`
}

/** As part of a label: `offline download: Coverage`. */
export function jobInLabel(job: Pick<SyncJob, 'title' | 'purpose'>): string {
  const title = jobTitle(job)
  return title.slice(0, 1).toLowerCase() + title.slice(1)
}

export function endedOf({ counts }: Pick<SyncJob, 'counts'>): number {
  return endings.reduce((sum, state) => sum + counts[state], 0)
}

export function totalOf({ counts }: Pick<SyncJob, 'counts'>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** Share of the running job that has ended, in whole percent from 0 to 1; null: none is running. */
export function downloadProgress(jobs: readonly Pick<SyncJob, 'counts' | 'state'>[]): number | null {
  const job = jobs.find(({ state }) => state === 'running')
  const total = job ? totalOf(job) : 0
  return job && total > 0 ? Math.floor((100 * endedOf(job)) / total) / 100 : null
}

/** `240 downloaded, 600 unchanged, 3 failed`; zero counts are left out. */
export function outcomeText({ counts }: Pick<SyncJob, 'counts'>): string {
  const said = endings.filter((state) => counts[state] > 0)
  return said.map((state) => `${formatNumber(counts[state])} ${stateNames[state].toLowerCase()}`).join(', ')
}

/** `312 of 904`. The total grows while lists of calls are fetched. */
export function progressText(job: Pick<SyncJob, 'counts'>): string {
  return `${formatNumber(endedOf(job))} of ${formatNumber(totalOf(job))}`
}

/** State of a job in one sentence, without the full stop. */
export function stateText(job: SyncJob, now: number): string {
  const because = job.reason === null ? '' : `: ${sentenceOf(job.reason, '')}`
  switch (job.state) {
    case 'running':
      return [progressText(job), ...job.running.slice(0, 2)].join(', ')
    case 'waiting': {
      const retryText = job.retryAt === null ? '' : ` Retries at ${formatClock(job.retryAt)}.`
      return `${progressText(job)}, waiting${because}${retryText}`
    }
    case 'paused':
      return `${progressText(job)}, paused${because}`
    case 'stopped':
      return `Stopped${job.endedAt === null ? '' : ` ${formatMoment(job.endedAt, now)}`}: ${outcomeText(job) || 'nothing was downloaded'}`
    case 'done': {
      const parts = [outcomeText(job) || 'nothing to download']
      if (job.notDue > 0) parts.push(`${formatNumber(job.notDue)} not due`)
      if (job.missing !== null) parts.push(job.missing === 0 ? 'checked, nothing missing' : `${job.missing} missing`)
      return `Done ${job.endedAt === null ? '' : formatMoment(job.endedAt, now)}: ${parts.join(', ')}`
    }
    default:
      return job.state satisfies never
  }
}

/** The reason for an item's state, with its failure. */
export function whyOf({ detail, failure }: Pick<SyncItem, 'detail' | 'failure'>): string {
  return [detail, failure === null ? null : sentenceOf(failure, '')].filter((part) => part !== null).join('. ')
}

/** Whether a list is completely available offline, for the line next to its name. */
export function markText(mark: OfflineStatus, companies: number, now: number): string {
  if (mark.complete)
    return mark.asOf === null
      ? 'Offline: nothing to download'
      : `Complete offline as of ${formatMoment(mark.asOf, now)}`
  const lacking = new Set(mark.missing.map(({ symbol }) => symbol)).size
  const some = mark.missing.length < mark.missingCount ? 'at least ' : ''
  return `Offline: ${some}${lacking} of ${formatCounted(companies, 'company', 'companies')} incomplete`
}

/** What a choice includes: `5 years of statements, 1 year of calls, all ratings`. */
export function choiceText(choice: OfflineChoice): string {
  const { kinds, years, callMonths, ratingMonths, newsMonths } = choice
  const of = (what: string, months: number) =>
    months >= allMonths ? `all ${what}` : `${monthsText(months)} of ${what}`
  const calls = kinds.includes('recordings') ? 'calls with recordings' : 'calls'
  return [
    kinds.includes('enhanced') || kinds.includes('lite') ? of('statements', 12 * years) : '',
    kinds.includes('calls') || kinds.includes('recordings') ? of(calls, callMonths) : '',
    kinds.includes('ratings') ? of('ratings', ratingMonths) : '',
    kinds.includes('news') ? of('news', newsMonths) : '',
  ]
    .filter((part) => part !== '')
    .join(', ')
}

/** A range so long that it covers every record. */
export const allMonths = 600

export function monthsText(months: number): string {
  if (months >= allMonths) return 'all'
  return months % 12 === 0 ? formatCounted(months / 12, 'year') : formatCounted(months, 'month')
}
