import fc from 'fast-check'
import { expect, test } from 'vitest'
import { figuresOf, numberOf } from '#contract/api/figure-numbers.ts'
import type { Figure } from '#contract/api/financials.ts'
import { cellName, type Cell } from '#core/export/workbook/cells.ts'
import { WorkbookStream } from '#core/export/workbook/workbook-stream.ts'
import { evaluate } from '#core/metrics/evaluate-formula.ts'
import type { Formula, FunctionName, Sign } from '#core/metrics/formula.ts'
import { toSpreadsheet } from '#core/metrics/spreadsheet-formula.ts'
import { noSpreadsheet, recalculated } from '../export/office.ts'

const columns = 6
const fields = ['a', 'b', 'c', 'd'] as const
const data: Readonly<Record<string, readonly Figure[]>> = {
  a: [100, 110, -20, 0, 55.5, 1e9],
  b: [4, null, 3, 2, 0, -7],
  c: [-1, -2, -3, 0, 0.5, 12],
  d: [null, null, 8, 9, null, 10],
}
const earlier = (by: number) => (column: number) => (column - by >= 0 ? column - by : undefined)
const [prior, yearAgo] = [earlier(1), earlier(4)]
const earlierIn = (of: (column: number) => number | undefined) =>
  Int32Array.from({ length: columns }, (_, column) => of(column) ?? -1)
const numbers = (field: string) => Float64Array.from(data[field] ?? [], numberOf)

const { formula } = fc.letrec<{ formula: Formula }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(...fields).map((field): Formula => ({ kind: 'line', field })),
    fc.constantFrom(0, 1, 2.5, 100).map((value): Formula => ({ kind: 'number', value })),
    tie('formula').map((of): Formula => ({ kind: 'negative', of })),
    fc
      .tuple(fc.constantFrom<Sign>('+', '-', '*', '/'), tie('formula'), tie('formula'))
      .map(([sign, left, right]): Formula => ({ kind: 'operation', sign, left, right })),
    fc
      .tuple(tie('formula'), fc.constantFrom(1, 2, 3, -1, 0.5))
      .map(([left, value]): Formula => ({ kind: 'operation', sign: '^', left, right: { kind: 'number', value } })),
    fc
      .tuple(fc.constantFrom<FunctionName>('abs', 'prior', 'yearago', 'growth'), tie('formula'))
      .map(([name, of]): Formula => ({ kind: 'call', name, of: [of] })),
    fc
      .tuple(fc.constantFrom<FunctionName>('min', 'max', 'sum', 'average', 'share'), tie('formula'), tie('formula'))
      .map(([name, ...of]): Formula => ({ kind: 'call', name, of })),
  ),
}))

test('a spreadsheet calculates what the table shows, n/a and n.m. too', async ({ skip }) => {
  if (noSpreadsheet !== null) return skip(noSpreadsheet)
  const formulas = fc.sample(formula, { numRuns: 400, seed: 9 })
  const expected = formulas.map((each) =>
    figuresOf(evaluate(each, { columns, line: numbers, prior: earlierIn(prior), yearAgo: earlierIn(yearAgo) })),
  )
  const cell = (field: string, column: number) => cellName(column, fields.indexOf(field as (typeof fields)[number]))
  const rows: Cell[][] = [
    ...fields.map((field) => [...(data[field] ?? [])]),
    ...formulas.map((each) =>
      Array.from({ length: columns }, (_, column): Cell => {
        const text = toSpreadsheet(each, column, { cell, prior, yearAgo })
        // A wrong value beside it, so that one that was not recalculated is seen.
        return text === null ? 'n/a' : { kind: 'formula', formula: text, value: 424_242 }
      }),
    ),
  ]
  const pieces: Uint8Array[] = []
  const book = new WorkbookStream((bytes) => void pieces.push(bytes))
  await book.add({ name: 'Formulas', columns: [], rows: [rows.map((cells) => ({ cells }))] })
  await book.end({ title: 'Formulas', program: 'Tearsheet', madeAt: 0 })
  const told = recalculated(Buffer.concat(pieces)).get('Formulas') ?? []
  for (const [row, figures] of expected.entries()) {
    for (const [column, figure] of figures.entries()) {
      const text = told[row + fields.length]?.[column] ?? ''
      const where = `${JSON.stringify(formulas[row])} in column ${column}`
      if (typeof figure === 'number')
        expect(nearly(Number(text), figure), `${where}: ${text}, not ${figure}`).toBe(true)
      else expect(text, where).toBe(figure ?? 'n/a')
    }
  }
})

function nearly(told: number, figure: number): boolean {
  return Math.abs(told - figure) <= Math.max(1e-9, Math.abs(figure) * 1e-9)
}
