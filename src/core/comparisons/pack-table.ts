import type { PackedTable } from '#contract/desk/comparisons.ts'
import type { LineNumbers, TableNumbers } from '#contract/desk/packed-figures.ts'

/** The other side of `unpackTable`. */
export function packTable(table: TableNumbers): PackedTable {
  return { ...table, lines: table.lines.map(packLine) }
}

function packLine({ values, shown, ranks, median, ...line }: LineNumbers): PackedTable['lines'][number] {
  return { ...line, values: base64(values), shown: base64(shown), ranks: base64(ranks), median: base64(median) }
}

function base64({ buffer, byteOffset, byteLength }: Float64Array | Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}
