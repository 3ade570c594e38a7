/** Time limits of a request, in milliseconds. */
export interface TimeoutPolicy {
  /** Until the connection is established, TLS included. */
  readonly connect: number
  /** From the request to the end of the response's head. */
  readonly firstByte: number
  /** Between two pieces of a body that has begun. */
  readonly betweenBytes: number
  /** The whole request, redirects and body included. A recording has no such limit: it comes as fast as it comes. */
  readonly total: number
  /** For the reason in the body of a refusal, whose status is already known. */
  readonly reason: number
}

/**
 * - `connect`: a host that is there responds in well under a second; one that drops packets never does.
 * - `firstByte`: a service may compute for long before it sends anything, and gives no sign of it. A minute is what proxies on the way
 *   commonly allow, and the user can cancel at any moment of it.
 * - `betweenBytes`: a response that has begun is ready, so silence means that the connection is lost or that somebody drips on purpose.
 * - `total`: a minute to the first byte and two for the largest response (12 MB) at 2 Mbit/s; a drip that is never silent ends here.
 * - `reason`: the reason is a help, not worth a wait.
 */
export const defaultTimeouts: TimeoutPolicy = {
  connect: 10_000,
  firstByte: 60_000,
  betweenBytes: 20_000,
  total: 180_000,
  reason: 2_000,
}
