import type { ShellAction } from '#contract/shell.ts'

/** What may be opened from outside the program: one company, and nothing else (docs/promises.md P7). */
export type LinkedView = Extract<ShellAction, { readonly name: 'company' }>

const symbolPattern = /^[A-Z0-9][A-Z0-9.:^=-]{0,31}$/i
/** The slash at the end is what some browsers add. Nothing is decoded: an escaped character is no part of a symbol. */
const linkPattern = /^tearsheet:\/\/company\/([^/]*)\/?$/i

/** `tearsheet://company/AAPL`, the only form there is. Null for anything else. */
export function viewOfLink(link: string): LinkedView | null {
  return viewOfSymbol(linkPattern.exec(link)?.[1])
}

export function isTearsheetLink(text: string): boolean {
  return /^\s*tearsheet:/i.test(text)
}

/** What a second start hands to the first: the symbol alone, well below the 4 KB that are allowed. */
interface Handover {
  readonly symbol: string | null
}

export function handoverOf(view: LinkedView | null): Handover {
  return { symbol: view?.symbol ?? null }
}

/** The other process may be any program of this user that knows the lock: what it sent is read again, as carefully. */
export function viewOfHandover(data: unknown): LinkedView | null {
  return typeof data === 'object' && data !== null && 'symbol' in data ? viewOfSymbol(data.symbol) : null
}

function viewOfSymbol(symbol: unknown): LinkedView | null {
  return typeof symbol === 'string' && symbolPattern.test(symbol)
    ? { name: 'company', symbol: symbol.toUpperCase() }
    : null
}
