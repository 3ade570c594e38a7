/** Reads JSON from a database column, with its schema. */

import type { z } from 'zod'

/**
 * JSON of a database column. Undefined for invalid JSON or another schema, as after undetected damage or an edit by another
 * program: each store decides what such a row counts as (docs/architecture/library.md).
 */
export function readStoredJson<Schema extends z.ZodType>(schema: Schema, text: unknown): z.output<Schema> | undefined {
  if (typeof text !== 'string') return undefined
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
