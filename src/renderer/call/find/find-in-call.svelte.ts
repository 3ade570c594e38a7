/**
 * Finds text in one call: all hits and the current one. Long calls are searched in slices, so that
 * typing stays smooth.
 */

import { hitsIn, parseFind, type FindPattern, type TextRange } from './find-pattern.ts'
import { fold, type FoldedText } from './fold-text.ts'

/** One occurrence of the search pattern. */
export interface Hit {
  readonly turn: number
  readonly from: number
  readonly to: number
  /** The range is in the user's correction of the turn, not in the words received. */
  readonly isInCorrection: boolean
}

/** How long a slice of searching may block rendering, in milliseconds. */
const sliceLength = 8

interface FindInCallDependencies {
  /** Lets the window render and handle keys. */
  readonly pause: () => Promise<void>
  readonly now: () => number
}

const windowDependencies: FindInCallDependencies = {
  pause: () => new Promise((resolve) => setTimeout(resolve)),
  now: () => performance.now(),
}

export class FindInCall {
  readonly #dependencies: FindInCallDependencies
  #query = $state('')
  #hits = $state.raw<readonly Hit[]>([])
  /** Index into `hits`; −1 before the first hit is chosen. */
  #current = $state(-1)
  #searching = $state(false)
  #texts: readonly string[] = []
  #corrections: ReadonlyMap<number, string> = new Map()
  #folded: FoldedText[] = []
  #run = 0
  #byTurn = $state.raw<ReadonlyMap<number, readonly Hit[]>>(new Map())

  constructor(dependencies: FindInCallDependencies = windowDependencies) {
    this.#dependencies = dependencies
  }

  get query(): string {
    return this.#query
  }

  get hits(): readonly Hit[] {
    return this.#hits
  }

  /** Counted from 0; −1: none. */
  get current(): number {
    return this.#current
  }

  get hit(): Hit | null {
    return this.#hits[this.#current] ?? null
  }

  get searching(): boolean {
    return this.#searching
  }

  /** There is a text to find. */
  get active(): boolean {
    return parseFind(this.#query) !== null
  }

  /** Turns that have a hit, in order, and how many each has. */
  get turns(): readonly (readonly [turn: number, hits: number])[] {
    return Array.from(this.#byTurn, ([turn, hits]) => [turn, hits.length])
  }

  in(turn: number): readonly Hit[] {
    return this.#byTurn.get(turn) ?? []
  }

  /** Searches another transcript, or another version of it, for the same text. `corrections`: the user's own, by turn. */
  async read(texts: readonly string[], corrections: ReadonlyMap<number, string>): Promise<void> {
    const hasSameText = texts === this.#texts
    if (hasSameText && hasSameCorrections(corrections, this.#corrections)) return
    if (!hasSameText) this.#folded = []
    this.#texts = texts
    this.#corrections = corrections
    if (this.#query === '') return
    const before = this.hit
    await this.#search(before?.turn ?? 0)
    if (hasSameText && before) this.#stayAt(before)
  }

  /** Looks for it; the first hit at or after `from` is the one looked at. Resolves when all of the call was searched. */
  async look(query: string, from: number): Promise<void> {
    this.#query = query
    await this.#search(from)
  }

  clear(): void {
    this.#run += 1
    this.#query = ''
    this.#show([], new Map(), -1)
  }

  /** To the next or previous hit, wrapping around. Null: there is none. */
  step(by: 1 | -1): Hit | null {
    const { length } = this.#hits
    if (length === 0) return null
    this.#current = (Math.max(this.#current, by > 0 ? -1 : 0) + by + length) % length
    return this.hit
  }

  async #search(from: number): Promise<void> {
    const run = (this.#run += 1)
    const pattern = parseFind(this.#query)
    if (pattern === null) return this.#show([], new Map(), -1)
    this.#searching = true
    const hits: Hit[] = []
    const byTurn = new Map<number, Hit[]>()
    let began = this.#dependencies.now()
    for (let turn = 0; turn < this.#texts.length; turn += 1) {
      const here = this.#hitsOf(turn, pattern)
      if (here.length > 0) byTurn.set(turn, here)
      hits.push(...here)
      if (this.#dependencies.now() - began < sliceLength) continue
      await this.#dependencies.pause()
      if (this.#run !== run) return
      began = this.#dependencies.now()
    }
    this.#show(hits, byTurn, hits.length === 0 ? -1 : Math.max(0, firstFrom(hits, from)))
  }

  #stayAt(hit: Hit): void {
    const at = this.#hits.findIndex(
      ({ turn, from, isInCorrection }) =>
        turn === hit.turn && from === hit.from && isInCorrection === hit.isInCorrection,
    )
    if (at >= 0) this.#current = at
  }

  #show(hits: readonly Hit[], byTurn: ReadonlyMap<number, readonly Hit[]>, current: number): void {
    this.#hits = hits
    this.#byTurn = byTurn
    this.#current = current
    this.#searching = false
  }

  /** The correction of a turn is shown below its words. */
  #hitsOf(turn: number, pattern: FindPattern): Hit[] {
    const hitOf = ([from, to]: TextRange, isInCorrection: boolean): Hit => ({ turn, from, to, isInCorrection })
    const received = hitsIn(this.#foldedText(turn), pattern).map((range) => hitOf(range, false))
    const correction = this.#corrections.get(turn)
    if (correction === undefined) return received
    return [...received, ...hitsIn(fold(correction), pattern).map((range) => hitOf(range, true))]
  }

  #foldedText(turn: number): FoldedText {
    return (this.#folded[turn] ??= fold(this.#texts[turn] ?? ''))
  }
}

function hasSameCorrections(left: ReadonlyMap<number, string>, right: ReadonlyMap<number, string>): boolean {
  return left.size === right.size && [...left].every(([turn, text]) => right.get(turn) === text)
}

function firstFrom(hits: readonly Hit[], turn: number): number {
  return hits.findIndex((hit) => hit.turn >= turn)
}
