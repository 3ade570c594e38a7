/** Calculates lines and metrics over the table of all companies' periods. */

import { needingYear, statedAtEnd } from '#contract/api/calculated-lines.ts'
import { comparedLines } from '#contract/api/figure-lines.ts'
import { noMeaning, notAvailable, type FigureNumbers } from '#contract/api/figure-numbers.ts'
import { lineByField } from '#contract/service/statement-lines.ts'
import { calculatedFormulas } from '../fundamentals/calculate-lines.ts'
import { comparisonFormulas, twelveMonthFormulas } from '../fundamentals/comparison-formulas.ts'
import { figureIndexes } from '../fundamentals/figure-fields.ts'
import { yearEndingWith } from '../fundamentals/fiscal-period.ts'
import { isSameBase, shareBasesOf, shareLines, splitEvidence } from '../fundamentals/share-split.ts'
import { evaluate, isOfShares, sharesIn, type SharesAround } from '../metrics/evaluate-formula.ts'
import { LineCache } from '../metrics/line-cache.ts'
import { fieldsOf, type Formula } from '../metrics/formula.ts'
import { nowhere, twelveMonthQuarters, type PeriodTable } from './period-table.ts'

/** Periods as they are filed, or at each quarter the twelve months that end with it. */
export type FigureBasis = 'filed' | 'ltm'

/**
 * Any line over a table of periods: stored and calculated lines, user's metrics and formulas, over single periods and over twelve
 * months. The rules are those of `comparisons/column-figures.ts`; here every company's periods are calculated together.
 */
export class TableFigures {
  readonly table: PeriodTable
  readonly #stored: ReadonlyMap<string, FigureNumbers>
  readonly #own: ReadonlyMap<string, Formula>
  readonly #lines: Readonly<Record<FigureBasis, LineCache>>
  readonly #isOfShares: SharesAround['isOf']
  #quarters: ReturnType<typeof twelveMonthQuarters> | null = null
  #bases: FigureNumbers | null = null
  #twelveMonthBases: FigureNumbers | null = null
  #years: Int32Array | null = null

  /** @param stored every stored line that `storedFieldsFor` names */
  constructor(table: PeriodTable, stored: ReadonlyMap<string, FigureNumbers>, own: ReadonlyMap<string, Formula>) {
    this.table = table
    this.#stored = stored
    this.#own = own
    const linesOf = (basis: FigureBasis) =>
      new LineCache(table.periods.length, (field) => this.#calculate(basis, field))
    this.#lines = { filed: linesOf('filed'), ltm: linesOf('ltm') }
    this.#isOfShares = sharesIn(own)
  }

  /** One figure a period; all n/a for a line that is not known. */
  line(basis: FigureBasis, field: string): FigureNumbers {
    return this.#lines[basis].line(field)
  }

  /** Whether a line counts in the same shares in two periods; always true for one that a split does not change. */
  isSameBase(basis: FigureBasis, field: string, one: number, other: number): boolean {
    if (!this.#isOfShares(field)) return true
    const bases = this.#basesOf(basis)
    return isSameBase(bases[one] ?? notAvailable, bases[other] ?? notAvailable)
  }

  /** The four quarters of twelve months that end with one, oldest first; empty where they do not follow each other. */
  twelveMonths(at: number): readonly number[] {
    const [second, third, fourth] = this.#quartersBefore
    const all = [fourth[at] ?? nowhere, third[at] ?? nowhere, second[at] ?? nowhere, at]
    return all.includes(nowhere) ? [] : all
  }

  get #quartersBefore(): ReturnType<typeof twelveMonthQuarters> {
    return (this.#quarters ??= twelveMonthQuarters(this.table))
  }

  #calculate(basis: FigureBasis, field: string): FigureNumbers {
    if (figureIndexes.has(field)) return basis === 'filed' ? this.#filed(field) : this.#overTwelveMonths(field)
    const formula = calculatedFormulas.get(field) ?? comparisonFormulas.get(field) ?? this.#own.get(field)
    if (!formula) return this.#lines[basis].notAvailable
    const figures = this.#evaluate(basis, formula)
    if (basis === 'ltm' || !needingYear.has(field)) return figures
    const { periods } = this.table
    return figures.map((figure, at) => (periods[at]?.quarter === 'FY' ? figure : notAvailable))
  }

  #evaluate(basis: FigureBasis, formula: Formula): FigureNumbers {
    const { table } = this
    const isOf = this.#isOfShares
    const shares = isOfShares(formula, { isOf }) ? { bases: this.#basesOf(basis), isOf } : undefined
    return evaluate(formula, {
      columns: table.periods.length,
      line: (field) => this.line(basis, field),
      prior: table.prior,
      yearAgo: table.yearAgo,
      shares,
    })
  }

  #filed(field: string): FigureNumbers {
    return this.#stored.get(field) ?? this.#lines.filed.notAvailable
  }

