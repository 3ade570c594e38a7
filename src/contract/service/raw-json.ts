/** Reads numbers in JSON that have more digits than a double holds. */

declare global {
  /** In Node 24 and not yet in TypeScript's library (ECMA-262, "JSON.parse source text access"). */
  interface JSON {
    rawJSON(text: string): object
    isRawJSON(value: unknown): value is { readonly rawJSON: string }
    /** `source`: the text of a plain value. */
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown
  }
}

/** A number that `JSON.stringify` writes with these digits, more than a double holds. */
export function rawNumber(digits: string): object {
  return JSON.rawJSON(digits)
}
