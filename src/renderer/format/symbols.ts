/** Parses typed symbols: `hldn, VSPO` as a list, each once. */

/** `hldn, VSPO`: the symbols that are typed, each once. */
export function symbolsOf(text: string): string[] {
  const symbols = text.split(/[\s,;]+/).map((symbol) => symbol.toUpperCase())
  return [...new Set(symbols)].filter((symbol) => symbol !== '')
}