  #overTwelveMonths(field: string): FigureNumbers {
    const filed = this.#filed(field)
    const line = lineByField.get(field)
    if (!line) return this.#metricOver(field, filed)
    const [second, third, fourth] = this.#quartersBefore
    const figures = new Float64Array(filed.length).fill(notAvailable)
    for (let at = 0; at < figures.length; at += 1) {
      const first = fourth[at] ?? nowhere
      if (first === nowhere) continue
      const latest = filed[at] ?? notAvailable
      if (line.measure === 'end') {
        figures[at] = latest
        continue
      }
      const others = (filed[first] ?? notAvailable) + (filed[third[at] ?? nowhere] ?? notAvailable)
      const sum = others + (filed[second[at] ?? nowhere] ?? notAvailable) + latest
      const value = line.measure === 'average' ? sum / 4 : sum
      figures[at] = line.unit === 'per-share' ? Math.round(value * 1e6) / 1e6 : value
    }
    return shareLines.has(field) ? this.#perShareOver(filed, figures) : figures
  }

  /** EPS and shares are those of the fiscal year that ends with the quarters; elsewhere n.m. when a split is among them. */
  #perShareOver(filed: FigureNumbers, sums: FigureNumbers): FigureNumbers {
    const bases = this.#basesOf('filed')
    const years = this.#yearsEnding
    return sums.map((sum, at) => {
      const four = this.twelveMonths(at)
      const yearly = filed[years[at] ?? nowhere] ?? notAvailable
      if (four.length === 0) return notAvailable
      if (Number.isFinite(yearly)) return yearly
      if (Number.isNaN(sum)) return notAvailable
      const [oldest = nowhere] = four
      const isOne = four.every((each) => isSameBase(bases[each] ?? notAvailable, bases[oldest] ?? notAvailable))
      return isOne ? sum : noMeaning
    })
  }

  /** The service states metrics for single periods: over four quarters they are calculated, or the last quarter's is taken. */
  #metricOver(field: string, filed: FigureNumbers): FigureNumbers {
    const [, , fourth] = this.#quartersBefore
    const whole = (figures: FigureNumbers) =>
      figures.map((figure, at) => ((fourth[at] ?? nowhere) === nowhere ? notAvailable : figure))
    if (statedAtEnd.has(field)) return whole(filed)
    const formula = twelveMonthFormulas.get(field)
    if (!formula) return this.#lines.ltm.notAvailable
    const figures = whole(this.#evaluate('ltm', formula))
    const { starts, symbols } = this.table
    for (const company of symbols.keys()) {
      const [first, end] = [starts[company] ?? 0, starts[company + 1] ?? 0]
      // For a bank the service states no days, and none are calculated.
      if (!filed.subarray(first, end).some((figure) => Number.isFinite(figure))) figures.fill(notAvailable, first, end)
    }
    return figures
  }

  get #yearsEnding(): Int32Array {
    if (!this.#years) {
      const { periods, starts, symbols } = this.table
      const years = new Int32Array(periods.length).fill(nowhere)
      for (const company of symbols.keys()) {
        const first = starts[company] ?? 0
        const its = periods.slice(first, starts[company + 1])
        for (const at of its.keys()) {
          const year = yearEndingWith(its, at)
          if (year !== undefined) years[first + at] = first + year
        }
      }
      this.#years = years
    }
    return this.#years
  }

  #basesOf(basis: FigureBasis): FigureNumbers {
    this.#bases ??= this.#shareBases()
    if (basis === 'filed') return this.#bases
    this.#twelveMonthBases ??= this.#basesOverTwelveMonths(this.#bases)
    return this.#twelveMonthBases
  }

  /** Company by company: splits are found in a whole series. */
  #shareBases(): FigureNumbers {
    const { periods, starts, symbols } = this.table
    const bases = new Float64Array(periods.length).fill(notAvailable)
    for (const company of symbols.keys()) {
      const first = starts[company] ?? 0
      const its = periods.slice(first, starts[company + 1])
      const found = shareBasesOf(its, (at, field) => this.#filed(field)[first + at] ?? notAvailable)
      for (const at of its.keys()) bases[first + at] = found.of(at)
    }
    return bases
  }

  #basesOverTwelveMonths(filed: FigureNumbers): FigureNumbers {
    const years = this.#yearsEnding
    return filed.map((base, at) => {
      const four = this.twelveMonths(at)
      if (four.length === 0) return base
      const year = years[at] ?? nowhere
      if (year !== nowhere) return filed[year] ?? notAvailable
      const [oldest = nowhere] = four
      const isOne = four.every((each) => isSameBase(filed[each] ?? notAvailable, filed[oldest] ?? notAvailable))
      return isOne ? base : notAvailable
    })
  }
}

/** The stored lines that some lines are calculated from, over single periods or twelve months. */
export function storedFieldsFor(fields: readonly string[], own: ReadonlyMap<string, Formula>): string[] {
  const needed = new Set<string>()
  const visit = (field: string): void => {
    if (needed.has(field)) return
    needed.add(field)
    const formulas = [
      calculatedFormulas.get(field) ?? comparisonFormulas.get(field) ?? own.get(field),
      twelveMonthFormulas.get(field),
    ]
    for (const formula of formulas) if (formula) fieldsOf(formula).forEach(visit)
  }
  fields.forEach(visit)
  if ([...needed].some((field) => shareLines.has(field))) for (const field of splitEvidence) needed.add(field)
  return [...needed].filter((field) => figureIndexes.has(field))
}

/** Whether such a line exists. */
export function isKnownLine(field: string, own: ReadonlyMap<string, Formula>): boolean {
  return comparedLines.has(field) || own.has(field)
}
