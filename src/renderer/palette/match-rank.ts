/** Ranks palette entries by how well they match the text: exact, then prefix, then elsewhere. */

/** How well an entry matches the text, in the order of the palette: exact matches, then prefixes, then other occurrences. */
export const matchTiers = {
  symbol: 7,
  code: 6,
  beginning: 5,
  nameBeginning: 4,
  word: 3,
  letters: 2,
  none: 0,
} as const

export interface Named {
  /** Only of a security. */
  readonly symbol?: string
  /** Terminal code, or a key such as `?`. */
  readonly codes?: readonly string[]
  /** Name of a security, title of a command. */
  readonly name: string
}

/** The tier of one candidate, from `matchTiers`. An empty text fits all candidates alike. */
export function matchTier({ symbol, codes = [], name }: Named, text: string): number {
  const wanted = fold(text.trim())
  if (wanted === '') return matchTiers.word
  if (symbol !== undefined && fold(symbol) === wanted) return matchTiers.symbol
  if (codes.some((code) => fold(code) === wanted)) return matchTiers.code
  if (symbol !== undefined && fold(symbol).startsWith(wanted)) return matchTiers.beginning
  const title = fold(name)
  if (title.startsWith(wanted)) return symbol === undefined ? matchTiers.beginning : matchTiers.nameBeginning
  if (beginsWords(title, wanted)) return matchTiers.word
  return symbol === undefined && hasLetters(title, wanted) ? matchTiers.letters : matchTiers.none
}

/** Best match first; among equals recently used ones, then in the given order. `recent` counts from 0, the latest. */
export function byMatch<Item>(
  items: readonly Item[],
  fit: (item: Item) => number,
  recent: (item: Item) => number | null = () => null,
): readonly Item[] {
  return items
    .map((item, index) => ({ item, index, fit: fit(item), recent: recent(item) ?? Infinity }))
    .filter((one) => one.fit > matchTiers.none)
    .toSorted((left, right) => right.fit - left.fit || compare(left.recent, right.recent) || left.index - right.index)
    .map(({ item }) => item)
}

/** Each word typed begins a word of the title, in any order: `dark th` finds "Theme dark", and `create a pack` "Create pack". */
function beginsWords(title: string, wanted: string): boolean {
  const words = title.match(/[\p{L}\p{N}]+/gu) ?? []
  const parts = wanted.split(/\s+/)
  // The last word may still be one that begins so.
  const telling = parts.filter((part, at) => at === parts.length - 1 || !/^(?:an?|the)$/.test(part))
  return telling.every((part) => words.some((word) => word.startsWith(part)))
}

/** The letters in their order, the first one at a word's beginning: `ssl` finds "Show sidebar labels". */
function hasLetters(title: string, wanted: string): boolean {
  const letters = [...wanted.replaceAll(/\s/g, '')]
  if (letters.length < 2) return false
  const beginnings = [...title.matchAll(/[\p{L}\p{N}]+/gu)].map(({ index }) => index)
  return beginnings.some((start) => title.startsWith(letters[0] ?? '', start) && follow(title, start, letters))
}

function follow(title: string, start: number, letters: readonly string[]): boolean {
  let at = start
  for (const letter of letters) {
    const found = title.indexOf(letter, at)
    if (found < 0) return false
    at = found + 1
  }
  return true
}

/** Infinities are equal. */
function compare(left: number, right: number): number {
  return left === right ? 0 : left - right
}

function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
