/** Evaluates a parsed query over a set of texts, and returns the matching ones. */

import { BitSet } from './bit-set.ts'
import type { Corpus } from './corpus.ts'
import { isText, type FieldTest, type Near, type SearchQuery, type Text } from './query.ts'
import type { QueryExpansion } from './query-expansion.ts'

/** Evaluates a query over one corpus. Each part of the query is evaluated once. */
export class Evaluation {
  readonly #corpus: Corpus
  readonly #expansion: QueryExpansion
  readonly #known = new Map<SearchQuery, BitSet>()

  constructor(corpus: Corpus, expansion: QueryExpansion) {
    this.#corpus = corpus
    this.#expansion = expansion
  }

  found(query: SearchQuery): BitSet {
    const known = this.#known.get(query)
    if (known) return known
    const now = this.#find(query)
    this.#known.set(query, now)
    return now
  }

  #find(query: SearchQuery): BitSet {
    if (isWorded(query)) return this.#corpus.matches(this.#expansion.matchesOf(query))
    switch (query.kind) {
      case 'and':
        return this.#findAll(query.of)
      case 'or':
        return query.of.map((each) => this.found(each)).reduce((left, right) => left.or(right))
      case 'not':
        return BitSet.all(this.#corpus.size).without(this.found(query.of))
      default:
        return this.#corpus.filter(query, BitSet.all(this.#corpus.size))
    }
  }

  /** All words go into one FTS5 expression, which is fast for the rarest word. Fields are tested on what is left. */
  #findAll(of: readonly SearchQuery[]): BitSet {
    const texts = of.filter(isWorded)
    const match = texts.map((text) => this.#expansion.matchOf(text)).join(' AND ')
    let bits = texts.length > 0 ? this.#corpus.matches([match]) : BitSet.all(this.#corpus.size)
    for (const each of of) {
      if (isWorded(each) || isField(each)) continue
      bits = each.kind === 'not' ? bits.without(this.found(each.of)) : bits.and(this.found(each))
    }
    for (const each of of) if (isField(each)) bits = this.#corpus.filter(each, bits)
    return bits
  }
}

/**
 * The parts of a query by which hits differ: the branches of its ORs. Each hit of an AND has all operands, so only an OR inside it
 * makes a difference. Without an OR it is the query itself.
 */
export function branches(query: SearchQuery): readonly SearchQuery[] {
  const within = branchesWithin(query)
  return within.length > 0 ? within : [query]
}

function branchesWithin(query: SearchQuery): readonly SearchQuery[] {
  if (query.kind === 'or') return query.of.flatMap(branches)
  return query.kind === 'and' ? query.of.flatMap(branchesWithin) : []
}

function isWorded(query: SearchQuery): query is Text | Near {
  return isText(query) || query.kind === 'near'
}

function isField(query: SearchQuery): query is FieldTest {
  return !isWorded(query) && query.kind !== 'and' && query.kind !== 'or' && query.kind !== 'not'
}
