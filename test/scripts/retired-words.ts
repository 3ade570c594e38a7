/** Words of docs/glossary.md that are not used any more, as patterns. */

export interface RetiredWords {
  /** Not where a user could read them. */
  readonly onScreen: readonly RetiredWord[]
  /** Those of them that are words in another spelling. */
  readonly spellings: readonly RetiredWord[]
  readonly inComments: readonly RetiredWord[]
}

export interface RetiredWord {
  readonly word: string
  readonly pattern: RegExp
}

/** The words in code style in the last column of each table; those below the last heading are for comments. */
export function retiredWordsOf(glossary: string): RetiredWords {
  const [screen = '', comments = ''] = glossary.split(/^## Plain comments$/m)
  const [, spelling = ''] = screen.split(/^## Spelling$/m)
  return { onScreen: wordsIn(screen), spellings: wordsIn(spelling), inComments: wordsIn(comments) }
}

function wordsIn(section: string): RetiredWord[] {
  const cells = section.split('\n').flatMap((line) => /\|([^|]*)\|\s*$/.exec(line)?.[1] ?? [])
  const words = cells.flatMap((cell) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, word = '']) => word))
  return [...new Set(words)].map((word) => ({ word, pattern: patternOf(word) }))
}

/** Whole words; `*` stands for any ending, and a blank for any space between words. */
function patternOf(word: string): RegExp {
  const inner = word
    .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', String.raw`[\p{L}-]*`)
    .replaceAll(' ', String.raw`\s+`)
  return new RegExp(String.raw`(?<![\p{L}\p{N}_-])${inner}(?![\p{L}\p{N}_]|-\p{L})`, 'iu')
}

export function retiredIn(text: string, words: readonly RetiredWord[]): string[] {
  return words.filter(({ pattern }) => pattern.test(text)).map(({ word }) => word)
}
