/** What a spoken figure claims, before it is set beside a stored one. */

import type { Section } from '#contract/api/calls.ts'
import type { SpokenFigure, UnjudgedReason } from '#contract/api/spoken-figures.ts'

export interface SpokenTurns {
  readonly text: readonly string[]
  /** Index of the speaker of each turn. */
  readonly speaker: readonly number[]
  readonly section: readonly Section[]
}

/** A figure as it was spoken, not yet set beside a stored one. */
export interface Claim extends Pick<
  SpokenFigure,
  'turn' | 'from' | 'to' | 'value' | 'label' | 'change' | 'period' | 'role'
> {
  /** Lines that it may be of, the likeliest first; empty: of none. */
  readonly fields: readonly string[]
  /** Why it cannot be judged whatever is stored; null: it may be. */
  readonly reason: UnjudgedReason | null
  /** What is expected: why it is not clear that it is of the whole company as it reports; null: it is clear, or is not expected. */
  readonly doubt: UnjudgedReason | null
  /** Measure and period are named so that another value is a difference, and no mistake of the match. */
  readonly isCertain: boolean
  /** Everybody calculates the measure in the same way, and no adjusted figure was spoken of right before. */
  readonly isStrict: boolean
  readonly significant: number
  readonly coarseStep: number
}
