/**
 * Reads a page that is named in plain words: `VSPO guidance`, `vesper optics balance sheet`, `VSPO vs HLDN`. The same words may be meant
 * as words of a transcript, so that they name a page only where the library has the companies.
 */

import type { SecurityHit } from '#contract/api/securities.ts'
import { companyViews, type CompanyView } from '../app/tab-locations.ts'
import { asSymbol, companyCodes } from './company-codes.ts'
import { byMatch, matchTier, matchTiers } from './match-rank.ts'

export type NamedPageQuery =
  /** `allowsName`: `company` may be the beginning of a name, not only a symbol. */
  | { readonly kind: 'view'; readonly view: CompanyView; readonly company: string; readonly allowsName: boolean }
  | { readonly kind: 'comparison'; readonly symbols: readonly string[] }

export type NamedPage =
  | { readonly kind: 'view'; readonly view: CompanyView; readonly hit: SecurityHit }
  | { readonly kind: 'comparison'; readonly symbols: readonly string[] }

/** The names of all views, the longest first: "HLDN earnings call" also ends with "call", but "HLDN earnings" is no company. */
const viewNames = companyViews
  .flatMap((view) =>
    [companyCodes[view].title.toLowerCase(), ...companyCodes[view].words].map((name) => ({
      view,
      parts: name.split(' '),
    })),
  )
  .toSorted((left, right) => right.parts.length - left.parts.length)

/** A view by its name alone. */
export function viewOfName(text: string): CompanyView | null {
  return companyViews.find((view) => companyCodes[view].title.toLowerCase() === text.trim().toLowerCase()) ?? null
}

/** Null: the text names no page. */
export function readNamedPage(text: string): NamedPageQuery | null {
  const words = text.trim().split(/\s+/)
  const symbols = comparedSymbols(words)
  if (symbols !== null) return { kind: 'comparison', symbols }
  for (const { view, parts } of viewNames) {
    const more = words.length - parts.length
    if (more < 1) continue
    if (areSame(words.slice(more), parts))
      return { kind: 'view', view, company: words.slice(0, more).join(' '), allowsName: true }
    // After the name of a view only a symbol counts: "guidance raised" is not about a company called Raised.
    if (more === 1 && areSame(words.slice(0, parts.length), parts))
      return { kind: 'view', view, company: words.at(-1) ?? '', allowsName: false }
  }
  return null
}

/** The page, where the library has what is named. `find` looks up securities in the library. */
export async function findNamedPage(
  query: NamedPageQuery,
  find: (subject: string) => Promise<readonly SecurityHit[]>,
): Promise<NamedPage | null> {
  if (query.kind === 'view') {
    const { view, company, allowsName } = query
    // Of millions of listed names some begin with any word: only those with stored statements count.
    const fit = ({ symbol, name, hasFundamentals }: SecurityHit) => {
      const tier = matchTier({ symbol, name }, company)
      const isNamed = allowsName && hasFundamentals && tier === matchTiers.nameBeginning
      return tier === matchTiers.symbol || isNamed ? tier : matchTiers.none
    }
    const [hit] = byMatch(await find(company), fit)
    return hit === undefined ? null : { kind: 'view', view, hit }
  }
  const found = await Promise.all(
    query.symbols.map(async (symbol) => (await find(symbol)).some((hit) => hit.symbol.toUpperCase() === symbol)),
  )
  return found.every(Boolean) ? query : null
}

/** `compare VSPO HLDN`, `VSPO vs HLDN`; in capitals. Null: nothing is compared. */
function comparedSymbols(words: readonly string[]): readonly string[] | null {
  const isCompared = words[0]?.toLowerCase() === 'compare'
  const isAgainst = (word: string) => /^(?:vs\.?|versus)$/i.test(word)
  if (!isCompared && !words.some(isAgainst)) return null
  const named = words
    .slice(isCompared ? 1 : 0)
    .filter((word) => !isAgainst(word) && !/^(?:and|with|to)$/i.test(word))
    .map((word) => asSymbol(word.replace(/[,;]$/, '')))
  const symbols = [...new Set(named)].filter((symbol) => symbol !== null)
  return symbols.length < 2 || named.includes(null) ? null : symbols
}

function areSame(words: readonly string[], parts: readonly string[]): boolean {
  return words.every((word, at) => word.toLowerCase() === parts[at])
}
