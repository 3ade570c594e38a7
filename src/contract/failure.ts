/**
 * The closed list of what can go wrong, as it crosses a process: never a raw error, a URL or a response, so that no key can
 * travel with it. Each kind has the sentence the user reads and the action offered. Anything else is a defect.
 */

import { usualNumberFormat, type NumberFormat } from './api/number-format.ts'
import { formatBytes } from './format-bytes.ts'

/** What the user can do about it; the window turns each into one button or none. */
type FailureAction =
  | 'retry'
  | 'wait'
  | 'work-offline'
  | 'change-key'
  | 'change-workspace'
  | 'sign-in-to-network'
  | 'change-proxy'
  | 'free-disk'
  | 'choose-profile'
  | 'update-program'
  | 'report'
  | 'none'

interface FailureText {
  /**
   * `{operation}`, `{host}`, `{status}`, `{seconds}` and `{detail}` are filled in; an unknown one reads as "the service" or "". `{stored}` is
   * where the user is told what is shown meanwhile.
   */
  readonly sentence: string
  readonly action: FailureAction
}

export const failures = {
  // network
  offline: { sentence: 'Can’t reach the service: {detail}. {stored}', action: 'work-offline' },
  'connection-lost': { sentence: 'The connection to {host} was lost.', action: 'retry' },
  'no-response': { sentence: '{host} {detail}. {stored}', action: 'retry' },
  certificate: {
    sentence: 'The certificate of {host} is not trusted ({detail}). Nothing was sent.',
    action: 'change-workspace',
  },
  'proxy-login': {
    sentence:
      'The proxy {detail} requires a user name and password. Ask your administrator for access without them, or change the proxy in Settings, Network. {stored}',
    action: 'change-proxy',
  },
  'sign-in-page': {
    sentence: 'The network returned a login page. Sign in, then retry.',
    action: 'sign-in-to-network',
  },
  // service
  'key-missing': { sentence: 'This workspace has no API key. {stored}', action: 'change-key' },
  'key-refused': {
    sentence: 'The API key was rejected ({operation}). {stored} Enter a new key.',
    action: 'change-key',
  },
  'not-allowed': { sentence: 'Your API key does not include {operation}.', action: 'change-key' },
  'not-found': { sentence: 'Not found at the service: {operation}.', action: 'none' },
  'too-many-requests': { sentence: 'Too many requests. The service accepts more in {seconds} s.', action: 'wait' },
  'service-error': { sentence: 'The service returned an error (status {status}).', action: 'retry' },
  'request-refused': { sentence: 'The service refused the request (status {status}).', action: 'report' },
  redirected: {
    sentence: 'The service redirected the request ({detail}). The redirect was not followed.',
    action: 'change-workspace',
  },
  // answer
  'not-json': { sentence: '{operation}: the response cannot be read.', action: 'retry' },
  incomplete: { sentence: '{operation}: the response was cut off.', action: 'retry' },
  'wrong-shape': { sentence: '{operation}: unexpected response format ({detail}).', action: 'report' },
  'too-large': { sentence: '{operation}: the response is too large (limit {detail}).', action: 'report' },
  'service-message': { sentence: 'The service reports: {detail}', action: 'retry' },
  // workspace
  'invalid-base-url': { sentence: 'The base URL cannot be used: {detail}.', action: 'change-workspace' },
  'no-such-workspace': { sentence: 'This workspace no longer exists.', action: 'change-workspace' },
  'no-such-watchlist': { sentence: 'This watchlist no longer exists.', action: 'none' },
  'other-workspace': {
    sentence: 'Another workspace was opened first. Nothing was changed.',
    action: 'retry',
  },
  'bad-request': { sentence: 'Invalid request: {detail}.', action: 'report' },
  // library
  'not-in-library': { sentence: 'Not in the library.', action: 'retry' },
  'disk-full': {
    sentence: 'The disk is full. Stored data is still available, but nothing new can be saved. Free some space.',
    action: 'free-disk',
  },
  'read-only': {
    sentence: 'The profile folder is read-only. Stored data is still available, but nothing new can be saved.',
    action: 'choose-profile',
  },
  'too-large-to-read': {
    sentence:
      '{detail} cannot be shown: a library larger than 2 GB cannot be read from a read-only folder. It was not changed.',
    action: 'none',
  },
  damaged: { sentence: '{detail} was damaged and was moved aside. Nothing was deleted.', action: 'report' },
  'database-missing': {
    sentence:
      '{detail} is missing, so it starts empty. Put the file back and restart Tearsheet, or restore a backup. Nothing was deleted.',
    action: 'none',
  },
  recovered: {
    sentence: '{detail} was damaged. All of its data was recovered, and the damaged file was retained.',
    action: 'none',
  },
  'desk-undecided': {
    sentence: '{detail}: choose which data to keep. Your data cannot be changed until you do.',
    action: 'none',
  },
  'library-undecided': {
    sentence:
      'The library of {detail} is not the one used last. Choose which library to use; nothing new is stored until you do.',
    action: 'none',
  },
  'file-older': {
    sentence:
      '{detail} is missing its most recent downloads: it was replaced by an earlier copy, or its log was lost. The next refresh downloads them again.',
    action: 'none',
  },
  'file-rewritten': {
    sentence:
      '{detail} was removed or replaced while Tearsheet was running. It was restored, and none of your data was lost.',
    action: 'none',
  },
  'recordings-removed': {
    sentence: 'The recordings of {detail} were removed by another program. They can be downloaded again.',
    action: 'none',
  },
  'workspace-missing': {
    sentence:
      'The folder of workspace {detail} is missing from the profile. Put it back and restart Tearsheet, or restore a backup.',
    action: 'none',
  },
  'files-missing': {
    sentence: 'No backup was created, because it would be incomplete: {detail}.',
    action: 'none',
  },
  'newer-version': {
    sentence: '{detail} was created by a newer version of Tearsheet. It was not changed. Update Tearsheet to open it.',
    action: 'update-program',
  },
  'foreign-file': { sentence: '{detail} is not a Tearsheet file. It was not changed.', action: 'choose-profile' },
  'older-version': {
    sentence: '{detail} was written by an earlier version of Tearsheet. Open Tearsheet once to update it.',
    action: 'none',
  },
  'profile-in-use': { sentence: 'This profile is open in another Tearsheet window.', action: 'choose-profile' },
  'profile-missing': { sentence: 'The profile folder cannot be used: {detail}.', action: 'choose-profile' },
  'file-not-written': { sentence: 'The file was not saved: {detail}.', action: 'retry' },
  'workbook-refused': { sentence: 'The workbook was not updated: {detail}.', action: 'none' },
  // storage
  'invalid-backup': { sentence: 'The backup cannot be used: {detail}. Nothing was changed.', action: 'none' },
  'invalid-pack': { sentence: 'The pack cannot be used: {detail}. Nothing was changed.', action: 'none' },
  'wrong-passphrase': { sentence: 'The passphrase is wrong. Nothing was changed.', action: 'none' },
  'pack-not-made': { sentence: 'The pack was not created: {detail}.', action: 'none' },
  'invalid-folder': { sentence: 'The folder cannot be used: {detail}.', action: 'none' },
  'library-unavailable': {
    sentence:
      'The library is in {detail}, which is not available. Connect the disk and restart Tearsheet. Nothing was lost.',
    action: 'none',
  },
  'library-of-other-profile': {
    sentence:
      'This profile is a copy: the library in {detail} belongs to the original. It can be read here, but nothing new is stored. To give this profile its own library, create a backup and restore it.',
    action: 'none',
  },
  'not-enough-space': { sentence: 'Not enough free space: {detail}. Nothing was changed.', action: 'free-disk' },
  'not-published': {
    sentence: 'The library was not published: {detail}. What was published before is unchanged.',
    action: 'retry',
  },
  // Others have changed what was published before.
  'publication-changed': { sentence: 'The library was not published: {detail}. Publish again.', action: 'retry' },
  'publication-missing': {
    sentence:
      'The library was not published after the refresh: {detail} no longer contains a publication. Reconnect its disk or network share, or publish again in Settings, Storage.',
    action: 'none',
  },
  'publication-unknown': {
    sentence:
      'The connection to {host} was lost at the end, so the library may not have been published. Publish again.',
    action: 'retry',
  },
  'copy-differs': {
    sentence: 'The copy of {detail} differs from the original, so the original is still in use. Check the disk.',
    action: 'retry',
  },
  'too-many-open-files': {
    sentence: 'The system cannot open more files. Close other programs, then retry. Nothing was changed.',
    action: 'retry',
  },
  'in-use': { sentence: 'Not available now: {detail}. Retry when it has finished.', action: 'retry' },
  // administrator
  'by-policy': { sentence: 'Your administrator does not allow {detail}.', action: 'none' },
  'damaged-policy': {
    sentence:
      'Your administrator’s policy file cannot be used: {detail}. Until it is repaired, your data services, exports, recordings and update checks are off. Stored data is still available.',
    action: 'none',
  },
  // updates
  'updates-unavailable': { sentence: 'Can’t check for updates: {detail}.', action: 'retry' },
  'update-feed-refused': {
    sentence: 'The update feed cannot be trusted: {detail}. Contact your administrator.',
    action: 'none',
  },
  // program
  cancelled: { sentence: 'Canceled.', action: 'none' },
  'core-stopped': { sentence: 'The storage process stopped and is restarting.', action: 'retry' },
  'not-admitted': {
    sentence:
      'This page was not opened from the address Tearsheet printed. Press Enter in its terminal for a new address, or restart Tearsheet.',
    action: 'none',
  },
  'program-ended': {
    sentence: 'Tearsheet is not running. Start it and open the address it prints.',
    action: 'none',
  },
  defect: { sentence: 'Unexpected error. It was logged, and no data was lost.', action: 'report' },
} as const satisfies Record<string, FailureText>

