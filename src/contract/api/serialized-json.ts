/** JSON in a string with the type of its content: its writing and reading. */

declare const content: unique symbol

/**
 * `Content` as JSON, for thousands of rows: one string crosses to the window as a single value, while objects are validated and
 * copied one by one. No schema reads the inside, so the type carries it: only `toJsonText` writes such text, only `readJsonText`
 * reads it, and the compiler compares the two. Core and window are one build.
 */
export type JsonText<Content> = string & { readonly [content]: Content }

/** The value where JSON preserves it; `never` for undefined and for methods, which dates and maps have. */
type JsonValue<Value> = Value extends string | number | boolean | null
  ? Value
  : Value extends undefined | bigint | symbol | ((...given: never) => unknown)
    ? never
    : { readonly [Key in keyof Value]: JsonValue<Value[Key]> }

export function toJsonText<Content>(value: Content & JsonValue<Content>): JsonText<Content> {
  return JSON.stringify(value) as JsonText<Content>
}

export function readJsonText<Content>(text: JsonText<Content>): Content {
  return JSON.parse(text) as Content
}
