/** Checks for the keys of an S3-compatible store that a user enters, and the text in which a shell holds both as one. */

import { lastFourOf } from './api-key-entry.ts'

interface KeyPair {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** It stands in a header of each request, between other words. */
export const accessKeyIdPattern = /^[\w.@+-]{1,128}$/
export const secretAccessKeyPattern = /^[\x21-\x7e]{1,1024}$/

/** As in a password file of s3fs: an access key ID has no colon. */
export function joinKeys({ accessKeyId, secretAccessKey }: KeyPair): string {
  return `${accessKeyId}:${secretAccessKey}`
}

export function splitKeys(joined: string): KeyPair {
  const end = joined.indexOf(':')
  return { accessKeyId: joined.slice(0, end), secretAccessKey: joined.slice(end + 1) }
}

/** Of the access key ID, by which its owner knows the pair. */
export function lastFourOfKeys(joined: string): string | null {
  return lastFourOf(splitKeys(joined).accessKeyId)
}
