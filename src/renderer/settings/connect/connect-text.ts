/**
 * Texts of connecting a service: test results and advice. Also what the first download fetches, and
 * the estimated time.
 */

import type { OperationCheck } from '#contract/api/workspaces.ts'
import type { Failure, FailureKind } from '#contract/failure.ts'
import type { OfflineKind, SyncKind } from '#contract/api/sync-kinds.ts'
import type { OperationName } from '#contract/service/operations.ts'
import { formatFixed } from '../../format/counts.ts'

/** A coverage can be loaded with any of these. */
const essential: readonly OperationName[] = ['fundamentals.enhanced', 'calls.list', 'securities']

export function canContinue(checks: readonly OperationCheck[]): boolean {
  return checks.some(({ operation, result }) => result === 'works' && essential.includes(operation))
}

/** Why an operation failed, in a few words beside its name. */
export function failedText({ kind, status, seconds }: Failure): string {
  switch (kind) {
    case 'key-refused':
      return 'API key rejected'
    case 'key-missing':
      return 'needs an API key'
    case 'not-allowed':
      return 'not included in this key'
    case 'not-found':
      return `not found at this address (${status ?? 404})`
    case 'service-error':
      return `error at the service (${status ?? 500})`
    case 'request-refused':
      return `refused (${status ?? 400})`
    case 'too-many-requests':
      return seconds === undefined ? 'too many requests' : `too many requests, free in ${seconds} s`
    case 'offline':
      return 'no connection'
    case 'no-response':
    case 'connection-lost':
      return 'no response'
    case 'certificate':
      return 'certificate not trusted'
    case 'redirected':
      return 'redirected to another address'
    case 'sign-in-page':
      return 'login page instead of data'
    case 'proxy-login':
      return 'the proxy requires a login'
    case 'incomplete':
      return 'response cut off'
    case 'too-large':
      return 'response too large'
    case 'service-message':
      return 'message instead of data'
    case 'not-json':
    case 'wrong-shape':
      return 'unexpected response'
    default:
      return 'failed'
  }
}

/** The meaning of a connection test for the user. */
interface TestSummary {
  /** `6 of 7 operations work.` */
  readonly result: string
  /** What to do about it. */
  readonly advice: string
}

/** Failures that mean that something other than the service responds at the address. */
const strange: readonly FailureKind[] = ['not-found', 'not-json', 'wrong-shape', 'request-refused']

export function summaryOf(checks: readonly OperationCheck[], host: string): TestSummary {
  const works = checks.filter(({ result }) => result === 'works').length
  const failed = checks.filter(({ result }) => result === 'fails')
  const result =
    failed.length === 0
      ? `All ${works} operations work.`
      : `${works} of ${checks.length} operations ${works === 1 ? 'works' : 'work'}.`
  if (failed.length === 0) return { result, advice: 'Everything is available with this key.' }
  // The securities search may work without a key that everything else needs.
  const isKeyError = failed.some(({ failure }) => failure?.kind === 'key-refused' || failure?.kind === 'key-missing')
  return { result, advice: works === 0 || isKeyError ? adviceForNone(failed, host) : adviceForSome(failed) }
}

function adviceForNone(failed: readonly OperationCheck[], host: string): string {
  const kinds = failed.flatMap(({ failure }) => failure?.kind ?? [])
  const [first] = kinds
  const status = failed[0]?.failure?.status
  if (kinds.includes('key-refused') || kinds.includes('not-allowed')) {
    return 'The service does not accept this key. Check it with your provider, then enter it again.'
  }
  if (kinds.includes('key-missing')) return 'The service needs an API key. Enter the key from your provider.'
  if (first === 'offline' || first === 'no-response' || first === 'connection-lost') {
    return `Can’t reach ${host}. Check the base URL and your internet connection, then test again.`
  }
  if (first === 'certificate') {
    return `The certificate of ${host} is not trusted, so no key was sent. Check the base URL, or ask your IT department.`
  }
  if (first === 'proxy-login') {
    return 'The proxy of your network requires a user name and password. Change the proxy in Settings, Network, or ask your IT department.'
  }
  if (first === 'sign-in-page') {
    return 'Your network returned a login page. Sign in to the network, then test again.'
  }
  if (first === 'redirected') {
    return `${host} redirects to another address, so the key was not sent. Check the base URL with your provider. If your network has a login page, sign in, then test again.`
  }
  if (first === 'service-error') {
    return `${host} returned an error (status ${status ?? 500}). Test again later.`
  }
  if (first === 'too-many-requests') {
    return `${host} is rate-limiting requests. Test again in ${failed[0]?.failure?.seconds ?? 60} s.`
  }
  if (kinds.some((kind) => strange.includes(kind))) {
    return `${host} responds, but not as a data service. Check the base URL with your provider.`
  }
  return 'Check the base URL and the key with your provider, then test again.'
}

