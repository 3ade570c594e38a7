import { z } from 'zod'

export const tableRows = 100_000

const table = z.object({
  heads: z.array(z.string()),
  /** Columns that hold days, as ISO 8601. */
  dates: z.array(z.number().int()),
  rows: z.array(z.array(z.union([z.string(), z.number(), z.boolean()]))),
})
export type BenchTable = z.infer<typeof table>

export const tableHeads = [
  ...['Symbol', 'Company', 'Period', 'Period ends', 'Fetched', 'Restated'],
  ...['Revenue', 'Net income', 'Diluted EPS', 'Gross margin', 'Days of sales', 'Note'],
]
export const dateColumns = [3, 4]

/** The same row whenever it is requested: texts, days, a yes or no, amounts above and below zero, ratios. */
export function tableRow(at: number): BenchTable['rows'][number] {
  const company = at % 997
  const quarter = (at % 4) + 1
  const year = 2000 + (at % 26)
  return [
    `S${String(company).padStart(3, '0')}`,
    `Company ${company} & Sons, Inc.`,
    `Q${quarter} FY${year}`,
    `${year}-${String(quarter * 3).padStart(2, '0')}-${quarter === 1 || quarter === 4 ? 31 : 30}`,
    `2026-${String((at % 12) + 1).padStart(2, '0')}-${String((at % 28) + 1).padStart(2, '0')}`,
    at % 7 === 0,
    (at + 1) * 104_729,
    (at % 3 === 0 ? -1 : 1) * (at + 1) * 7_919,
    ((at * 37) % 1000) / 100 - 2,
    ((at * 7919) % 10_000) / 10_000,
    ((at * 31) % 3650) / 10,
    at % 5 === 0 ? `-${at % 90}% against a year before` : `Seen ${at} times`,
  ]
}

/** Heads and rows as the rivals read them, before their clock runs. */
export function tableText(): string {
  const rows = Array.from({ length: tableRows }, (_, at) => tableRow(at))
  return JSON.stringify({ heads: tableHeads, dates: dateColumns, rows } satisfies BenchTable)
}

export function tableOf(text: string): BenchTable {
  return table.parse(JSON.parse(text))
}
