import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface AnnualStatement {
  readonly symbol: string
  readonly end: string
  readonly quarter: string
  readonly year: number
  /** Named by the fields of the service's records. */
  readonly figures: Readonly<Record<string, number | null>>
}

interface Line {
  readonly symbol: string
  readonly end: string
  readonly quarter: string
  readonly year: number
  readonly figures: readonly (number | null)[]
}

/** Real annual statements, ordered by company and year. Their origin is in test/fixtures/README.md. */
export function annualStatements(): AnnualStatement[] {
  const file = join(import.meta.dirname, '../fixtures/annual-statements.jsonl')
  const [first = '', ...lines] = readFileSync(file, 'utf8').trim().split('\n')
  const { fields } = JSON.parse(first) as { fields: readonly string[] }
  return lines.map((line) => {
    const { figures, ...period } = JSON.parse(line) as Line
    return { ...period, figures: Object.fromEntries(fields.map((field, index) => [field, figures[index] ?? null])) }
  })
}
