import type { Status } from '#contract/api/api.ts'
import type { Failure } from '#contract/failure.ts'
import type { Clock } from './clock.ts'

type Noted = NonNullable<Status['lastFailure']>

/** What the status bar shows besides requests: the network, the last failure, notices on the profile. */
export class StatusBoard {
  readonly #clock: Clock
  readonly #changed: () => void
  #network: Status['network'] = 'unknown'
  #lastFailure: Noted | null = null
  #notices: readonly Noted[] = []

  constructor(clock: Clock, changed: () => void) {
    this.#clock = clock
    this.#changed = changed
  }

  get network(): Status['network'] {
    return this.#network
  }

  get lastFailure(): Noted | null {
    return this.#lastFailure
  }

  get notices(): readonly Noted[] {
    return this.#notices
  }

  /** Reports the outcome of a request: null for success, or the failure. Any response, even a refusal, proves the network. */
  reportOutcome(outcome: Failure | null): void {
    if (outcome === null || !wasNeverSent(outcome)) {
      this.#network = outcome !== null && isSilence(outcome) ? 'offline' : 'online'
    }
    this.#lastFailure = outcome && { failure: outcome, at: this.#timeOf(outcome) }
    this.#changed()
  }

  /** Now; while the service stays silent for one reason, when that began, so that a failure which the user dismissed is not new at each check. */
  #timeOf(failure: Failure): number {
    const last = this.#lastFailure
    const goesOn = last !== null && last.failure.kind === failure.kind && isSilence(failure)
    return goesOn ? last.at : this.#clock.now()
  }

  forgetNetwork(): void {
    this.#network = 'unknown'
    this.#lastFailure = null
    this.#changed()
  }

  /** A full disk, a read-only folder and each notice on a file are reported once; damage each time. */
  notice(failures: readonly Failure[]): void {
    const subjectOf = ({ kind, detail }: Failure) =>
      kind === 'disk-full' || kind === 'read-only' ? kind : `${kind} ${detail ?? ''}`
    const reported = new Set(this.#notices.map(({ failure }) => subjectOf(failure)))
    const unreported = failures.filter((failure) => {
      const isNews = failure.kind === 'damaged' || !reported.has(subjectOf(failure))
      reported.add(subjectOf(failure))
      return isNews
    })
    if (unreported.length === 0) return
    this.#notices = [...this.#notices, ...unreported.map((failure) => ({ failure, at: this.#clock.now() }))].slice(-20)
    this.#changed()
  }
}

function isSilence(failure: Failure): boolean {
  return ['offline', 'connection-lost', 'no-response', 'sign-in-page', 'proxy-login', 'certificate'].includes(
    failure.kind,
  )
}

/**
 * Found wrong before anything was sent, so it tells nothing about the network. A service that misses a key responds with a
 * status.
 */
function wasNeverSent({ kind, status }: Failure): boolean {
  return ['invalid-base-url', 'bad-request', 'key-missing', 'by-policy'].includes(kind) && status === undefined
}
