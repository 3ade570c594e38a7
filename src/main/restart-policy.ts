/** Decides whether a crashed process or page is restarted, and how long to wait first. */

/** How often something may die before restarting it does more harm than good. */
interface RestartLimits {
  readonly deaths: number
  /** Milliseconds within which the deaths are counted. */
  readonly within: number
  readonly firstWait: number
  readonly longestWait: number
}

export const restartLimits: RestartLimits = { deaths: 5, within: 180_000, firstWait: 250, longestWait: 10_000 }

export interface Restart {
  /** Milliseconds to wait before the next start; null when it has died too often. */
  readonly wait: number | null
  /** Those that still count. */
  readonly deaths: readonly number[]
}

/** After one more death at `now`: waits double, and are short again once it has lived for a while. Times are monotonic. */
export function restartAfter(earlier: readonly number[], now: number, limits: RestartLimits = restartLimits): Restart {
  const deaths = [...earlier.filter((death) => now - death < limits.within), now]
  if (deaths.length >= limits.deaths) return { wait: null, deaths }
  return { wait: Math.min(limits.longestWait, limits.firstWait * 2 ** (deaths.length - 1)), deaths }
}
