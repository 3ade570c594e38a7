/**
 * The state of the source drawer: the figure, its source, and the path down to the inputs of a
 * calculated figure.
 */

import type { ApiOutputs } from '#contract/api/api.ts'
import type { PeriodComparison, Figure } from '#contract/api/financials.ts'
import type { Changes } from '../../core-client/changes.ts'
import type { Core } from '../../core-client/client.ts'
import { reactiveQuery, type Query } from '../../core-client/query.svelte.ts'

/** A figure with a source: a field of one stored record, or a figure calculated from several records. */
export interface SourceTarget {
  /** `none`: the cell has no source, like a metric of the service over twelve months. */
  readonly kind: 'stored' | 'calculated' | 'none'
  /** One for a stored figure. */
  readonly recordIds: readonly number[]
  readonly field: string
  readonly label: string
  /** `Q2 FY2025`, `LTM`. */
  readonly period: string
  /** For a calculated figure: compared with another period, or with its base. */
  readonly comparison?: Exclude<PeriodComparison, 'none'>
  /** The records that it is compared with, where its screen chose them; empty: none. */
  readonly baseRecordIds?: readonly number[]
  /** Whose it is, where several companies are shown. */
  readonly symbol?: string
  /** For a cell that its screen calculates from others: the cell. */
  readonly derived?:
    | { readonly is: 'figure' | 'rank'; readonly company: number; readonly columnAt: number }
    | { readonly is: 'median'; readonly columnAt: number }
  /** The text of the figure there. */
  readonly mode?: string
}

/** An input of a calculated figure. */
export interface SourceInput {
  readonly label: string
  readonly field: string
  readonly period: string
  /** End of the period, for the tooltip. */
  readonly end?: string
  readonly value: Figure
  /** How it was adjusted for splits; null: as reported. */
  readonly adjusted?: string | null
  /** The text of the figure where a derived value replaces it. */
  readonly text?: string
  /** Null: it has no source. */
  readonly target: SourceTarget | null
}

export type StoredFigure = ApiOutputs['source']['figure']
type CalculatedFigure = ApiOutputs['source']['calculated']

interface AsOfTarget {
  readonly target: SourceTarget
  /** Milliseconds since 1970; null: now. */
  readonly asOf: number | null
}

interface SourceRequest extends AsOfTarget {
  readonly adjustSplits: boolean
}

/** A response with its request: title and content of the drawer always match. */
export type StoredSource = AsOfTarget & { readonly kind: 'stored'; readonly figure: StoredFigure }
export type CalculatedSource = AsOfTarget & { readonly kind: 'calculated'; readonly figure: CalculatedFigure }
export type Source = StoredSource | CalculatedSource | { readonly kind: 'none'; readonly target: SourceTarget }

interface SourceDependencies {
  readonly core: { readonly source: Pick<Core['source'], 'figure' | 'calculated'> }
  readonly changes: Pick<Changes, 'listen'>
  /** The company whose records are shown; absent: those of every company. */
  readonly symbol?: string
  /** The time, in ms since 1970, whose stored figures are shown; null or absent: now. */
  readonly asOf?: () => number | null
  /** Whether EPS and shares are adjusted for splits; absent: as reported. */
  readonly adjustSplits?: () => boolean
  /** The source of the active cell, which an open drawer explains; null: none. Absent: the drawer follows no cell. */
  readonly active?: () => SourceTarget | null
}

/** The figure in the source drawer, and the path from it down to its inputs. */
export class SourceView {
  readonly #core: SourceDependencies['core']
  readonly #query: Query<Source>
  readonly #asOf: () => number | null
  readonly #symbol: string
  readonly #latestActive: () => SourceTarget | null
  #isOpen = $state(false)
  readonly #active = $derived.by(() => this.#latestActive())
  /**
   * Starts over whenever another cell becomes active, by keys, pointer, a search or other data. Until then `open`, `step` and
   * `back` replace it, so that a path to inputs ends when its first figure is left.
   */
  #trail: readonly SourceTarget[] = $derived.by(() => (this.#isOpen && this.#active ? [this.#active] : []))

