/** The facet values of calls and turns as arrays of numbers. */

import { calendarYear, companyName, Numbered } from './facet-values.ts'
import type { TranscriptCall } from './transcript-call.ts'
import { traitArray, type TraitArray, type TurnTraits } from './turn-traits.ts'

/** A call with the trait of each of its turns. */
export interface CallTraits {
  readonly call: TranscriptCall
  readonly traits: TraitArray
}

/** The facet values of calls and turns as arrays of numbers: fifty thousand hits are counted in a millisecond. */
export class TurnValues {
  readonly companies = new Numbered()
  readonly years = new Numbered()
  readonly traits: TurnTraits
  /** One per call. */
  readonly companyOf: Int32Array
  readonly yearOf: Int32Array
  /** One per position. */
  readonly traitOf: TraitArray

  /** The calls in the order of their positions. */
  constructor(calls: readonly CallTraits[], traits: TurnTraits) {
    this.traits = traits
    this.companyOf = Int32Array.from(calls, ({ call }) =>
      this.companies.numberOf(companyName(call), call.company ?? call.symbol),
    )
    this.yearOf = Int32Array.from(calls, ({ call }) => this.years.numberOf(calendarYear(call.startedAt)))
    const size = calls.reduce((sum, { call }) => sum + call.turns, 0)
    this.traitOf = traitArray(size, traits.size)
    let start = 0
    for (const { call, traits: ofCall } of calls) {
      this.traitOf.set(ofCall, start)
      start += call.turns
    }
  }
}