/** What stays empty when an operation fails. */
const emptyWithout: Readonly<Record<OperationName, string>> = {
  'fundamentals.enhanced': 'Financials',
  'fundamentals.lite': 'Lite statements',
  'calls.list': 'Calls',
  'calls.one': 'Transcripts',
  ratings: 'Ratings',
  news: 'News',
  securities: 'Securities search',
}

function adviceForSome(failed: readonly OperationCheck[]): string {
  const names = listed(failed.map(({ operation }) => emptyWithout[operation]))
  const one = failed.length === 1 && !/ies$|s$/.test(names)
  const stays = `${names} ${one || names === 'News' ? 'stays' : 'stay'} empty`
  if (failed.every(({ failure }) => failure?.kind === 'not-allowed')) {
    return `${stays} with this key; everything else is available. Ask your provider to add ${failed.length === 1 ? 'it' : 'them'}, then test again.`
  }
  return `${stays} for now; everything else is available. Test again later, or ask your provider.`
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
}

/** What a first download fetches: five years of statements, the latest call, two years of ratings, three months of news. */
export const firstDownload = {
  years: 5,
  callMonths: 4,
  ratingMonths: 24,
  newsMonths: 3,
  quality: 'smallest',
} as const

const operationOf: Readonly<Record<'enhanced' | 'calls' | 'ratings' | 'news', OperationName>> = {
  enhanced: 'fundamentals.enhanced',
  calls: 'calls.list',
  ratings: 'ratings',
  news: 'news',
}

/** Kinds that a first download fetches: not those that the key does not include. */
export function firstKinds(checks: readonly OperationCheck[]): OfflineKind[] {
  const failing = new Set(checks.filter(({ result }) => result === 'fails').map(({ operation }) => operation))
  return (['enhanced', 'calls', 'ratings', 'news'] as const).filter((kind) => !failing.has(operationOf[kind]))
}

/** A kind of a plan, with the range of a first download. */
export const plannedNames: Partial<Readonly<Record<SyncKind, string>>> = {
  enhanced: 'Statements, 5 years',
  calls: 'Call lists',
  transcript: 'Transcripts of 4 months',
  ratings: 'Ratings, 2 years',
  news: 'News, 3 months',
}

/** Megabytes with one decimal, for a column whose head says MB. */
export function formatMegabytes(bytes: number): string {
  return formatFixed(bytes / 1e6, 1)
}

/** Requests that the service is sent at once, and a request's usual seconds where no test has measured them. */
const [atOnce, usualSeconds] = [4, 0.4]

/** Estimated time of requests, by the speed of the connection test: `about 40 s`, `about 3 min`. */
export function loadingTime(requests: number, checks: readonly OperationCheck[]): string {
  const measured = checks.flatMap(({ milliseconds, result }) => (result === 'works' ? (milliseconds ?? []) : []))
  const each = measured.length === 0 ? usualSeconds : measured.reduce((sum, ms) => sum + ms, 0) / measured.length / 1000
  const seconds = Math.max(1, (requests * each) / atOnce)
  if (seconds < 100) return `about ${seconds < 10 ? Math.ceil(seconds) : Math.ceil(seconds / 5) * 5} s`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 100 ? `about ${minutes} min` : `about ${Math.round(minutes / 60)} h`
}

/** Most services know it. */
export const testSymbol = 'AAPL'
/** Each of the seven operations may take the service's whole limit. Milliseconds. */
export const testLimit = 300_000

/** Why a coverage cannot be loaded now; null: it can. What is looked up or read meanwhile would be left out. */
export function loadOffText(coverage: {
  readonly isStarting: boolean
  readonly isLookingUp: boolean
  readonly isReading: boolean
  readonly companies: number
  readonly exchanges: number
  readonly listName: string
  readonly isTooMuch: boolean
}): string | null {
  const { companies, exchanges } = coverage
  if (coverage.isStarting) return 'being started'
  if (coverage.isLookingUp) return 'companies are being looked up'
  if (coverage.isReading) return 'companies are being read'
  if (companies === 0 && exchanges === 0) return 'no company recognized and no exchange chosen'
  if (companies > 0 && coverage.listName.trim() === '') return 'enter a name for the watchlist'
  return coverage.isTooMuch ? 'not enough disk space' : null
}
