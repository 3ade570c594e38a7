declare const content: unique symbol

/**
 * `Content` as JSON, for thousands of rows: one string is sent to the window as a single value, while objects are checked and copied one
 * by one. No schema reads what is inside, so the type carries it: only `toJsonText` writes such a text, only `readJsonText` reads it, and the compiler
 * compares the two. Core and window are one build.
 */
export type JsonText<Content> = string & { readonly [content]: Content }

/** The value, where JSON gives it back unchanged; `never` for undefined and for methods, which a date or a map has. */
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
