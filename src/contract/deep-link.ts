/**
 * What a `tearsheet:` link may open: a screen of the library, and nothing else. A link may come from a web page or a message, so
 * it has no address, path or key, and anything but exactly one of these forms opens nothing (docs/promises.md P7).
 */
export type LinkedView =
  | { readonly screen: 'home' }
  | { readonly screen: 'company'; readonly symbol: string }
  /** `second`: of the recording, counted from 0; null: where reading stopped. */
  | { readonly screen: 'call'; readonly callId: string; readonly second: number | null }
  | { readonly screen: 'compare'; readonly symbols: readonly string[] }
  /** A query over the stored transcripts; empty: the page, for one to be typed. */
  | { readonly screen: 'text'; readonly query: string }

const symbolPattern = /^[A-Z0-9][A-Z0-9.:^=-]{0,31}$/i
const callIdPattern = /^[A-Z0-9][A-Z0-9_-]{0,63}$/i
/** A day of seconds, to the millisecond: no call is longer. */
const secondPattern = /^\d{1,5}(?:\.\d{1,3})?$/
const mostSymbols = 20
const longestQuery = 200
/** A query whose characters each take nine when encoded, with room for the rest. */
const longestLink = 2_048
/** A query is one line of text. */
const controlCharacter = /\p{Cc}/u

const forms: readonly (readonly [pattern: RegExp, read: (...groups: readonly string[]) => LinkedView | null])[] = [
  // The slash at the end is what some browsers add.
  [/^tearsheet:\/\/home\/?$/i, () => ({ screen: 'home' })],
  [/^tearsheet:\/\/search\/?$/i, () => ({ screen: 'text', query: '' })],
  [/^tearsheet:\/\/company\/([^/?#]*)\/?$/i, (symbol = '') => companyOf(symbol)],
  [/^tearsheet:\/\/call\/([^/?#]*)\/?(?:\?t=([^&#]*))?$/i, (callId = '', second) => callOf(callId, second)],
  [/^tearsheet:\/\/compare\/([^/?#]*)\/?$/i, (symbols = '') => comparisonOf(symbols)],
  [/^tearsheet:\/\/search\/?\?q=([^&#]*)$/i, (query = '') => searchOf(query)],
]

/**
 * Reads `tearsheet://home`, `tearsheet://search`, `tearsheet://company/AAPL`, `tearsheet://call/ID?t=754`, `tearsheet://compare/AAPL,MSFT` or `tearsheet://search?q=pricing`. Null
 * for anything else.
 */
export function parseDeepLink(link: string): LinkedView | null {
  if (link.length > longestLink) return null
  for (const [pattern, read] of forms) {
    const found = pattern.exec(link)
    if (found) return read(...found.slice(1))
  }
  return null
}

/** Null where no link can name the view: an identifier with characters that `parseDeepLink` refuses. */
export function formatDeepLink(view: LinkedView): string | null {
  const link = linkTo(view)
  return parseDeepLink(link) === null ? null : link
}

export function isTearsheetLink(text: string): boolean {
  return /^\s*tearsheet:/i.test(text)
}

function linkTo(view: LinkedView): string {
  switch (view.screen) {
    case 'home':
      return 'tearsheet://home'
    case 'company':
      return `tearsheet://company/${view.symbol}`
    case 'call':
      return `tearsheet://call/${view.callId}${view.second === null ? '' : `?t=${upToMillisecond(view.second)}`}`
    case 'compare':
      return `tearsheet://compare/${view.symbols.join(',')}`
    case 'text':
      return view.query === ''
        ? 'tearsheet://search'
        : `tearsheet://search?q=${encodeURIComponent(view.query.toWellFormed())}`
    default:
      return view satisfies never
  }
}

/** Up, so that the turn which begins then has begun. */
function upToMillisecond(second: number): number {
  return Math.ceil(second * 1000) / 1000
}

function companyOf(symbol: string): LinkedView | null {
  return symbolPattern.test(symbol) ? { screen: 'company', symbol: symbol.toUpperCase() } : null
}

function callOf(callId: string, second: string | undefined): LinkedView | null {
  if (!callIdPattern.test(callId)) return null
  if (second === undefined) return { screen: 'call', callId, second: null }
  return secondPattern.test(second) ? { screen: 'call', callId, second: Number(second) } : null
}

function comparisonOf(list: string): LinkedView | null {
  const symbols = list.split(',')
  const areSymbols = symbols.length <= mostSymbols && symbols.every((symbol) => symbolPattern.test(symbol))
  return areSymbols ? { screen: 'compare', symbols: symbols.map((symbol) => symbol.toUpperCase()) } : null
}

function searchOf(encoded: string): LinkedView | null {
  const query = decoded(encoded)?.trim() ?? ''
  const isQuery = query !== '' && query.length <= longestQuery && !controlCharacter.test(query)
  return isQuery ? { screen: 'text', query } : null
}

/** Null for an invalid escape. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
