/** The state of one call comparison in its tab: what is shown, the current passage and its side. */

import { SvelteSet } from 'svelte/reactivity'
import type { CallComparison, ComparedPassage, PassageKind, SpokenPassage } from '#contract/api/call-comparison.ts'
import { readJsonText } from '#contract/api/serialized-json.ts'
import {
  comparisonRows,
  passagesOfCall,
  speakersOf,
  type ComparisonRow,
  type Grouping,
  type PassageFilter,
} from './comparison-rows.ts'
import { passageKindOrder } from './comparison-text.ts'

export type Side = 'earlier' | 'later'

/** A passage by where it begins, which stays when the calls are compared again. */
interface PassagePlace {
  readonly side: Side
  readonly turn: number
  readonly from: number
}

export class ComparisonPage {
  readonly #result: () => CallComparison | null
  readonly kinds = new SvelteSet<PassageKind>(passageKindOrder)
  readonly folded = new SvelteSet<string>()
  grouping = $state<Grouping>('topic')
  /** Both calls scroll as one, pair by pair. Otherwise each is shown as it was spoken, and scrolls alone. */
  #together = $state(true)
  /** Name; empty: all. */
  speaker = $state('')
  filter = $state.raw<PassageFilter | null>(null)
  #current = $state.raw<PassagePlace | null>(null)
  #side = $state<Side>('later')

