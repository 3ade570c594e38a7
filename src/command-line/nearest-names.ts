/** Finds the names that a misspelled word may mean. */

import search from 'approx-string-match'

const mostNames = 3
/** Characters; no name is longer. */
const longestWord = 200

/** The nearest first, at most three; a third of the letters may differ, or two neighbors have changed places, as in HDLN for HLDN. */
export function nearestNames(word: string, names: Iterable<string>): readonly string[] {
  const wanted = lettersOf(word)
  if (wanted === '' || wanted.length > longestWord) return []
  const swapped = withNeighborsSwapped(wanted)
  const found = [...new Set(names)].flatMap((name) => {
    const letters = lettersOf(name)
    if (swapped.has(letters)) return [{ name, errors: 1, unlike: 0 }]
    const [match] = search(letters, wanted, Math.floor(wanted.length / 3))
    return match ? [{ name, errors: match.errors, unlike: Math.abs(letters.length - wanted.length) }] : []
  })
  return found
    .toSorted((one, other) => one.errors - other.errors || one.unlike - other.unlike)
    .slice(0, mostNames)
    .map(({ name }) => name)
}

/** “ Did you mean A, B or C?”, with the space before it; empty without names. */
export function didYouMean(names: readonly string[]): string {
  const last = names.at(-1)
  if (last === undefined) return ''
  const others = names.slice(0, -1)
  return ` Did you mean ${others.length === 0 ? last : `${others.join(', ')} or ${last}`}?`
}

/** Every word that has two neighbors of this one the other way round, which counts as two errors elsewhere. */
function withNeighborsSwapped(word: string): ReadonlySet<string> {
  const letters = [...word]
  return new Set(letters.slice(1).map((letter, at) => letters.toSpliced(at, 2, letter, letters[at] ?? '').join('')))
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}
