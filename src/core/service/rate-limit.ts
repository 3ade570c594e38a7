/** How many requests a host gets, and how fast. `RequestQueue` keeps to it, and to the pauses for which the host asks. */
export interface RateLimit {
  /** Requests under way at once. */
  readonly concurrency: number
  /** Requests begun in any second; null: no such limit (the sample service on this machine). */
  readonly perSecond: number | null
}

export const defaultRateLimit: RateLimit = { concurrency: 4, perSecond: 20 }
export const sampleRateLimit: RateLimit = { concurrency: 4, perSecond: null }
