/** The error that the parsers of queries and formulas throw for wrong input. */

import type { QueryError } from '#contract/api/query-error.ts'

/** Thrown inside a grammar, and caught by the reader of queries or formulas. */
export class GrammarError extends Error {
  override readonly name = 'GrammarError'
  readonly error: QueryError

  constructor(error: QueryError) {
    super(error.message)
    this.error = error
  }
}

/** @param range the characters that are wrong, the end excluded */
export function refuse({ from, to }: { readonly from: number; readonly to: number }, message: string): never {
  throw new GrammarError({ from, to, message })
}
