import type { Figure } from '#contract/desk/financials.ts'
import { figureLines } from '#contract/desk/figure-lines.ts'
import { reckonedByField } from '#contract/desk/reckoned-lines.ts'
import { figurePlaces } from '../fundamentals/figure-fields.ts'
import { lastTwelveMonths } from '../fundamentals/last-twelve-months.ts'
import { reckonLine } from '../fundamentals/reckon.ts'
import type { Formula } from '../metrics/formula.ts'
import { evaluate } from '../metrics/evaluate.ts'
import type { SeriesPeriod } from '../fundamentals/series.ts'
import type { PlacedSlot, SlotSource } from './slots.ts'

/** Which column stands so many quarters before another one; undefined when there is none. */
export type Before = (column: number, quarters: number) => number | undefined

export interface SlotFiguresParts {
  readonly periods: readonly SeriesPeriod[]
  readonly columns: readonly PlacedSlot[]
  readonly sources: ReadonlyMap<string, SlotSource>
  /** The user's own metrics, by field. */
  readonly own: ReadonlyMap<string, Formula>
  readonly before: Before
  /** Quarters in one period. */
  readonly period: number
}

/**
 * A company's figures, column by column. Lines that the core reckons, and the user's own, are made of what stands in the column, so
 * that a margin over twelve months is one of sums and not a sum of margins.
 */
export class SlotFigures {
  readonly #parts: SlotFiguresParts
  readonly #at: readonly (readonly number[] | null)[]
  readonly #lines = new Map<string, readonly Figure[]>()
  /** Metrics on the way to being reckoned: one that needs itself has no figure. */
  readonly #underWay = new Set<string>()

  constructor(parts: SlotFiguresParts) {
    this.#parts = parts
    this.#at = parts.columns.map(({ key }) => parts.sources.get(key)?.at ?? null)
  }

  /** One figure a column; all n/a for a line that is not known. */
  line(field: string): readonly Figure[] {
    const known = this.#lines.get(field)
    if (known) return known
    const figures = this.#reckon(field)
    this.#lines.set(field, figures)
    return figures
  }

  #reckon(field: string): readonly Figure[] {
    const { columns, own, before, period } = this.#parts
    const place = figurePlaces.get(field)
    if (place !== undefined) return this.#at.map((at) => this.#stored(field, place, at))
    const reckoned = reckonedByField.get(field)
    if (reckoned) {
      const inputs = reckoned.inputs.map((name) => [name, this.line(name)] as const)
      return columns.map((_, column) =>
        reckonLine(field, Object.fromEntries(inputs.map(([name, figures]) => [name, figures[column]]))),
      )
    }
    const formula = own.get(field)
    if (!formula || this.#underWay.has(field)) return columns.map(() => null)
    this.#underWay.add(field)
    const figures = columns.map((_, column) =>
      evaluate(formula, column, {
        line: (name) => this.line(name),
        prior: (from) => before(from, period),
        yearAgo: (from) => before(from, 4),
      }),
    )
    this.#underWay.delete(field)
    return figures
  }

  #stored(field: string, place: number, at: readonly number[] | null): Figure {
    if (at === null) return null
    const { periods } = this.#parts
    const [first] = at
    if (at.length === 1) return (first === undefined ? undefined : periods[first]?.figures[place]) ?? null
    if (figureLines.get(field)?.measure === null) return null
    return lastTwelveMonths(
      field,
      at.map((each) => periods[each]?.figures[place] ?? null),
    )
  }
}
