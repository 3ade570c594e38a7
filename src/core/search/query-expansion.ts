import type { Reader } from '../database/reader-writer.ts'
import { stemOf } from '../full-text-index/vocabulary.ts'
import { isText, type Near, type Query, type Text } from './query.ts'
import { getWordsOfStem } from './search-store.ts'
import { folded, wordsOf } from './words.ts'

/** Words that a plain word stands for: each a word, or several side by side. */
export type WordForm = readonly string[]

/**
 * How the words of a query are looked for. A plain word is widened to the words of the library with its stem, and to what the user
 * says is the same; quotes, beginnings and NEAR are exact. A word with signs in it (R&D) is its words side by side.
 */
export class QueryExpansion {
  readonly synonyms: readonly (readonly string[])[]
  readonly #reader: Reader
  readonly #forms = new Map<string, readonly WordForm[]>()

  constructor(reader: Reader, synonyms: readonly (readonly string[])[]) {
    this.#reader = reader
    this.synonyms = synonyms
  }

  formsOf(text: string): readonly WordForm[] {
    const known = this.#forms.get(text)
    if (known) return known
    const words = wordsOf(text)
    const forms = words.length === 1 ? this.#widened(words[0] ?? '') : [words]
    this.#forms.set(text, forms)
    return forms
  }

  /** In the words of FTS5's MATCH: letters and digits in quotes, so that nothing is an operator of its. */
  matchOf(text: Text | Near): string {
    const any = this.matchesOf(text)
    return any.length === 1 ? (any[0] ?? '') : `(${any.join(' OR ')})`
  }

  /** The same as questions of their own, one of which is to fit: the index answers them in half the time. */
  matchesOf(text: Text | Near): readonly string[] {
    switch (text.kind) {
      case 'word':
        return this.formsOf(text.text).map((form) => `"${form.join(' ')}"`)
      case 'near':
        return [`NEAR(${text.operands.map(exactly).join(' ')}, ${text.within})`]
      default:
        return [exactly(text)]
    }
  }

  #widened(word: string): WordForm[] {
    const stems = new Set([stemOf(word)])
    const phrases: WordForm[] = []
    for (const set of this.synonyms) {
      const members = set.map(wordsOf)
      if (!members.some((member) => member.length === 1 && stemOf(member[0] ?? '') === stemOf(word))) continue
      for (const member of members) {
        if (member.length === 1) stems.add(stemOf(member[0] ?? ''))
        else if (member.length > 1) phrases.push(member)
      }
    }
    const words = new Set([word, ...[...stems].flatMap((stem) => getWordsOfStem(this.#reader, stem))])
    return [...[...words].map((each) => [each]), ...phrases]
  }
}

function exactly(text: Text): string {
  const goesOn = text.kind === 'beginning' || (text.kind === 'phrase' && text.beginning)
  return `"${wordsOf(text.text).join(' ')}"${goesOn ? ' *' : ''}`
}

/** Every plain word that the query looks for, with its forms. */
export function expandQuery(query: Query, expansion: QueryExpansion): { word: string; forms: string[] }[] {
  const words = new Set(searchedTexts(query).flatMap((text) => (text.kind === 'word' ? [text.text] : [])))
  return [...words].flatMap((word) => {
    const forms = expansion.formsOf(word).map((form) => form.join(' '))
    return forms.length > 1 ? [{ word, forms: forms.filter((form) => form !== folded(word)) }] : []
  })
}

/** What is looked for, without what is left out. */
export function searchedTexts(query: Query): (Text | Near)[] {
  if (isText(query) || query.kind === 'near') return [query]
  if (query.kind === 'and' || query.kind === 'or') return query.of.flatMap(searchedTexts)
  if (query.kind === 'not' && query.of.kind === 'not') return searchedTexts(query.of.of)
  return []
}
