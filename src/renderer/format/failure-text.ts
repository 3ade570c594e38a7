/** What a failure says, with its numbers in the number format of the window. */

import { sentenceOf as sentenceWith, type Failure } from '#contract/failure.ts'
import { numberFormat } from './number-format.svelte.ts'

/** As the contract's `sentenceOf`. */
export function sentenceOf(failure: Failure, instead?: string): string {
  return sentenceWith(failure, instead, numberFormat())
}
