/** The credentials of S3 endpoints, each bound to the one that it was entered for. */

import { z } from 'zod'
import { withoutKeys } from '../api-keys.ts'
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

/** Keys that the user entered for the publication of one workspace at one origin. */
export interface EnteredS3Keys {
  readonly workspace: string
  readonly origin: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/**
 * The credentials of this session, in memory. Only the function that signs a request reads them, and only for the origin that they
 * were entered for: an edited address never receives what was meant for another host.
 */
export class S3CredentialStore {
  readonly #ofEnvironment = new Map<string, S3Credentials>()
  readonly #entered = new Map<string, { readonly origin: string; readonly credentials: S3Credentials }>()
  readonly #changed: () => void

  constructor(changed: () => void = () => undefined) {
    this.#changed = changed
  }

  /** From the environment, for every workspace. Throws `not-published` for what no credentials are, without repeating it. */
  hold(origin: string, credentials: S3Credentials): void {
    this.#ofEnvironment.set(origin, readCredentials(credentials))
  }

  /** Throws `not-published` for what no credentials are, without repeating it. */
  holdEntered({ workspace, origin, accessKeyId, secretAccessKey }: EnteredS3Keys): void {
    const credentials = readCredentials({ accessKeyId, secretAccessKey, sessionToken: null })
    this.#entered.set(workspace, { origin, credentials })
    this.#changed()
  }

  dropEntered(workspace: string): void {
    this.#entered.delete(workspace)
    this.#changed()
  }

  /** What was entered for the workspace comes before the environment. */
  forOrigin(workspace: string, origin: string): S3Credentials | undefined {
    const entered = this.#entered.get(workspace)
    return entered?.origin === origin ? entered.credentials : this.#ofEnvironment.get(origin)
  }

  /** The text without any secret of these. */
  redact(text: string): string {
    const all = [...this.#ofEnvironment.values(), ...[...this.#entered.values()].map(({ credentials }) => credentials)]
    return withoutKeys(
      text,
      all.flatMap(({ secretAccessKey, sessionToken }) => [secretAccessKey, sessionToken ?? '']),
    )
  }

  /** Whether they come from the environment of a command, and are gone with it. */
  areOfEnvironment(workspace: string, origin: string): boolean {
    return this.#entered.get(workspace)?.origin !== origin && this.#ofEnvironment.has(origin)
  }
}

function readCredentials(credentials: S3Credentials): S3Credentials {
  const read = s3Credentials.safeParse(credentials)
  return read.success
    ? read.data
    : notPublished('the credentials contain spaces or other characters that no credentials have')
}
