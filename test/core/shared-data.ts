import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

const file = join(import.meta.dirname, '../../../shared/data/fundamentals.jsonl.gz')

/** Real statements are read where they lie beside the project; they are no part of it. */
export const hasRealStatements = existsSync(file)

export interface RealRecord {
  readonly symbol: string
  readonly cik: string
  readonly end: string
  readonly quarter: string
  readonly year: number
  /** By the wire's fields. */
  readonly figures: Readonly<Record<string, number | null>>
}

interface Line {
  readonly symbol: string
  readonly cik: string
  readonly end: string
  readonly q: string
  readonly year: number
  readonly f: readonly (number | null)[]
}

/** 1,649 annual records of 415 companies. */
export function realStatements(): RealRecord[] {
  const [first = '', ...lines] = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n')
  const { fields } = JSON.parse(first) as { fields: readonly string[] }
  return lines.map((line) => {
    const { symbol, cik, end, q: quarter, year, f } = JSON.parse(line) as Line
    return {
      symbol,
      cik,
      end,
      quarter,
      year,
      figures: Object.fromEntries(fields.map((field, at) => [field, f[at] ?? null])),
    }
  })
}
