/** Checks operations of the core against the administrator's policy. */

import type { AdministratorPolicy } from '#contract/api/policy.ts'
import type { PolicySubject } from '#contract/api/base.ts'
import { fail } from '../failure-error.ts'

/** What the administrator's policy allows the core. Anything else fails with `by-policy`. */
export class Permissions {
  readonly #policy: AdministratorPolicy
  readonly #sampleOrigin: string

  /** `sampleUrl`: where the program's own sample service listens, which no policy restricts. */
  constructor(policy: AdministratorPolicy, sampleUrl: string) {
    this.#policy = policy
    this.#sampleOrigin = new URL(sampleUrl).origin
  }

  get recordings(): boolean {
    return this.#policy.recordings
  }

  get exports(): boolean {
    return this.#policy.exports
  }

  demand(subject: PolicySubject): void {
    if (!this.#policy[subject]) fail({ kind: 'by-policy', detail: subject })
  }

  /** Whether a request may be sent to this address, by its origin alone. */
  demandService = (url: URL): void => {
    const { services } = this.#policy
    if (services === null || url.origin === this.#sampleOrigin || services.includes(url.origin)) return
    fail({ kind: 'by-policy', host: url.hostname, detail: `requests to ${url.hostname}`.slice(0, 300) })
  }

  /** A workspace uses the administrator's address, if there is one, and an allowed origin. */
  demandBaseUrl(baseUrl: URL): void {
    const { baseUrl: only } = this.#policy
    if (only !== null && new URL(only).href !== baseUrl.href) {
      fail({ kind: 'by-policy', detail: 'another service address' })
    }
    this.demandService(baseUrl)
  }
}
