/**
 * A calculation for `$derived.by`: `make` runs again only when `input` gives other content. A new object with the same content gives the
 * previous result, and what depends on that is not drawn again. `input` is of plain values.
 */
export function memoizeByValue<Input, Result>(input: () => Input, make: (value: Input) => Result): () => Result {
  let previous: { readonly key: string; readonly result: Result } | null = null
  return () => {
    const value = input()
    const key = JSON.stringify(value)
    if (previous === null || previous.key !== key) previous = { key, result: make(value) }
    return previous.result
  }
}