export type FailureKind = keyof typeof failures
export const failureKinds = Object.keys(failures) as [FailureKind, ...FailureKind[]]

/** How many of what is allowed: 5,000 records. */
export interface Limit {
  readonly count: number
  readonly of: string
}

export interface Failure {
  readonly kind: FailureKind
  /** Title of the operation, as in `operations`. */
  readonly operation?: string | undefined
  readonly host?: string | undefined
  readonly status?: number | undefined
  readonly attempts?: number | undefined
  /** Seconds waited or to wait. */
  readonly seconds?: number | undefined
  /** Short words of our own, or the service's message cut to 200 characters; never a URL. */
  readonly detail?: string | undefined
  /** Instead of `detail`: the limit that was exceeded. */
  readonly limit?: Limit | undefined
  /** Instead of `detail`: bytes on the disk. */
  readonly space?: { readonly needed: number; readonly free: number } | undefined
  /** The service's reason for a refusal, cut to 200 characters, without the key and without addresses. */
  readonly serviceMessage?: string | undefined
}

/**
 * The one sentence the user reads.
 *
 * @param instead what is shown meanwhile, as the page knows it; empty where nothing is, or where it need not be said. Without it a failure
 * of the network or the key says that stored data is still available.
 * @param numbers how its numbers are written
 */
