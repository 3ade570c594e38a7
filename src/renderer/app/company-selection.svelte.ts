/** Which companies of a typed or pasted list the user wants, while they are still being looked up. */

import { SvelteMap } from 'svelte/reactivity'
import type { ResolvedCompany } from '#contract/api/watchlists.ts'

export function symbolOf({ security, text }: Pick<ResolvedCompany, 'security' | 'text'>): string {
  return security?.symbol ?? text.toUpperCase()
}

/** Whether an unknown text has the form of a symbol, and can be added as one. */
export function mayBeSymbol(each: ResolvedCompany): boolean {
  return each.interpretedAs === 'unknown' && /^[A-Z0-9][A-Z0-9.:^=/*-]{0,15}$/.test(symbolOf(each))
}

/** The companies that were found, but for what the user decided otherwise: a decision stays when its company is found later. */
export class CompanySelection {
  /** By symbol. */
  readonly #decisions = new SvelteMap<string, boolean>()

  has(company: ResolvedCompany): boolean {
    return this.#decisions.get(symbolOf(company)) ?? company.security !== null
  }

  decide(companies: readonly ResolvedCompany[], isChosen: boolean): void {
    for (const company of companies) this.#decisions.set(symbolOf(company), isChosen)
  }
}
