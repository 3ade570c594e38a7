/** Texts that the contract composes, in the number format of the window. */

import { gapClauses as clauses, type ListGap } from '#contract/api/list-gap.ts'
import { targetText as textOfTarget } from '#contract/api/price-target-text.ts'
import type { PriceTarget } from '#contract/api/ratings.ts'
import { sentencesText as textOfSentences } from '#contract/api/sentence-text.ts'
import type { Sentence } from '#contract/api/sentences.ts'
import { figures } from './figures.ts'
import { numberFormat } from './number-format.svelte.ts'

export function targetText(target: PriceTarget): string {
  return textOfTarget(target, numberFormat())
}

export function sentencesText(sentences: readonly Sentence[]): string {
  return textOfSentences(sentences, figures())
}

export function gapClauses(gap: ListGap, one: string, many: string): string[] {
  return clauses(gap, one, many, numberFormat())
}
