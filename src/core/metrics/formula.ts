/**
 * A parsed formula, of a user's metric or of a line that Tearsheet calculates, and the functions
 * that it may call.
 */

/** A part of a formula, or the whole. */
export type Formula =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'line'; readonly field: string }
  | { readonly kind: 'negative'; readonly of: Formula }
  | { readonly kind: 'operation'; readonly sign: Sign; readonly left: Formula; readonly right: Formula }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly of: readonly Formula[] }

export type Sign = '+' | '-' | '*' | '/' | '^'

/**
 * The functions, with the number of their arguments. `prior` and `yearago` are the figures of the previous period and of the same
 * period a year before, `growth` is the change on a year before, `share` is a part of a base, `n.m.` for a base that is zero or
 * below; the others are as in spreadsheets.
 */
export const functions = {
  abs: { least: 1, most: 1 },
  min: { least: 1, most: 20 },
  max: { least: 1, most: 20 },
  sum: { least: 1, most: 20 },
  average: { least: 1, most: 20 },
  prior: { least: 1, most: 1 },
  yearago: { least: 1, most: 1 },
  growth: { least: 1, most: 1 },
  share: { least: 2, most: 2 },
} as const

export type FunctionName = keyof typeof functions

/** The fields that a formula names, each once. */
export function fieldsOf(formula: Formula): ReadonlySet<string> {
  const fields = new Set<string>()
  const visit = (part: Formula): void => {
    switch (part.kind) {
      case 'number':
        return
      case 'line':
        fields.add(part.field)
        return
      case 'negative':
        visit(part.of)
        return
      case 'operation':
        visit(part.left)
        visit(part.right)
        return
      case 'call':
        part.of.forEach(visit)
        return
      default:
        part satisfies never
    }
  }
  visit(formula)
  return fields
}
