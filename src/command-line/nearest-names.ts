/** Finds the names that a misspelled word may mean. */

import search from 'approx-string-match'

const mostNames = 3
/** Characters; no name is longer. */
const longestWord = 200

/** The nearest first, at most three; a third of the letters may differ. */
export function nearestNames(word: string, names: Iterable<string>): readonly string[] {
  const wanted = lettersOf(word)
  if (wanted === '' || wanted.length > longestWord) return []
  const found = [...new Set(names)].flatMap((name) => {
    const letters = lettersOf(name)
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

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}
