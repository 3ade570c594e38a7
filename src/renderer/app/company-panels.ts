/**
 * The panels on a company's page that belong to other features: timeline, calls, guidance, ratings
 * and news, loaded on first use.
 */

import type { Component } from 'svelte'
import { lazily, type Lazy } from './lazy-module.ts'

/** Properties of a list on a company's page. */
export interface CompanyListProps {
  readonly symbol: string
  readonly fixed: true
  /** It is on screen. */
  readonly shown: boolean
  readonly now: number
}

export interface CompanyList {
  /** Fetches from the service, as the page's refresh does. */
  fetchLatest(): void
}

/** Parts of one feature that are shown on the screen of another. */
type Part = Lazy<{ default: Component<CompanyListProps, CompanyList> }>
export const companyPanels: { readonly [Name in 'timeline' | 'calls' | 'guidance' | 'ratings' | 'news']: Part } = {
  timeline: lazily(() => import('../timeline/TimelinePanel.svelte')),
  calls: lazily(() => import('../calls/CallsPanel.svelte')),
  guidance: lazily(() => import('../guidance/GuidancePanel.svelte')),
  ratings: lazily(() => import('../ratings-news/CompanyRatingsPanel.svelte')),
  news: lazily(() => import('../ratings-news/CompanyNewsPanel.svelte')),
}