export function sentenceOf(failure: Failure, instead?: string, numbers: NumberFormat = usualNumberFormat): string {
  const { sentence: template } = failures[failure.kind]
  const stored = instead ?? 'Stored data is still available.'
  const hasPlace = template.includes(' {stored}')
  const words: Record<string, string> = {
    operation: failure.operation ?? 'the service',
    host: failure.host ?? 'The service',
    status: String(failure.status ?? 'unknown'),
    seconds: String(failure.seconds ?? 0),
    detail: detailOf(failure, numbers),
    stored,
  }
  const sentence = template
    .replace(' {stored}', stored === '' ? '' : ' {stored}')
    .replaceAll(/\{(\w+)\}/g, (whole, name: string) => words[name] ?? whole)
  const reason = failure.serviceMessage === undefined ? '' : ` The service reports: “${failure.serviceMessage}”`
  const shown = hasPlace || instead === undefined || instead === '' ? '' : ` ${instead}`
  return sentence.replace(/^the /, 'The ') + reason + shown
}

function detailOf({ detail, limit, space }: Failure, numbers: NumberFormat): string {
  if (limit) return `${limit.count.toLocaleString(numbers)} ${limit.of}`
  if (space) return `${formatBytes(space.needed, numbers)} needed, ${formatBytes(space.free, numbers)} free`
  return detail ?? 'no reason given'
}

export function actionOf(failure: Failure): FailureAction {
  return failures[failure.kind].action
}