  constructor({
    core,
    changes,
    symbol,
    asOf = () => null,
    adjustSplits = () => false,
    active = () => null,
  }: SourceDependencies) {
    this.#core = core
    this.#symbol = symbol ?? ''
    this.#asOf = asOf
    this.#latestActive = latestTarget(active)
    this.#query = reactiveQuery(
      changes,
      (request, { signal }) => this.#read(request, signal),
      () => this.target && { target: this.target, asOf: asOf(), adjustSplits: adjustSplits() },
      {
        reloadOn: (announcement) =>
          announcement.kind === 'fundamentals' && (symbol ?? announcement.symbol) === announcement.symbol,
      },
    )
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** The requested figure; null while the drawer is closed. */
  get target(): SourceTarget | null {
    return this.#trail.at(-1) ?? null
  }

  /** The figure that it was opened from, when the drawer has gone on to an input. */
  get openedFrom(): SourceTarget | null {
    return this.#trail.at(-2) ?? null
  }

  /** The company whose figure opened the drawer; empty: several companies, as for a median. */
  get symbol(): string {
    return this.#trail[0]?.symbol ?? this.#symbol
  }

  get source(): Source | null {
    return this.#query.result
  }

  get failure() {
    return this.#query.failure
  }

  get settledAt(): number | null {
    return this.#query.settledAt
  }

  get slow(): boolean {
    return this.#query.slow
  }

  open(target: SourceTarget): void {
    if (this.#trail.length === 1 && sameTarget(this.#trail[0], target)) return
    this.#isOpen = true
    this.#trail = [target]
  }

  /** To an input of the shown figure. */
  step(target: SourceTarget): void {
    this.#trail = [...this.#trail, target]
  }

  back(): void {
    if (this.#trail.length > 1) this.#trail = this.#trail.slice(0, -1)
  }

  /** The time, in ms since 1970, whose stored figures are shown; null: now. */
  get asOf(): number | null {
    return this.#asOf()
  }

  reload(): void {
    void this.#query.reload()
  }

  hide(): void {
    this.#isOpen = false
  }

  async #read({ target, asOf, adjustSplits }: SourceRequest, signal: AbortSignal): Promise<Source> {
    const { field, recordIds, comparison, baseRecordIds } = target
    const [recordId] = recordIds
    const then = { ...(asOf !== null && { asOf }), ...(adjustSplits && { adjustSplits: true }) }
    if (target.kind === 'stored' && recordId !== undefined) {
      const figure = await this.#core.source.figure({ recordId, field, ...then }, { signal })
      return { kind: 'stored', target, asOf, figure }
    }
    if (target.kind !== 'calculated') return { kind: 'none', target }
    const compared = { ...(comparison && { comparison }), ...(baseRecordIds && { baseRecordIds: [...baseRecordIds] }) }
    const request = { recordIds: [...recordIds], field, ...compared, ...then }
    const figure = await this.#core.source.calculated(request, { signal })
    return { kind: 'calculated', target, asOf, figure }
  }
}

/** The same object while the target is the same figure. An active cell without a source keeps the previous target. */
function latestTarget(active: () => SourceTarget | null): () => SourceTarget | null {
  let latest: SourceTarget | null = null
  return () => {
    const next = active()
    if (next && !(latest && sameTarget(latest, next))) latest = next
    return latest
  }
}

function sameTarget(one: SourceTarget | undefined, other: SourceTarget): boolean {
  return (
    one?.symbol === other.symbol &&
    one?.field === other.field &&
    one.comparison === other.comparison &&
    one.mode === other.mode &&
    one.derived?.is === other.derived?.is &&
    one.derived?.columnAt === other.derived?.columnAt &&
    one.recordIds.join(' ') === other.recordIds.join(' ')
  )
}
