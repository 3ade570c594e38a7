/**
 * Texts of the matrix of a download job: row heads, cells, tooltips, and rows of what is missing.
 */

import type { MatrixCell, MissingLine, SyncCompleteness, SyncJob } from '#contract/api/sync.ts'
import type { SyncKind } from '#contract/api/sync-kinds.ts'
import { sentenceOf } from '../format/failure-text.ts'
import { dayOf, formatClock, formatInstantDay, formatInstantDayOfYear } from '../format/dates.ts'
import { formatCounted, formatNumber } from '../format/counts.ts'
import { kindNames, monthsText } from '../app/sync/sync-labels.ts'

export type ColumnFilter = 'all' | 'incomplete' | 'failed'

const several: Partial<Record<SyncKind, string>> = {
  calls: 'Call lists',
  transcript: 'Transcripts',
  recording: 'Recordings',
}

/** Head of a row of the matrix: `Statements, enhanced, 5 years`. */
export function rowTitle(kind: SyncKind, choice: SyncJob['choice']): string {
  const name = several[kind] ?? kindNames[kind]
  return choice === null ? name : `${name}, ${rangeText(kind, choice)}`
}

function rangeText(kind: SyncKind, choice: NonNullable<SyncJob['choice']>): string {
  if (kind === 'ratings') return monthsText(choice.ratingMonths)
  if (kind === 'news') return monthsText(choice.newsMonths)
  const isOfCalls = kind === 'calls' || kind === 'transcript' || kind === 'recording'
  return monthsText(isOfCalls ? choice.callMonths : 12 * choice.years)
}

/** `20`, `2/3` where some are missing. */
export function cellText({ stored, of }: Pick<MatrixCell, 'stored' | 'of'>): string {
  const count = formatNumber(stored)
  return of === null || of === stored ? count : `${count}/${formatNumber(of)}`
}

export const cellStates: Readonly<Record<MatrixCell['state'], string>> = {
  failed: 'failed',
  running: 'downloading',
  waiting: 'waiting',
  incomplete: 'incomplete',
  stored: 'stored',
}

/** A cell for a tooltip and a screen reader: `HLDN, transcripts: 12 of 13, waiting`. */
export function cellSentence(symbol: string, kind: SyncKind, { stored, of, state }: MatrixCell): string {
  const count = of === null || of === stored ? String(stored) : `${stored} of ${of}`
  return `${symbol}, ${(several[kind] ?? kindNames[kind]).toLowerCase()}: ${count}, ${cellStates[state]}`
}

/** The total of a row over all companies. */
export function totalOfRow({ companies }: SyncCompleteness, row: number): Pick<MatrixCell, 'stored' | 'of'> {
  const cells = companies.flatMap(({ cells: own }) => own[row] ?? [])
  const stored = cells.reduce((sum, cell) => sum + cell.stored, 0)
  const of = cells.reduce((sum, cell) => sum + (cell.of ?? cell.stored), 0)
  return { stored, of }
}

/** Identifies a line of what is missing while a job runs: its state changes, and it moves among the others. */
export function lineKey({ kind, state, companies, callId }: MissingLine): string {
  // What waits is one line for all companies, which change with each that is done.
  return state === 'waiting' ? kind : `${kind} ${companies[0]?.symbol ?? ''} ${callId ?? ''}`
}

/** With more companies than fit on a screen, incomplete ones come first. */
const mostInListOrder = 40

export function shownCompanies({ companies }: SyncCompleteness, filter: ColumnFilter): SyncCompleteness['companies'] {
  const shown = companies.filter((company) => isShown(company, filter))
  if (shown.length <= mostInListOrder) return shown
  return shown.toSorted((left, right) => Number(left.isComplete) - Number(right.isComplete))
}

export function isShown({ isComplete, cells }: SyncCompleteness['companies'][number], filter: ColumnFilter): boolean {
  if (filter === 'all') return true
  return filter === 'incomplete' ? !isComplete : cells.some(({ state }) => state === 'failed')
}

/** `07:31` today, `14 Nov` this year, else `14 Nov 24`. */
export function shortMoment(instant: number, now: number): string {
  if (dayOf(instant) === dayOf(now)) return formatClock(instant)
  const isThisYear = new Date(instant).getFullYear() === new Date(now).getFullYear()
  return isThisYear ? formatInstantDayOfYear(instant) : formatInstantDay(instant)
}

const missingStates: Readonly<Record<MissingLine['state'], string>> = {
  failed: 'Failed',
  incomplete: 'Incomplete',
  running: 'Downloading',
  waiting: 'Waiting',
}

/** Companies that a line names; of more, how many. */
const mostNamed = 8

/** A line of what is missing, in its columns. */
export function missingRow(line: MissingLine) {
  const { kind, state, companies, title, reason, failure } = line
  const [first, ...others] = companies
  const items = companies.reduce((sum, company) => sum + company.items, 0)
  const company = others.length === 0 ? (first?.symbol ?? '') : formatCounted(companies.length, 'company', 'companies')
  const named = companies.slice(0, mostNamed).map((each) => `${each.symbol} ${formatNumber(each.items)}`)
  const rest = companies.length - named.length
  const waiting = `${named.join(', ')}${rest > 0 ? `, ${rest} more` : ''}: ${formatCounted(items, 'item')}`
  const said = [title, reason, failure === null ? null : sentenceOf(failure, '')].filter((text) => text !== null)
  return {
    kind: kindNames[kind],
    company,
    state: missingStates[state],
    reason: state === 'waiting' && others.length > 0 ? waiting : said.join(': '),
  }
}
