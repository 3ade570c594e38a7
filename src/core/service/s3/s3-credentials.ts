/** The credentials of S3 endpoints, each bound to the one that it was entered for. */

import { z } from 'zod'
import { notPublished } from './s3-failure.ts'

/** Printable ASCII without spaces: anything else would be refused as a header, in a message that repeats it. */
const word = z.string().regex(/^[\u0021-\u007E]{1,4096}$/)

const s3Credentials = z.object({
  accessKeyId: word,
  secretAccessKey: word,
  /** Of credentials that expire; null: they do not. */
  sessionToken: word.nullable(),
})
export type S3Credentials = z.infer<typeof s3Credentials>

/**
 * The credentials of this session, in memory. Only the function that signs a request reads them, and only for the origin that they
 * were entered for: an edited address never receives what was meant for another host.
 */
export class S3CredentialStore {
  readonly #byOrigin = new Map<string, S3Credentials>()

  /** Throws `not-published` for what no credentials are, without repeating it. */
  hold(origin: string, credentials: S3Credentials): void {
    const read = s3Credentials.safeParse(credentials)
    this.#byOrigin.set(
      origin,
      read.success
        ? read.data
        : notPublished('the credentials contain spaces or other characters that no credentials have'),
    )
  }

  forOrigin(origin: string): S3Credentials | undefined {
    return this.#byOrigin.get(origin)
  }
}
