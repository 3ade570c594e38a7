/**
 * Expands the words of a query to their other forms and to synonyms, and writes the FTS5
 * expressions that search for them.
 */

import type { Reader } from '../database/reader-writer.ts'
import { stemOf } from '../full-text-index/vocabulary.ts'
import { isText, type Near, type SearchQuery, type Text } from './query.ts'
import { getWordsOfStem } from './search-store.ts'
import { folded, wordsOf } from '../full-text-index/words.ts'

/** One form of a plain word: a word, or several words in sequence. */
type WordForm = readonly string[]

/**
 * Expands the words of a query. A plain word is expanded to the words of the library with the same stem, and to the user's synonyms;
 * quotes, prefixes and NEAR are exact. A word with punctuation (R&D) is searched as a phrase.
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
    const forms = words.length === 1 ? this.#expanded(words[0] ?? '') : [words]
    this.#forms.set(text, forms)
    return forms
  }

  /** The FTS5 expression. Words are quoted, so that none of them is read as an operator of FTS5. */
  matchOf(text: Text | Near): string {
    const any = this.matchesOf(text)
    return any.length === 1 ? (any[0] ?? '') : `(${any.join(' OR ')})`
  }

  /** The same as separate expressions, any of which may match: FTS5 runs them in half the time of one OR. */
  matchesOf(text: Text | Near): readonly string[] {
    switch (text.kind) {
      case 'word':
        return this.formsOf(text.text).map((form) => `"${form.join(' ')}"`)
      case 'near':
        return [`NEAR(${text.operands.map(exactMatch).join(' ')}, ${text.within})`]
      default:
        return [exactMatch(text)]
    }
  }

  #expanded(word: string): WordForm[] {
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

function exactMatch(text: Text): string {
  const isPrefix = text.kind === 'prefix' || (text.kind === 'phrase' && text.isPrefix)
  return `"${wordsOf(text.text).join(' ')}"${isPrefix ? ' *' : ''}`
}

/** Every plain word of the query, with its forms. */
export function expandQuery(query: SearchQuery, expansion: QueryExpansion): { word: string; forms: string[] }[] {
  const words = new Set(searchedTexts(query).flatMap((text) => (text.kind === 'word' ? [text.text] : [])))
  return [...words].flatMap((word) => {
    const forms = expansion.formsOf(word).map((form) => form.join(' '))
    return forms.length > 1 ? [{ word, forms: forms.filter((form) => form !== folded(word)) }] : []
  })
}

/** The texts that a query searches for, without excluded ones. */
export function searchedTexts(query: SearchQuery): (Text | Near)[] {
  if (isText(query) || query.kind === 'near') return [query]
  if (query.kind === 'and' || query.kind === 'or') return query.of.flatMap(searchedTexts)
  if (query.kind === 'not' && query.of.kind === 'not') return searchedTexts(query.of.of)
  return []
}
