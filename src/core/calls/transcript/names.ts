/** Compares names of people that are spelled in different ways. */

/** A name as it may be written in two places, brought to one writing. */
export interface PlainName {
  /** Small letters without marks, titles and what follows the name, in their order. */
  readonly words: readonly string[]
  /** `Speaker 3` is nobody but Speaker 3. */
  readonly isNumbered: boolean
}

const titles = new Set(
  'mr mrs ms miss dr prof professor sir dame lord lady herr frau mme mlle sr sra jr phd cfa md esq iii ii iv hon'.split(
    ' ',
  ),
)

/** Letters of a name by which it is compared; a longer one is no name. */
const longestName = 300

/** `DOE, Jane`, `Dr. Jane M. Doe - Chief Executive` and `jane doe (Acme)` are all Jane Doe. */
export function plainName(name: string): PlainName {
  const bare = name
    .slice(0, longestName)
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/\([^()]*\)|\[[^[\]]*\]/g, ' ')
    .split(/\s[-–—|/]\s|[–—|]/)[0]
  const [before = '', after] = (bare ?? '').split(/,(.*)/)
  const family = wordsIn(before)
  const rest = wordsIn(after ?? '')
  // `Doe, Jane`, but not `Jane Doe, Chief Executive`.
  const isTurned = family.length === 1 && rest.length > 0 && rest.length <= 2
  const words = isTurned ? [...rest, ...family] : family
  return { words, isNumbered: words.some((word) => /^\d+$/.test(word)) }
}

function wordsIn(text: string): string[] {
  return text
    .replaceAll(/['’`]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !titles.has(word))
}

export function keyOf({ words }: PlainName): string {
  return words.join(' ')
}

/**
 * Whether two names may be the same person's: the same family name, and given names of which one is the other or its initial. A
 * single word may be either of the names.
 */
export function mayBeSame(one: PlainName, other: PlainName): boolean {
  const [short, long] = one.words.length <= other.words.length ? [one.words, other.words] : [other.words, one.words]
  if (short.length === 0) return false
  if (one.isNumbered || other.isNumbered) return keyOf(one) === keyOf(other)
  if (short.length === 1) return short[0] === long.at(-1) || short[0] === long[0]
  if (short.at(-1) !== long.at(-1)) return false
  const [given = '', full = ''] = [short[0], long[0]]
  return (
    given === full || (given.length === 1 && full.startsWith(given)) || (full.length === 1 && given.startsWith(full))
  )
}
