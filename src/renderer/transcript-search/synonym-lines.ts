/** Parses and checks the lines of the synonyms dialog: `guidance, outlook, full year view`. */

/** One set of words as it is typed: `guidance, outlook, full year view`. */
export interface SynonymLine {
  readonly id: number
  readonly text: string
}

const mostWords = 40
const longestWord = 60

export function wordsOfLine(text: string): string[] {
  return [...new Set(text.split(/[,;]/).map((word) => word.trim()))].filter((word) => word !== '')
}

/** Why a line cannot be saved; empty when it can, or is empty. */
export function refusalOf(text: string): string {
  const words = wordsOfLine(text)
  if (words.length === 0) return ''
  if (words.length === 1) return 'Enter at least two words, separated by commas.'
  if (words.length > mostWords) return `At most ${mostWords} words per set.`
  const long = words.find((word) => word.length > longestWord)
  return long === undefined ? '' : `“${long.slice(0, 24)}…” is longer than ${longestWord} characters.`
}

/** Key of the draft for all sets. */
export const synonymsKey = 'synonyms'

/** The lines as a draft's text; empty lines are left out. */
export function textOfLines(lines: readonly string[]): string {
  return lines.filter((line) => line.trim() !== '').join('\n')
}

export function linesOfText(text: string): string[] {
  return text === '' ? [] : text.split('\n')
}
