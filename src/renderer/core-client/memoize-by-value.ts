/**
 * Memoizes a derived value by the content of its input, for `$derived.by`: equal content returns
 * the same result, so that nothing is rendered again.
 */

/**
 * A calculation for `$derived.by`: `make` runs again only when the content of `input` changes. A new object with the same content
 * returns the previous result, so that nothing that depends on it is rendered again. `input` has plain values.
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