  readonly #passages = $derived.by((): readonly ComparedPassage[] => {
    const result = this.#result()
    return result ? readJsonText(result.passages) : []
  })
  readonly #rows = $derived.by((): readonly ComparisonRow[] => {
    const result = this.#result()
    const { kinds, grouping, folded, filter } = this
    if (!result) return []
    return comparisonRows(result, this.#passages, { kinds, grouping, folded, speaker: this.chosenSpeaker, filter })
  })
  /** Of both calls; null: not stated. */
  readonly languages = $derived.by((): Readonly<Record<Side, string | null>> => {
    const result = this.#result()
    return { earlier: result?.earlier.language ?? null, later: result?.later.language ?? null }
  })
  readonly #columns = $derived({ earlier: this.#columnOf('earlier'), later: this.#columnOf('later') })
  /** Indexes of the shown passages that the keys go through, in their order on screen. */
  readonly #shown = $derived(
    this.#together
      ? this.#rows.flatMap((row) => (row.is === 'passage' ? [row.index] : []))
      : this.#columns[this.#columns[this.#side].length === 0 ? otherSide(this.#side) : this.#side],
  )
  /** Each drawn row compares itself with it. */
  readonly #present = $derived.by(() => {
    const chosen = indexAt(this.#passages, this.#current)
    return this.#shown.includes(chosen) ? chosen : (this.#shown[0] ?? -1)
  })
  readonly #changes = $derived(this.#shown.filter((index) => this.#passages[index]?.kind !== 'repeated'))
  readonly #speakers = $derived.by(() => {
    const result = this.#result()
    return result ? [...new Set(this.#passages.flatMap((passage) => speakersOf(result, passage)))] : []
  })

  constructor(result: () => CallComparison | null) {
    this.#result = result
  }

  get passages(): readonly ComparedPassage[] {
    return this.#passages
  }

  get rows(): readonly ComparisonRow[] {
    return this.#rows
  }

  get together(): boolean {
    return this.#together
  }

  /** The current passage stays, in the call that has it. */
  toggleTogether(): void {
    this.#side = this.side
    this.#together = !this.#together
  }

  /** The shown passages of one call as they were spoken: indexes into the passages. */
  column(side: Side): readonly number[] {
    return this.#columns[side]
  }

  get isEmpty(): boolean {
    return this.#shown.length === 0 && (!this.#together || this.#rows.length === 0)
  }

  /** Everybody who speaks in a passage. */
  get speakers(): readonly string[] {
    return this.#speakers
  }

  /** Another pair of calls may not have the speaker. */
  get chosenSpeaker(): string {
    return this.#speakers.includes(this.speaker) ? this.speaker : ''
  }

  /** Shown passages that are not repeated. */
  get changes(): number {
    return this.#changes.length
  }

  /** Number of the current change, from 1; null: the current passage is none. */
  get change(): number | null {
    const at = this.#changes.indexOf(this.current)
    return at < 0 ? null : at + 1
  }

  /** Index of the passage that the keys act on: the first shown one until another is chosen; −1: none is shown. */
  get current(): number {
    return this.#present
  }

  get passage(): ComparedPassage | null {
    return this.#passages[this.current] ?? null
  }

  /** The call that the keys act on: the one that has the passage. */
  get side(): Side {
    const { passage } = this
    if (!passage) return this.#side
    return passage[this.#side] === null ? otherSide(this.#side) : this.#side
  }

  get spoken(): SpokenPassage | null {
    return this.passage?.[this.side] ?? null
  }

  count(kind: PassageKind): number {
    return this.#passages.filter((passage) => passage.kind === kind).length
  }

  choose(index: number, side: Side = this.#side): void {
    this.#current = this.#placeOf(index, side)
    this.#side = side
  }

  #placeOf(index: number, side: Side): PassagePlace | null {
    const passage = this.#passages[index]
    const own = passage?.[side] === null ? otherSide(side) : side
    const spoken = passage?.[own]
    return spoken ? { side: own, turn: spoken.turn, from: spoken.from } : null
  }

  /** To the pair of the current passage, or, where the calls scroll alone and it has none, to about the same place of the other call. */
  changeSide(): void {
    const other = otherSide(this.side)
    if (!this.#together) {
      const [from, to] = [this.#columns[this.side], this.#columns[other]]
      const place = Math.round((from.indexOf(this.current) / Math.max(1, from.length - 1)) * (to.length - 1))
      if (!to.includes(this.current)) return this.choose(to[place] ?? this.current, other)
    }
    this.#side = other
  }

  step(by: 1 | -1): void {
    this.#stepIn(this.#shown, by)
  }

  stepChange(by: 1 | -1): void {
    this.#stepIn(this.#changes, by)
  }

  toggleKind(kind: PassageKind): void {
    if (!this.kinds.delete(kind)) this.kinds.add(kind)
  }

  toggleFold(key: string): void {
    if (!this.folded.delete(key)) this.folded.add(key)
  }

  /** Folds the group of the current passage; with everything folded, unfolds all. */
  foldCurrent(): void {
    const row = this.#rows.find((each) => each.is === 'passage' && each.index === this.current)
    if (row?.is === 'passage') this.folded.add(row.group)
    else this.folded.clear()
  }

  #columnOf(side: Side): readonly number[] {
    const result = this.#result()
    const { kinds, filter, chosenSpeaker: speaker } = this
    return result ? passagesOfCall(result, this.#passages, side, { kinds, speaker, filter }) : []
  }

  /** From the current passage on, which need not be in the list itself. */
  #stepIn(indexes: readonly number[], by: 1 | -1): void {
    const here = this.#shown.indexOf(this.current)
    const places = indexes.map((index) => this.#shown.indexOf(index))
    const place = by > 0 ? places.find((each) => each > here) : places.findLast((each) => each < here)
    const next = place === undefined ? undefined : this.#shown[place]
    if (next !== undefined) this.choose(next)
  }
}

/** −1: no passage has the place any more. */
function indexAt(passages: readonly ComparedPassage[], place: PassagePlace | null): number {
  if (place === null) return -1
  return passages.findIndex((passage) => {
    const spoken = passage[place.side]
    return spoken?.turn === place.turn && spoken.from <= place.from && place.from < spoken.to
  })
}

export function otherSide(side: Side): Side {
  return side === 'later' ? 'earlier' : 'later'
}
