/** Reads a field of a record by its dotted path, such as `working_capital_days.dso`. */

/** A field of a stored content; `working_capital_days.dso` is two steps down. Undefined when absent. */
export function fieldAt(content: unknown, path: string): unknown {
  let at: unknown = content
  for (const step of stepsTo(content, path)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined
    at = Reflect.get(at, step)
  }
  return at
}

/** The keys that lead to a field. Those of a security are flat: `identifiers.isin` is one key, dot and all. */
export function stepsTo(content: unknown, path: string): readonly string[] {
  const isFlat =
    !path.includes('.') || (typeof content === 'object' && content !== null && Object.hasOwn(content, path))
  return isFlat ? [path] : path.split('.')
}
