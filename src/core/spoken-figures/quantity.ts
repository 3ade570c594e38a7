/** A quantity that was spoken, and what was read of it. */

import type { SpokenValue } from '#contract/api/spoken-figures.ts'

/** A quantity with the tokens that state it: `first` to before `next`. */
export interface Quantity {
  readonly first: number
  readonly next: number
  readonly value: SpokenValue
  /** The coarsest step that it may have been rounded to: of 600 million a hundred million, of 618 a million. */
  readonly coarseStep: number
  /** Digits that it states: 3 of 1.32, 1 of 600. */
  readonly significant: number
  /** The noun that is counted, where the unit is one of things ("barrels"); null: none. */
  readonly noun: string | null
  /** The first of two values between which something moved: "from 45 to 50 million". */
  readonly isOrigin: boolean
  /** A difference of percentages, said in points. */
  readonly isPoints: boolean
}

/** What was read from some tokens, and where to read on; no quantities: what stands there could be read in two ways. */
export interface Reading {
  readonly quantities: readonly Quantity[]
  readonly next: number
}

/** How far from zero it is at most. */
export function sizeOf({ low, high }: SpokenValue): number {
  return Math.max(Math.abs(low), Math.abs(high))
}
