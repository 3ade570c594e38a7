/** The state of the term grid: the user's terms, companies, quarters, and the core's counts. */

import type { TermGrid } from '#contract/api/transcript-search.ts'
import type { Failure } from '#contract/failure.ts'
import type { Changes } from '../core-client/changes.ts'
import type { Core } from '../core-client/client.ts'
import { reactiveQuery, type Query } from '../core-client/query.svelte.ts'
import { quarterWord, type GridMeasure, type TermGridRow, type GridTerm } from './term-grid-cells.ts'
import { symbolsOf } from '../format/symbols.ts'
import { changesHits } from './transcript-search.svelte.ts'

export const mostTerms = 20
/** How many fit into the drawer. */
export const drawerQuarters = 8

/** A cell by what it counts: its row and column are others when calls are downloaded or terms removed. */
interface PickedCell {
  readonly term: string
  readonly symbol: string
  readonly quarter: string
}

/** Where a cell is in the result. */
interface CellPosition {
  readonly term: number
  readonly row: number
  readonly column: number
}

interface TermGridDependencies {
  readonly search: Pick<Core['search'], 'termGrid'>
  readonly changes: Pick<Changes, 'listen'>
  /** The quarters that there is room for; null while the grid is not shown, and nothing is requested. */
  readonly room: () => number | null
}

/** Terms of the user's by company and quarter. Create it while its component is being created, with which its requests end. */
export class TermGridState {
  readonly #query: Query<TermGrid>
  readonly #room: () => number | null
  #terms = $state.raw<readonly string[]>([])
  #chosenQuarters = $state<number | null>(null)
  #symbols = $state.raw<readonly string[]>([])
  #measure = $state<GridMeasure>('mentions')
  #picked = $state.raw<PickedCell | null>(null)

  constructor({ search, changes, room }: TermGridDependencies) {
    this.#room = room
    this.#query = reactiveQuery(
      changes,
      (request, { signal }) => search.termGrid(request, { signal }),
      () => this.#request,
      { reloadOn: changesHits },
    )
  }

  get terms(): readonly string[] {
    return this.#terms
  }

  /** As chosen by the user, else as many as fit. */
  get quarters(): number {
    return this.#chosenQuarters ?? this.#room() ?? drawerQuarters
  }

  /** Empty: all that mention a term. */
  get symbols(): readonly string[] {
    return this.#symbols
  }

  get measure(): GridMeasure {
    return this.#measure
  }

  /** Null before the first result, and without terms. */
  get grid(): TermGrid | null {
    return this.#terms.length === 0 ? null : this.#query.result
  }

  get failure(): Failure | null {
    return this.#query.failure
  }

  get settledAt(): number | null {
    return this.#query.settledAt
  }

  /** The cell that the user picked, also while it is not in the result. */
  get picked(): PickedCell | null {
    return this.#picked
  }

  /** Of the picked cell; null: none is picked, or it is not in the result. */
  readonly position: CellPosition | null = $derived.by(() => {
    const { grid } = this
    const picked = this.#picked
    if (!grid || !picked) return null
    const term = grid.terms.findIndex((each) => each.term === picked.term)
    const row = grid.terms[term]?.rows.findIndex(({ symbol }) => symbol === picked.symbol) ?? -1
    const column = grid.quarters.findIndex((quarter) => quarterWord(quarter) === picked.quarter)
    return row < 0 || column < 0 ? null : { term, row, column }
  })

  add(term: string): void {
    const bare = term.trim()
    if (bare === '' || this.#terms.includes(bare) || this.#terms.length >= mostTerms) return
    this.#terms = [...this.#terms, bare]
  }

  remove(term: string): void {
    this.#terms = this.#terms.filter((each) => each !== term)
  }

  /** `HLDN, VSPO`; nothing for all. */
  ofSymbols(text: string): void {
    this.#symbols = symbolsOf(text).slice(0, 200)
  }

  over(quarters: number): void {
    this.#chosenQuarters = quarters
  }

  measureBy(measure: GridMeasure): void {
    this.#measure = measure
  }

  /** To the neighboring quarter of the picked cell. */
  step(by: 1 | -1): void {
    const { position } = this
    const count = this.grid?.quarters.length ?? 0
    if (position) this.pick({ ...position, column: Math.max(0, Math.min(count - 1, position.column + by)) })
  }

  pick({ term, row, column }: CellPosition): void {
    const picked = this.grid?.terms[term]
    const symbol = picked?.rows[row]?.symbol
    const quarter = this.grid?.quarters[column]
    if (picked && symbol !== undefined && quarter) {
      this.#picked = { term: picked.term, symbol, quarter: quarterWord(quarter) }
    }
  }

  pickNone(): void {
    this.#picked = null
  }

  /** The picked cell, as long as it is in the result. */
  get pickedCell(): { readonly term: GridTerm; readonly row: TermGridRow; readonly column: number } | null {
    const { position } = this
    const term = this.grid?.terms[position?.term ?? -1]
    const row = term?.rows[position?.row ?? -1]
    return position && term && row ? { term, row, column: position.column } : null
  }

  reload(): Promise<void> {
    return this.#query.reload()
  }

  get #request() {
    if (this.#terms.length === 0 || this.#room() === null) return null
    const symbols = [...this.#symbols]
    return { terms: [...this.#terms], quarters: this.quarters, ...(symbols.length > 0 && { symbols }) }
  }
}
