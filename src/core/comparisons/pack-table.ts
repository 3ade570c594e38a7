/** Packs the figures of a comparison into pieces for the window: those that are shown first. */

import { setImmediate, setTimeout } from 'node:timers/promises'
import type {
  ComparedCompany,
  PackedLine,
  PeriodColumnMarks,
  TableHead,
  ComparisonChunk,
} from '#contract/api/comparisons.ts'
import type { LineNumbers, TableNumbers } from '#contract/api/packed-figures.ts'

/** Lines of a piece: the window reads it between two frames. */
const atOnce = 8
/**
 * Milliseconds in which the first piece is painted: what comes after does not share the line with it, and is never made when another
 * table is requested meanwhile.
 */
const toPaint = 50

/**
 * The other side of `readTable`: the figures that are shown of the first lines come first, then everything, so that a table is painted
 * before its megabytes have crossed. Between two pieces the core responds to other requests.
 */
export async function* packTable(
  { lines, ...table }: TableNumbers,
  firstLines: readonly string[],
): AsyncGenerator<ComparisonChunk, void, undefined> {
  const wanted = new Set(firstLines)
  const isFirst = ({ field }: LineNumbers) => wanted.has(field)
  yield {
    head: { ...table, ...packPeriods(table.companies), lines: lines.map(headOf) },
    lines: lines.filter(isFirst).map(packDerived),
  }
  const rest = lines.filter((line) => !isFirst(line) || line.shown.length > 0)
  await setTimeout(toPaint)
  for (let at = 0; at < rest.length; at += atOnce) {
    await setImmediate()
    yield { head: null, lines: rest.slice(at, at + atOnce).map(packLine) }
  }
}

/** Slots with the same marks share them. */
function packPeriods(companies: readonly ComparedCompany[]): Pick<TableHead, 'companies' | 'marks'> {
  const marks: PeriodColumnMarks[] = []
  const indexes = new Map<string, number>()
  const indexOf = (mark: PeriodColumnMarks) => {
    const { restated, breaks, knownBreaks, unreadable, converted, imprecise, kept, withdrawn } = mark
    const key = [restated, breaks, knownBreaks, unreadable, converted, imprecise, kept, withdrawn]
      .map((fields) => fields.join())
      .join(';')
    const at = indexes.get(key)
    if (at !== undefined) return at
    indexes.set(key, marks.length)
    return marks.push(mark) - 1
  }
  const packed = companies.map((company) => ({
    ...company,
    periods: company.periods.map((period) => {
      if (period === null) return null
      const { restated, breaks, knownBreaks, unreadable, converted, imprecise, kept, withdrawn, ...records } = period
      return {
        ...records,
        marks: indexOf({ restated, breaks, knownBreaks, unreadable, converted, imprecise, kept, withdrawn }),
      }
    }),
  }))
  return { companies: packed, marks }
}

function headOf({ field, label, unit, favor, first, isRanked, isOfShares, largest }: LineNumbers) {
  return { field, label, unit, favor, first, isRanked, isOfShares, largest }
}

/** Packs the displayed figures; those that they are calculated from follow later. */
function packDerived(line: LineNumbers): PackedLine {
  return packLine(line.shown.length > 0 ? { ...line, values: new Float64Array(0) } : line)
}

function packLine({ field, values, shown, ranks, median }: LineNumbers): PackedLine {
  return { field, values: base64(values), shown: base64(shown), ranks: base64(ranks), median: base64(median) }
}

function base64({ buffer, byteOffset, byteLength }: Float64Array | Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}
