/** The facet values of calls and turns as arrays of numbers. */

import { sections, sides } from '#contract/api/calls.ts'
import { calendarYear, companyName, Numbered, sentiments } from './facet-values.ts'
import { sectionOf, signAt } from './searched-turns.ts'
import type { TranscriptCall } from './transcript-call.ts'

/**
 * Sections as facets count them: announced ones, then inferred ones (`sectionsFrom` in the contract). The number of an inferred
 * section is that of the announced one plus `sections.length`.
 */
export const countedSections = [...sections, ...sections]

/**
 * The facet values of calls and turns as arrays of numbers: fifty thousand hits are counted in a millisecond. All facets of a turn are
 * combined in one number, its trait, so that counting reads one number per hit.
 */
export class TurnValues {
  readonly companies = new Numbered()
  readonly years = new Numbered()
  readonly roles = new Numbered()
  /** One per call. */
  readonly companyOf: Int32Array
  readonly yearOf: Int32Array
  /** One per position: a number below `traits`. */
  readonly traitOf: Uint16Array | Uint32Array
  /** The combinations of side and role that occur. */
  readonly #voices: (readonly [side: number, role: number])[] = []

  constructor(calls: readonly TranscriptCall[], starts: Int32Array, size: number) {
    this.companyOf = Int32Array.from(calls, (call) =>
      this.companies.numberOf(companyName(call), call.company ?? call.symbol),
    )
    this.yearOf = Int32Array.from(calls, ({ startedAt }) => this.years.numberOf(calendarYear(startedAt)))
    const numbers = new Map<number, number>()
    const voiceOf = (side: number, role: number) => {
      const key = role * sides.length + side
      const known = numbers.get(key)
      if (known !== undefined) return known
      numbers.set(key, this.#voices.length)
      return this.#voices.push([side, role]) - 1
    }
    const unknownVoice = voiceOf(unknownSide, 0)
    const voicesOf = calls.map(({ speakers }) =>
      speakers.map(({ side, role }) => voiceOf(sides.indexOf(side), this.roles.numberOf(role))),
    )
    this.traitOf = this.traits <= 0x10000 ? new Uint16Array(size) : new Uint32Array(size)
    for (const [at, { columns, turns, sectionsFrom }] of calls.entries()) {
      const inferred = sectionsFrom === 'inferred' ? sections.length : 0
      const start = starts[at] ?? 0
      for (let turn = 0; turn < turns; turn += 1) {
        const voice = voicesOf[at]?.[columns.speakers[turn] ?? 0] ?? unknownVoice
        const section = sectionOf(columns, turn) + inferred
        this.traitOf[start + turn] =
          (voice * countedSections.length + section) * sentiments.length + signAt(columns, turn)
      }
    }
  }

  get traits(): number {
    return this.#voices.length * countedSections.length * sentiments.length
  }

  /** Indices into `countedSections`, `sides` and `sentiments`, and the number of the role. */
  ofTrait(trait: number): { section: number; side: number; role: number; sign: number } {
    const rest = Math.floor(trait / sentiments.length)
    const [side, role] = this.#voices[Math.floor(rest / countedSections.length)] ?? [unknownSide, 0]
    return { section: rest % countedSections.length, side, role, sign: trait % sentiments.length }
  }
}

const unknownSide = sides.indexOf('unknown')
