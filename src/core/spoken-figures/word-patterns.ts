/** Patterns made of lists of words and phrases. */

/** Matches whole words: the first of the patterns that fits. */
export function wholeWords(...patterns: readonly string[]): RegExp {
  return new RegExp(String.raw`\b(?:${patterns.join('|')})\b`)
}

/** The pattern of one of `a, b c`: two phrases, each of which may be a pattern without a comma. */
export function oneOf(list: string): string {
  const phrases = list.split(',').map((phrase) => phrase.trim().replaceAll(/\s+/g, ' '))
  return `(?:${phrases.join('|')})`
}
