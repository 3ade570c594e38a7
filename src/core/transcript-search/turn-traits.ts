/** Section, side, role and sign of the sentiment of a turn as one number. */

import { sections, sides, type SectionsFrom } from '#contract/api/calls.ts'
import type { TurnColumns } from '../full-text-index/turn-columns.ts'
import { Numbered, sentiments, signOf } from './facet-values.ts'
import type { CallSpeaker } from './transcript-call.ts'

/**
 * Sections as facets count them: announced ones, then inferred ones (`sectionsFrom` in the contract). The number of an inferred
 * section is that of the announced one plus `sections.length`.
 */
export const countedSections = [...sections, ...sections]

/** What a trait says. */
export interface Trait {
  /** Index into `countedSections`. */
  readonly section: number
  /** Index into `sides`. */
  readonly side: number
  /** The number of the role in `TurnTraits.roles`. */
  readonly role: number
  /** Index into `sentiments`. */
  readonly sign: number
}

/**
 * The traits that occur. A turn's trait combines the facets of the turn itself, so that a search keeps two bytes of each turn in memory
 * and counts its facets by one number. Traits keep their numbers while calls are added and replaced.
 */
export class TurnTraits {
  readonly roles = new Numbered()
  /** The combinations of side and role that occur. */
  readonly #voices: (readonly [side: number, role: number])[] = []
  readonly #numbers = new Map<number, number>()
  readonly #unknownVoice = this.#voiceOf(unknownSide, 0)

  /** One more than the highest. */
  get size(): number {
    return this.#voices.length * countedSections.length * sentiments.length
  }

  at(trait: number): Trait {
    const rest = Math.floor(trait / sentiments.length)
    const [side, role] = this.#voices[Math.floor(rest / countedSections.length)] ?? [unknownSide, 0]
    return { section: rest % countedSections.length, side, role, sign: trait % sentiments.length }
  }

  /** The trait of each turn of a call. */
  ofTurns(columns: TurnColumns, speakers: readonly CallSpeaker[], sectionsFrom: SectionsFrom | null): TraitArray {
    const voices = speakers.map(({ side, role }) => this.#voiceOf(sides.indexOf(side), this.roles.numberOf(role)))
    const inferred = sectionsFrom === 'inferred' ? sections.length : 0
    const traits = traitArray(columns.speakers.length, this.size)
    for (let turn = 0; turn < traits.length; turn += 1) {
      const voice = voices[columns.speakers[turn] ?? 0] ?? this.#unknownVoice
      const section = (columns.sections[turn] ?? 0) + inferred
      traits[turn] =
        (voice * countedSections.length + section) * sentiments.length + signOf(columns.sentiments[turn] ?? Number.NaN)
    }
    return traits
  }

  #voiceOf(side: number, role: number): number {
    const key = role * sides.length + side
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    this.#numbers.set(key, this.#voices.length)
    return this.#voices.push([side, role]) - 1
  }
}

/** Traits of turns in as few bytes as the highest needs. */
export type TraitArray = Uint16Array | Uint32Array

export function traitArray(turns: number, traits: number): TraitArray {
  return traits <= 0x10000 ? new Uint16Array(turns) : new Uint32Array(turns)
}

const unknownSide = sides.indexOf('unknown')
