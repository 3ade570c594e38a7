/** What the parts of an S3 address may be, for its schema and for the form that it is entered into. */

/** For each part: the pattern it must match, and the message otherwise, which follows its name. */
export const s3AddressRules = {
  /** `https://s3.example.com`, or http on this computer: a scheme, a host and perhaps a port. */
  endpoint: {
    longest: 300,
    pattern: /^https?:\/\/[^/?#@\s]+\/?$/,
    problem: 'must be an address such as https://s3.example.com',
  },
  region: { longest: 40, pattern: /^[a-z\d-]{1,40}$/, problem: 'must be a name such as eu-central-1' },
  bucket: { longest: 63, pattern: /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, problem: 'must be the name of a bucket' },
  /** Folders in the bucket, without a slash at either end; empty: the whole bucket. */
  prefix: {
    longest: 500,
    pattern: /^([\w-][\w.-]*(\/[\w-][\w.-]*)*)?$/,
    problem: 'may have letters, digits, “.”, “_”, “-” and “/” only',
  },
} as const

/** Stores of others commonly have this region. */
export const usualS3Region = 'us-east-1'

/** Amazon's domains for regions that are apart from the others, China and the European Sovereign Cloud, by how their names begin. */
const amazonDomains = { 'cn-': 'amazonaws.com.cn', 'eusc-': 'amazonaws.eu' } as const

/** Where Amazon S3 has the buckets of a region. */
export function amazonS3Endpoint(region: string): string {
  const [, domain = 'amazonaws.com'] = Object.entries(amazonDomains).find(([start]) => region.startsWith(start)) ?? []
  return `https://s3.${region}.${domain}`
}

/** After a publication whose keys may not delete. */
export const notClearedSentence =
  'The replaced files could not be deleted: the permission s3:DeleteObject is missing. Once it is granted, the next publication with changes deletes them.'

/** `s3://bucket/prefix`. */
export function s3AddressName({ bucket, prefix }: { readonly bucket: string; readonly prefix: string }): string {
  return prefix === '' ? `s3://${bucket}` : `s3://${bucket}/${prefix}`
}
