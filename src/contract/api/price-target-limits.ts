/**
 * Limits of statistics on price targets: how long a target is current, and how many a median needs.
 */

/** A price target counts as current for twelve months, in milliseconds. */
export const targetIsCurrentFor = 365 * 86_400_000
/** Fewer targets have no median. */
export const fewestTargetsForMedian = 3
