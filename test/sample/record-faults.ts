import type { z } from 'zod'
import { row } from './sample-requests.ts'

interface Shaped extends z.ZodType {
  readonly shape: Readonly<Record<string, unknown>>
}

/** What is wrong with a record by the contract: issues of its schema, fields of the interface that it lacks, fields that it adds. */
export function faultsOf(schema: Shaped, record: unknown, spared: readonly string[] = []): string[] {
  const parsed = schema.safeParse(record)
  const issues = parsed.success ? [] : parsed.error.issues.map((each) => `${each.path.join('.')}: ${each.message}`)
  const fields = Object.keys(schema.shape)
  const has = Object.keys(row(record))
  return [
    ...issues,
    ...fields.filter((field) => !has.includes(field) && !spared.includes(field)).map((field) => `lacks ${field}`),
    ...has.filter((field) => !fields.includes(field)).map((field) => `adds ${field}`),
  ]
}
