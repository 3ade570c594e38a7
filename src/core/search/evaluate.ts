import { BitSet } from './bit-set.ts'
import type { Corpus } from './corpus.ts'
import { isText, type FieldTest, type Near, type Query, type Text } from './query.ts'
import type { QueryExpansion } from './query-expansion.ts'

/** What one query finds in one corpus. Each part of it is looked up once. */
export class Evaluation {
  readonly #corpus: Corpus
  readonly #expansion: QueryExpansion
  readonly #known = new Map<Query, BitSet>()

  constructor(corpus: Corpus, expansion: QueryExpansion) {
    this.#corpus = corpus
    this.#expansion = expansion
  }

  found(query: Query): BitSet {
    const known = this.#known.get(query)
    if (known) return known
    const now = this.#find(query)
    this.#known.set(query, now)
    return now
  }

  #find(query: Query): BitSet {
    if (isWorded(query)) return this.#corpus.matches(this.#expansion.matchesOf(query))
    switch (query.kind) {
      case 'and':
        return this.#findAll(query.of)
      case 'or':
        return query.of.map((each) => this.found(each)).reduce((left, right) => left.or(right))
      case 'not':
        return BitSet.all(this.#corpus.size).without(this.found(query.of))
      default:
        return this.#corpus.passing(query, BitSet.all(this.#corpus.size))
    }
  }

  /** The words in one question to the index, which is quick at the rarest of them; fields only of what they left. */
  #findAll(of: readonly Query[]): BitSet {
    const texts = of.filter(isWorded)
    const match = texts.map((text) => this.#expansion.matchOf(text)).join(' AND ')
    let bits = texts.length > 0 ? this.#corpus.matches([match]) : BitSet.all(this.#corpus.size)
    for (const each of of) {
      if (isWorded(each) || isField(each)) continue
      bits = each.kind === 'not' ? bits.without(this.found(each.of)) : bits.and(this.found(each))
    }
    for (const each of of) if (isField(each)) bits = this.#corpus.passing(each, bits)
    return bits
  }
}

/**
 * What tells one hit from another: the branches of its ORs. A hit of an AND has all of it, so that only an OR within makes a
 * difference; where there is none, the query itself.
 */
export function branches(query: Query): readonly Query[] {
  const within = branchesWithin(query)
  return within.length > 0 ? within : [query]
}

function branchesWithin(query: Query): readonly Query[] {
  if (query.kind === 'or') return query.of.flatMap(branches)
  return query.kind === 'and' ? query.of.flatMap(branchesWithin) : []
}

function isWorded(query: Query): query is Text | Near {
  return isText(query) || query.kind === 'near'
}

function isField(query: Query): query is FieldTest {
  return !isWorded(query) && query.kind !== 'and' && query.kind !== 'or' && query.kind !== 'not'
}
