import { sentenceOf } from '#contract/failure.ts'
import type { OfflineChoice, OfflineStatus, SyncItem, SyncJob } from '#contract/api/sync.ts'
import type { SyncItemState, SyncKind } from '#contract/api/sync-kinds.ts'
import { formatClock, formatMoment } from '../../format/dates.ts'
import { formatCounted } from '../../format/sizes.ts'

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
  updated: 'Updated',
  unchanged: 'Unchanged',
  skipped: 'Skipped',
}

const endings = ['updated', 'unchanged', 'skipped', 'failed'] as const

export function isOnItsWay({ state }: Pick<SyncJob, 'state'>): boolean {
  return state === 'running' || state === 'waiting' || state === 'paused'
}

/** `Coverage offline`; `Coverage being refreshed`, and when that has ended `Coverage refreshed`. */
export function jobTitle({ title, purpose, state }: Pick<SyncJob, 'title' | 'purpose' | 'state'>): string {
  if (purpose === 'offline') return `${title} offline`
  return isOnItsWay({ state }) ? `${title} being refreshed` : `${title} refreshed`
}

export function endedOf({ counts }: Pick<SyncJob, 'counts'>): number {
  return endings.reduce((sum, state) => sum + counts[state], 0)
}

export function totalOf({ counts }: Pick<SyncJob, 'counts'>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** `240 updated, 600 unchanged, 3 failed`; what there is none of is not said. */
export function outcomeText({ counts }: Pick<SyncJob, 'counts'>): string {
  const said = endings.filter((state) => counts[state] > 0)
  return said.map((state) => `${counts[state].toLocaleString('en-US')} ${stateNames[state].toLowerCase()}`).join(', ')
}

/** `312 of 904`. How many there are grows while lists of calls come in. */
export function progressText(job: Pick<SyncJob, 'counts'>): string {
  return `${endedOf(job).toLocaleString('en-US')} of ${totalOf(job).toLocaleString('en-US')}`
}

/** Where a job stands, in one sentence without its full stop. */
export function stateText(job: SyncJob, now: number): string {
  const because = job.reason === null ? '' : `: ${sentenceOf(job.reason)}`
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
      return `Stopped${job.endedAt === null ? '' : ` ${formatMoment(job.endedAt, now)}`}: ${outcomeText(job) || 'nothing was fetched'}`
    case 'done': {
      const parts = [outcomeText(job) || 'nothing to fetch']
      if (job.notDue > 0) parts.push(`${job.notDue.toLocaleString('en-US')} not due`)
      if (job.missing !== null) parts.push(job.missing === 0 ? 'checked, nothing missing' : `${job.missing} missing`)
      return `Done ${job.endedAt === null ? '' : formatMoment(job.endedAt, now)}: ${parts.join(', ')}`
    }
    default:
      return job.state satisfies never
  }
}

/** The reason for an item's state, with its failure. */
export function whyOf({ detail, failure }: Pick<SyncItem, 'detail' | 'failure'>): string {
  return [detail, failure === null ? null : sentenceOf(failure)].filter((part) => part !== null).join('. ')
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

/** What a choice takes, for the list's mark: `statements of 5 years, calls of 12 months, ratings, news`. */
export function choiceText(choice: OfflineChoice): string {
  const { kinds } = choice
  const parts = [
    kinds.includes('enhanced') || kinds.includes('lite') ? `statements of ${formatCounted(choice.years, 'year')}` : '',
    kinds.includes('calls') || kinds.includes('recordings')
      ? `calls${kinds.includes('recordings') ? ' with recordings' : ''} of ${monthsText(choice.callMonths)}`
      : '',
    kinds.includes('ratings') ? `ratings of ${monthsText(choice.ratingMonths)}` : '',
    kinds.includes('news') ? `news of ${monthsText(choice.newsMonths)}` : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}

export function monthsText(months: number): string {
  return months % 12 === 0 ? formatCounted(months / 12, 'year') : formatCounted(months, 'month')
}
