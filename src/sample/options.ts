/** The options of the sample service, with their defaults. */

import type { FaultPlan } from './faults/fault-plan.ts'

/** The sample service's default key: not a secret, it gives access to invented data. */
export const sampleKey = 'sample-key'

/** The parameter names of the securities search, which docs/interface.md does not show. */
export interface SearchNames {
  readonly query: string
  readonly type: string
  readonly page: string
}

/**
 * Which vintage of a restated period is served.
 *  - `on-second-request`: as first published, until the same request about the company is repeated (its page 1); from then on the restated one
 *  - `always`: the restated one at once
 *  - `never`: as first published
 */
export type RestatedMode = 'on-second-request' | 'always' | 'never'
export const restatedModes: readonly RestatedMode[] = ['on-second-request', 'always', 'never']

export interface SampleServiceOptions {
  /** 0: whichever is free. */
  readonly port?: number
  readonly key?: string
  readonly searchNames?: SearchNames
  readonly searchWantsKey?: boolean
  readonly recordingsWantKey?: boolean
  readonly restated?: RestatedMode
  /** Milliseconds that every response waits. */
  readonly slow?: number
  /** Requests a second; more get 429 with Retry-After. */
  readonly limit?: number
  /** Largest page_size that is accepted; a larger one is reduced to it, as the pagination object then says. */
  readonly largestPage?: number
  readonly faults?: FaultPlan
  /** Milliseconds, for the limit alone: everything else in the sample is the same at any time. */
  readonly clock?: () => number
}

export type SampleServiceSettings = Required<SampleServiceOptions>

export const defaultSettings: SampleServiceSettings = {
  port: 0,
  key: sampleKey,
  searchNames: { query: 'q', type: 'query_by', page: 'page' },
  searchWantsKey: false,
  recordingsWantKey: false,
  restated: 'on-second-request',
  slow: 0,
  limit: Number.POSITIVE_INFINITY,
  largestPage: 100,
  faults: {},
  clock: () => performance.now(),
}
