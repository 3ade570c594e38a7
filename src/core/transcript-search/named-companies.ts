/** Whether a query names companies other than some. */

import { nameTest } from './corpus.ts'
import type { SearchQuery } from './query.ts'

interface NamedCompanies {
  readonly symbols: readonly string[]
  /** Every name that the library has of them. */
  readonly names: readonly string[]
}

/** Whether each `symbol:` and `company:` of a query, also one that is excluded, matches one of these companies. Pure. */
export function namesNoOthers(query: SearchQuery, companies: NamedCompanies): boolean {
  switch (query.kind) {
    case 'and':
    case 'or':
      return query.of.every((each) => namesNoOthers(each, companies))
    case 'not':
      return namesNoOthers(query.of, companies)
    case 'name': {
      if (query.field !== 'symbol' && query.field !== 'company') return true
      const fits = nameTest(query)
      return (query.field === 'symbol' ? companies.symbols : companies.names).some((name) => fits(name))
    }
    default:
      return true
  }
}
