import type { TermGrid } from '#contract/api/transcript-search.ts'
import type { Failure } from '#contract/failure.ts'
import type { Changes } from '../core-client/changes.ts'
import type { Core } from '../core-client/client.ts'
import { Query } from '../core-client/query.svelte.ts'
import type { GridMeasure, GridRow, GridTerm } from './grid-cells.ts'
import { symbolsOf } from '../format/symbols.ts'
import { changesHits } from './transcript-search.svelte.ts'

export const mostTerms = 20
const drawerQuarters = 8

/** A cell by its position in the result. */
interface PickedCell {
  readonly term: number
  readonly row: number
  readonly column: number
}

/** Terms of the user's by company and quarter. */
export class TermGridState {
  readonly #search: Pick<Core['search'], 'termGrid'>
  readonly #query: Query<TermGrid>
  #terms = $state.raw<readonly string[]>([])
  #quarters = $state(drawerQuarters)
  #hasChosenQuarters = false
  #symbols = $state.raw<readonly string[]>([])
  #measure = $state<GridMeasure>('mentions')
  #picked = $state.raw<PickedCell | null>(null)

  constructor(search: Pick<Core['search'], 'termGrid'>, changes: Pick<Changes, 'listen'>) {
    this.#search = search
    this.#query = new Query(changes, { reloadOn: changesHits })
  }

  get terms(): readonly string[] {
    return this.#terms
  }

  get quarters(): number {
    return this.#quarters
  }

  /** Empty: all that say a term. */
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

  get slow(): boolean {
    return this.#query.slow
  }

  get picked(): PickedCell | null {
    return this.#picked
  }

  add(term: string): void {
    const bare = term.trim()
    if (bare === '' || this.#terms.includes(bare) || this.#terms.length >= mostTerms) return
    this.#terms = [...this.#terms, bare]
    this.#load()
  }

  remove(term: string): void {
    this.#terms = this.#terms.filter((each) => each !== term)
    this.#load()
  }

  /** `HLDN, VSPO`; nothing for all. */
  ofSymbols(text: string): void {
    this.#symbols = symbolsOf(text).slice(0, 200)
    this.#load()
  }

  /** As many as the user chose. */
  over(quarters: number): void {
    this.#hasChosenQuarters = true
    this.#quarters = quarters
    this.#load()
  }

  /** As many as there is room for, until the user chooses. */
  fit(quarters: number): void {
    if (this.#hasChosenQuarters || quarters === this.#quarters) return
    this.#quarters = quarters
    this.#load()
  }

  measureBy(measure: GridMeasure): void {
    this.#measure = measure
  }

  /** To the neighbouring quarter of the picked cell. */
  step(by: 1 | -1): void {
    const picked = this.#picked
    const count = this.grid?.quarters.length ?? 0
    if (picked) this.#picked = { ...picked, column: Math.max(0, Math.min(count - 1, picked.column + by)) }
  }

  pick(cell: PickedCell | null): void {
    this.#picked = cell
  }

  /** What was picked, as long as it is in the result. */
  get pickedCell(): { readonly term: GridTerm; readonly row: GridRow; readonly column: number } | null {
    const picked = this.#picked
    const term = this.grid?.terms[picked?.term ?? -1]
    const row = term?.rows[picked?.row ?? -1]
    return picked && term && row ? { term, row, column: picked.column } : null
  }

  reload(): Promise<void> {
    return this.#query.reload()
  }

  close(): void {
    this.#query.close()
  }

  #load(): void {
    this.#picked = null
    const [terms, quarters, symbols] = [[...this.#terms], this.#quarters, [...this.#symbols]]
    if (terms.length === 0) return
    const request = { terms, quarters, ...(symbols.length > 0 && { symbols }) }
    void this.#query.run((signal) => this.#search.termGrid(request, { signal }))
  }
}
