import type { ComparedLine, ComparedTable, PackedLine, PackedTable } from './comparisons.ts'
import { figuresOf, type FigureNumbers } from './figure-numbers.ts'

/** A line of a comparison as it is reckoned, and as its lists cross the line: in base64, little end first. */
export interface LineNumbers extends Omit<PackedLine, Lists> {
  readonly values: FigureNumbers
  readonly shown: FigureNumbers
  /** 0: none. */
  readonly ranks: Uint8Array
  readonly median: FigureNumbers
}

export interface TableNumbers extends Omit<PackedTable, 'lines'> {
  readonly lines: readonly LineNumbers[]
}

type Lists = 'values' | 'shown' | 'ranks' | 'median'

/**
 * A comparison may hold some 200,000 figures. They cross the line as texts, which nobody walks through figure by figure; a line's
 * are read when it is looked at.
 */
export function unpackTable(table: PackedTable): ComparedTable {
  return { ...table, lines: table.lines.map(unpackLine) }
}

function unpackLine(packed: PackedLine): ComparedLine {
  const { field, label, unit, favour, first } = packed
  const read: { -readonly [List in Lists]?: ComparedLine[List] } = {}
  const figures = (list: Exclude<Lists, 'ranks'>) => figuresOf(new Float64Array(bytesIn(packed[list]).buffer))
  return {
    ...{ field, label, unit, favour, first },
    get values() {
      return (read.values ??= figures('values'))
    },
    get shown() {
      return (read.shown ??= figures('shown'))
    },
    get ranks() {
      return (read.ranks ??= Array.from(bytesIn(packed.ranks), (rank) => (rank === 0 ? null : rank)))
    },
    get median() {
      return (read.median ??= figures('median'))
    },
  }
}

/** In Node and in browsers. */
declare function atob(base64: string): string

function bytesIn(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at)
  return bytes
}
