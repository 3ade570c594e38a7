import type { Component } from 'svelte'
import { lazily, type Lazy } from './lazily.ts'

/** What the calls of a company, on its page, are given. */
export interface CompanyCallsProps {
  readonly symbol: string
  readonly fixed: true
  /** It is on screen. */
  readonly shown: boolean
  readonly now: number
}

export interface CompanyCalls {
  /** Asks the service, as the page's refresh. */
  askNewest(): void
}

/** Parts of one feature that stand in the screen of another. */
export const parts: { readonly companyCalls: Lazy<{ default: Component<CompanyCallsProps, CompanyCalls> }> } = {
  companyCalls: lazily(() => import('../calls/CallsPanel.svelte')),
}
