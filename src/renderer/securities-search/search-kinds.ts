/**
 * The service's search types (symbol, ISIN, FIGI …): their names, order, explanations and examples.
 */

import type { Recognised } from '#contract/api/securities.ts'
import { isLikelyName } from '#contract/api/terminal-symbols.ts'
import { searchTypes, type SearchType } from '#contract/service/security-fields.ts'

interface SearchKind {
  /** The analyst's word for it. */
  readonly word: string
  /** Its form, and what it finds. */
  readonly says: string
  /** An example to load; only where one value lists many securities. */
  readonly example?: string
}

/** The service's eleven search types in the analyst's words. */
export const searchKinds: Readonly<Record<SearchType, SearchKind>> = {
  symbol: { word: 'Symbol', says: 'Ticker as listed on the exchange' },
  'identifiers.isin': { word: 'ISIN', says: '12 characters' },
  'identifiers.cusip': { word: 'CUSIP', says: '9 characters' },
  'identifiers.figi': { word: 'FIGI', says: '12 characters, e.g. BBG000B9XRY4' },
  'identifiers.figi_composite': { word: 'Composite FIGI', says: 'All listings in one country' },
  'identifiers.figi_share_class': { word: 'Share class FIGI', says: 'All listings of one share class' },
  'identifiers.cik': { word: 'CIK', says: 'Up to 10 digits; leading zeros optional' },
  'exchange_info.mic_code': { word: 'MIC', says: '4 characters; every listing on that market', example: 'XNAS' },
  'identifiers.opol': { word: 'OPOL (operating MIC)', says: '4 characters; every listing of that operator' },
  'exchange_info.exchange_country': {
    word: 'Country',
    says: '2 letters; every listing in that country',
    example: 'US',
  },
  'classification.gics_code': { word: 'GICS code', says: '2 to 8 digits; includes sub-industries', example: '45' },
}

/** Within a sentence: `symbol`, `composite FIGI`; abbreviations stay as they are. */
export function kindInSentence(type: SearchType): string {
  const { word } = searchKinds[type]
  return /^[A-Z][a-z]/.test(word) ? word.charAt(0).toLowerCase() + word.slice(1) : word
}

/** In the order of menu and explanation: the most often typed first, those with many results last. */
export const kindsInOrder: readonly SearchType[] = Object.keys(searchKinds).filter((name) => isSearchType(name))

function isSearchType(name: string): name is SearchType {
  return searchTypes.some((type) => type === name)
}

/** The service has no search by name: such a text is sent only when the user insists. */
export function isName(query: string, chosen: SearchType | null, recognised: readonly Recognised[]): boolean {
  return chosen === null && (recognised.length === 0 || isLikelyName(query))
}

interface KindNote {
  readonly words: string
  /** `right` and `wrong` speak of a check digit. */
  readonly sign: 'none' | 'right' | 'wrong'
}

/**
 * How the box reads the text. `foundAs` is the kind by which the service found a match; the code of a market may look like a
 * symbol.
 */
export function kindNote(
  query: string,
  chosen: SearchType | null,
  recognised: readonly Recognised[],
  foundAs: SearchType | null = null,
): KindNote {
  const certain = chosen ?? (foundAs === 'symbol' ? null : foundAs)
  const shown = certain === null ? mostTelling(recognised) : recognised.find(({ type }) => type === certain)
  const word = certain === null ? shown && wordFor(shown) : searchKinds[certain].word
  if (query.trim() === '') return { words: word ?? 'Any kind', sign: 'none' }
  if (word === undefined || (foundAs === null && isName(query, chosen, recognised)))
    return { words: 'Name', sign: 'none' }
  if (shown?.checkDigit === true) return { words: `${word}, check digit valid`, sign: 'right' }
  if (shown?.checkDigit === false) return { words: `${word}, check digit invalid`, sign: 'wrong' }
  return { words: word, sign: 'none' }
}

/** An invalid check digit is reported although the text is then searched as another kind: most likely it is a typing error. */
function mostTelling(recognised: readonly Recognised[]): Recognised | undefined {
  const [first] = recognised
  if (first?.checkDigit === true) return first
  return recognised.find(({ checkDigit }) => checkDigit === false) ?? first
}

function wordFor({ type }: Recognised): string {
  return type === 'symbol' ? 'Symbol or name' : searchKinds[type].word
}
