/** Writes a formula in the syntax of spreadsheets. */

import { notAvailable } from '#contract/api/figure-numbers.ts'
import { isSameBase } from '../fundamentals/share-split.ts'
import { isOfShares, type SharesAround } from './evaluate-formula.ts'
import type { Formula, FunctionName } from './formula.ts'

/** Cells of a formula's figures in a workbook. */
export interface SpreadsheetAddresses {
  /** `C7` or `'Income'!C7`; undefined: the figure is not in the workbook, so it is n/a. */
  readonly cell: (field: string, column: number) => string | undefined
  readonly prior: (column: number) => number | undefined
  readonly yearAgo: (column: number) => number | undefined
  /** As in `evaluate`. */
  readonly shares?: SharesAround | undefined
}

/**
 * A formula in spreadsheet syntax, without its `=`: it needs no add-in, and results in `n/a` and `n.m.` where `evaluate` does.
 * Null: one of its figures is not in the workbook, so it is always n/a.
 */
export function toSpreadsheet(formula: Formula, column: number, addresses: SpreadsheetAddresses): string | null {
  const writer = new Writer(addresses)
  const expression = writer.write(formula, column)
  if (expression === null) return null
  const cells = [...writer.cells]
  if (cells.length === 0) return `IFERROR(${expression},"n.m.")`
  const absent = cells.map((cell) => `${cell}="",${cell}="n/a"`).join(',')
  return `IF(COUNT(${cells.join(',')})=${cells.length},IFERROR(${expression},"n.m."),IF(OR(${absent}),"n/a","n.m."))`
}

/** Brackets around everything: in a spreadsheet `-2^2` is 4. */
class Writer {
  /** Every cell that is named, each once. */
  readonly cells = new Set<string>()
  readonly #addresses: SpreadsheetAddresses

  constructor(addresses: SpreadsheetAddresses) {
    this.#addresses = addresses
  }

  write(formula: Formula, column: number): string | null {
    switch (formula.kind) {
      case 'number':
        return `${formula.value}`
      case 'line': {
        const cell = this.#addresses.cell(formula.field, column)
        if (cell === undefined) return null
        this.cells.add(cell)
        return cell
      }
      case 'negative': {
        const of = this.write(formula.of, column)
        return of === null ? null : `(-${of})`
      }
      case 'operation': {
        const [left, right] = [this.write(formula.left, column), this.write(formula.right, column)]
        return left === null || right === null ? null : `(${left}${formula.sign}${right})`
      }
      case 'call':
        return this.#call(formula.name, formula.of, column)
      default:
        return formula satisfies never
    }
  }

  #call(name: FunctionName, of: readonly Formula[], column: number): string | null {
    switch (name) {
      case 'abs':
      case 'min':
      case 'max':
      case 'sum':
      case 'average':
        return this.#plain(name, of, column)
      case 'prior':
        return this.#earlier(column, this.#addresses.prior(column), of[0])
      case 'yearago':
        return this.#earlier(column, this.#addresses.yearAgo(column), of[0])
      case 'growth': {
        const earlier = this.#addresses.yearAgo(column)
        const [now, before] = [this.#at(column, of[0]), this.#at(earlier, of[0])]
        if (now === null || before === null) return null
        return this.#isAcrossSplit(column, earlier, of[0])
          ? 'NA()'
          : `IF(OR(${before}<=0,${now}<0),NA(),${now}/${before}-1)`
      }
      case 'share': {
        const [part, base] = [this.#at(column, of[0]), this.#at(column, of[1])]
        return part === null || base === null ? null : `IF(${base}<=0,NA(),${part}/${base})`
      }
      default:
        return name satisfies never
    }
  }

  #plain(name: FunctionName, of: readonly Formula[], column: number): string | null {
    const values = of.map((part) => this.write(part, column))
    return values.includes(null) ? null : `${name.toUpperCase()}(${values.join(',')})`
  }

  /** A figure of another column: its cells are named, so that n/a stays n/a, even though it is n.m. across a split. */
  #earlier(column: number, earlier: number | undefined, formula: Formula | undefined): string | null {
    const text = this.#at(earlier, formula)
    return text !== null && this.#isAcrossSplit(column, earlier, formula) ? 'NA()' : text
  }

  #isAcrossSplit(column: number, earlier: number | undefined, formula: Formula | undefined): boolean {
    const { shares } = this.#addresses
    if (!shares || !formula || earlier === undefined || !isOfShares(formula, shares)) return false
    return !isSameBase(shares.bases[column] ?? notAvailable, shares.bases[earlier] ?? notAvailable)
  }

  #at(column: number | undefined, formula: Formula | undefined): string | null {
    return column === undefined || !formula ? null : this.write(formula, column)
  }
}
