/** Packs the figures of a comparison as base64 for transfer to the window, which unpacks them. */

import type {
  ComparedCompany,
  ComparedLine,
  ComparedTable,
  LineHead,
  PackedLine,
  PeriodColumnMarks,
  TableHead,
  ComparisonChunk,
} from './comparisons.ts'
import { figuresOf, type FigureNumbers } from './figure-numbers.ts'

/** A line of a comparison as it is calculated, and as its lists are sent to the window: in base64, little-endian. */
export interface LineNumbers extends LineHead {
  readonly values: FigureNumbers
  readonly shown: FigureNumbers
  /** 0: none. */
  readonly ranks: Uint8Array
  readonly median: FigureNumbers
}

export interface TableNumbers extends Omit<ComparedTable, 'lines'> {
  readonly lines: readonly LineNumbers[]
}

type Lists = 'values' | 'shown' | 'ranks' | 'median'

interface ReceivedTable {
  /** Called when the head and the first lines have arrived. */
  readonly onStarted: (table: ComparedTable) => void
  /** More lines have come, into the same table. */
  readonly onMore: () => void
}

/** The table for use within the core. */
export function tableOf({ lines, ...table }: TableNumbers): ComparedTable {
  return {
    ...table,
    lines: lines.map(({ values, shown, ranks, median, ...head }) => ({
      ...head,
      isLoaded: true,
      values: figuresOf(values),
      shown: figuresOf(shown),
      ranks: ranksOf(ranks),
      median: figuresOf(median),
    })),
  }
}

/**
 * A comparison may hold some 200,000 figures. They cross the line as texts, which nobody walks through figure by figure; a line's
 * are read when it is looked at.
 */
export async function readTable(
  pieces: AsyncIterable<ComparisonChunk>,
  received?: ReceivedTable,
): Promise<ComparedTable> {
  let table: ComparedTable | null = null
  const packed = new Map<string, PackedLine>()
  for await (const { head, lines } of pieces) {
    for (const line of lines) packed.set(line.field, line)
    if (head !== null) {
      table = {
        ...head,
        companies: companiesIn(head),
        lines: head.lines.map((line) => readLazily(line, () => packed.get(line.field))),
      }
      received?.onStarted(table)
    } else received?.onMore()
  }
  if (table === null) throw new Error('no part of the comparison arrived')
  return table
}

function companiesIn({ companies, marks }: TableHead): ComparedCompany[] {
  const none: PeriodColumnMarks = {
    restated: [],
    breaks: [],
    knownBreaks: [],
    unreadable: [],
    converted: [],
    imprecise: [],
    kept: [],
    withdrawn: [],
  }
  return companies.map(({ periods, ...company }) => ({
    ...company,
    periods: periods.map((period) => period && { ...period, ...(marks[period.marks] ?? none) }),
  }))
}

function readLazily(head: LineHead, packed: () => PackedLine | undefined): ComparedLine {
  const read: { -readonly [List in Lists]?: ComparedLine[List] } = {}
  const bytes = (list: Lists) => bytesIn(packed()?.[list] ?? '')
  const figures = (list: Exclude<Lists, 'ranks'>) => keep(list, () => figuresOf(new Float64Array(bytes(list).buffer)))
  // Caches only what has arrived.
  const keep = <List extends Lists>(list: List, unpack: () => ComparedLine[List]): ComparedLine[List] => {
    if (!packed()?.[list]) return []
    return (read[list] ??= unpack())
  }
  return {
    ...head,
    get isLoaded() {
      return packed() !== undefined
    },
    get values() {
      return figures('values')
    },
    get shown() {
      return figures('shown')
    },
    get ranks() {
      return keep('ranks', () => ranksOf(bytes('ranks')))
    },
    get median() {
      return figures('median')
    },
  }
}

function ranksOf(bytes: Uint8Array): (number | null)[] {
  return Array.from(bytes, (rank) => (rank === 0 ? null : rank))
}

/** Available in Node and in browsers. */
declare function atob(base64: string): string

function bytesIn(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at)
  return bytes
}
