/** Turns what an S3 endpoint refuses, and errors of the network on the way to it, into the failure that the user reads. */

import type { Failure } from '#contract/failure.ts'
import type { S3Address } from '#contract/api/storage.ts'
import { FailureError } from '../../failure-error.ts'

/** Codes for a temporary condition of the endpoint, whatever the HTTP status. */
const passing: readonly string[] = [
  'ConditionalRequestConflict',
  'InternalError',
  'OperationAborted',
  'RequestTimeout',
  'ServiceUnavailable',
  'SlowDown',
]

/** Codes for bytes that changed on their way. */
const damaged: readonly string[] = ['BadDigest', 'IncompleteBody', 'InvalidDigest', 'XAmzContentSHA256Mismatch']

/** A refusal as a failure of which `isWorthRetrying` knows whether it may pass. Its detail is the code, at most 60 letters. */
export function refusalOf(status: number, code: string, host: string): Failure {
  const about = { host, status, detail: code }
  if (damaged.includes(code)) return { ...about, kind: 'incomplete' }
  if (passing.includes(code)) return { ...about, kind: 'service-error', status: 503 }
  if (status === 429) return { ...about, kind: 'too-many-requests' }
  if (status === 407) return { ...about, kind: 'proxy-login', detail: 'of your network' }
  if (status >= 300 && status <= 399) return { ...about, kind: 'redirected' }
  return { ...about, kind: status >= 500 || status === 408 ? 'service-error' : 'request-refused' }
}

/** Where a publication was requested, which is where its user can correct it. */
export interface RequestedPublication {
  readonly address: S3Address
  /** On the command line, with the credentials of its environment, rather than in the window. */
  readonly isCommand: boolean
  /** To the remembered address, after a refresh or a download. */
  readonly isAfterRefresh: boolean
}

/** What the user can do, by the code of the refusal. */
function adviceFor(
  code: string,
  { address: { bucket, region }, isCommand, isAfterRefresh }: RequestedPublication,
): string | undefined {
  switch (code) {
    case 'InvalidAccessKeyId':
    case 'SignatureDoesNotMatch':
    case 'InvalidSecurity':
      return isCommand
        ? 'the credentials were rejected. Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'
        : 'the keys were rejected. Replace them in Settings, Storage, Publish'
    case 'ExpiredToken':
    case 'TokenRefreshRequired':
    case 'InvalidToken':
      return `the credentials have expired. ${isCommand ? 'Get' : 'Enter'} new ones, then publish again`
    case 'AccessDenied':
    case 'AllAccessDisabled':
    case 'AccountProblem':
      return `these ${isCommand ? 'credentials' : 'keys'} have no write access to the bucket ${bucket}. They need permission to list it, and to read, write and delete its objects`
    case 'NoSuchBucket':
      return `there is no bucket ${bucket} at this endpoint. Create it, or check its name and the endpoint`
    // Only a listing is refused with it here: the bucket was taken for an object of the bucket that the host names.
    case 'NoSuchKey':
      return `the endpoint does not list the bucket ${bucket}. Enter the address of the store, without a bucket name`
    case 'RequestTimeTooSkewed':
      return 'this computer’s clock differs from the endpoint’s. Set the clock, then publish again'
    case 'AuthorizationHeaderMalformed':
    case 'IllegalLocationConstraintException':
    case 'PermanentRedirect':
      return `the bucket ${bucket} is not in the region ${region}. ${isCommand && !isAfterRefresh ? 'Give its region with --region or AWS_REGION' : 'Enter its region in Settings, Storage, Publish'}`
    case 'EntityTooLarge':
      return 'a file is larger than the endpoint accepts'
    case 'QuotaExceeded':
    case 'XMinioStorageFull':
    case 'InsufficientStorage':
      return `the bucket ${bucket} is full. Free some space in it`
    default:
      return undefined
  }
}

/** The failure of a publication to this address; others than those of its requests are returned unchanged. */
export function explainedS3Failure(failure: Failure, publication: RequestedPublication): Failure {
  const detail = reasonOf(failure, publication)
  return detail === undefined ? failure : { kind: 'not-published', detail, host: failure.host }
}

function reasonOf(
  { kind, detail = '', status, host = '' }: Failure,
  publication: RequestedPublication,
): string | undefined {
  switch (kind) {
    case 'offline':
      return `the endpoint ${host} cannot be reached (${detail}). Check its address and your network`
    case 'connection-lost':
      return `the connection to ${host} was lost. Publish again`
    case 'no-response':
      return `${host} ${detail}. Publish again later`
    case 'certificate':
      return `the certificate of ${host} is not trusted (${detail}), so nothing was sent. Check the address of the endpoint, or have its certificate authority installed on this computer`
    case 'proxy-login':
      return `the proxy ${detail} requires a user name and password. Change the proxy in Settings, Network`
    case 'incomplete':
      return `data sent to or from ${host} was cut off or changed in transit. Publish again`
    case 'too-many-requests':
      return `${host} is rate-limiting requests. Publish again later`
    case 'redirected':
      return (
        adviceFor(detail, publication) ??
        `${host} redirected the request; the redirect was not followed. Check the address of the endpoint`
      )
    case 'service-error':
      return `${host} returned an error (status ${status ?? 'unknown'}). Publish again later`
    case 'request-refused':
      return adviceFor(detail, publication) ?? adviceForStatus(status, host, detail, publication)
    default:
      return undefined
  }
}

/** For an endpoint that states no code that is known here. */
function adviceForStatus(
  status: number | undefined,
  host: string,
  code: string,
  publication: RequestedPublication,
): string {
  if (status === 403 || status === 401) return adviceFor('AccessDenied', publication) ?? ''
  return `${host} refused the request (status ${status ?? 'unknown'}${code === '' ? '' : `, ${code}`})`
}

export function notPublished(detail: string): never {
  throw new FailureError({ kind: 'not-published', detail })
}
