/** An S3 address from the words of a command and the environment, under the names that other programs give them. */

import { s3Address, type S3Address } from '#contract/api/storage.ts'
import { amazonS3Endpoint, usualS3Region } from '#contract/s3-address-rules.ts'
import { refuse } from './refuse.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Options come before the environment. Without an endpoint it is that of Amazon S3 in the region. Throws Refusal. */
export function readS3Address(
  target: string,
  options: { readonly endpoint?: string | undefined; readonly region?: string | undefined },
  environment: Environment,
): S3Address {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]*)\/?(.*?)\/?$/.exec(target) ?? []
  const named = first(options.endpoint, endpointIn(environment))
  const stated = first(options.region, environment['AWS_REGION'], environment['AWS_DEFAULT_REGION'])
  if (named === undefined && stated === undefined)
    refuse(
      '--region: give the region of the bucket, such as eu-central-1, or --endpoint for a store other than Amazon S3.',
    )
  const region = stated ?? usualS3Region
  const endpoint = named ?? amazonS3Endpoint(region)
  const read = s3Address.safeParse({ endpoint, region, bucket, prefix })
  if (!read.success) {
    const [issue] = read.error.issues
    const name = String(issue?.path[0])
    refuse(
      `--${name === 'bucket' || name === 'prefix' ? 'to' : name}: the ${name} ${issue?.message ?? 'is not valid'}.`,
    )
  }
  if (!URL.canParse(endpoint)) refuse('--endpoint: must be an address such as https://s3.example.com.')
  return read.data
}

/** Never from an option, which other users of the computer can read. Throws Refusal. */
export function readS3Credentials(environment: Environment) {
  return (
    s3CredentialsIn(environment) ??
    refuse(
      'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment, and AWS_SESSION_TOKEN if the credentials expire.',
    )
  )
}

/** Null: the environment has none. */
export function s3CredentialsIn(environment: Environment) {
  const [accessKeyId, secretAccessKey] = [environment['AWS_ACCESS_KEY_ID'], environment['AWS_SECRET_ACCESS_KEY']]
  if (!accessKeyId || !secretAccessKey) return null
  return { accessKeyId, secretAccessKey, sessionToken: first(environment['AWS_SESSION_TOKEN']) ?? null }
}

/**
 * The origin that the credentials of the environment are for, where a bucket is in this region: that of the endpoint which the environment
 * names, otherwise that of Amazon S3. Null: the environment names no valid address.
 */
export function s3OriginIn(environment: Environment, region: string): string | null {
  const url = URL.parse(endpointIn(environment) ?? amazonS3Endpoint(region))
  // `minio.example.com:9000` is read as an address of the scheme `minio.example.com`, which has no origin.
  return url !== null && ['https:', 'http:'].includes(url.protocol) ? url.origin : null
}

function endpointIn(environment: Environment): string | undefined {
  return first(environment['AWS_ENDPOINT_URL_S3'], environment['AWS_ENDPOINT_URL'])
}

/** An empty variable counts as none. */
function first(...values: readonly (string | undefined)[]): string | undefined {
  return values.find((value) => value !== undefined && value !== '')
}
