/**
 * The pages of the window, and which commands are available on each, for Settings and key
 * conflicts.
 */

import { catalog, commandOf, type Command, type CommandId, type ScopeName } from './catalog.ts'

interface CommandPage {
  readonly title: string
  readonly scopes: readonly ScopeName[]
}

/** The pages of the window, each with its commands besides those of the window and the player. */
const ownScopes = {
  home: { title: 'Home', scopes: ['home'] },
  firstStart: { title: 'First start', scopes: ['firstStart'] },
  watchlists: { title: 'Watchlists', scopes: ['watchlists', 'exporting', 'tables'] },
  overview: { title: 'Company overview', scopes: ['company', 'overview', 'tables'] },
  financials: {
    title: 'Financials',
    scopes: ['company', 'financials', 'chartStrip', 'exporting', 'workbookUpdate', 'tables'],
  },
  companyTimeline: { title: 'Company timeline', scopes: ['company', 'timeline', 'exporting'] },
  companyCalls: { title: 'Company calls', scopes: ['company', 'calls', 'exporting'] },
  companyGuidance: { title: 'Company guidance', scopes: ['company', 'guidance', 'exporting', 'tables'] },
  companyRecords: { title: 'Company ratings and news', scopes: ['company', 'records', 'exporting'] },
  companyRestatements: { title: 'Company restatements', scopes: ['company', 'restatements', 'exporting'] },
  companyOther: { title: 'Company profile and insights', scopes: ['company'] },
  call: { title: 'Call reader', scopes: ['callReader'] },
  callComparison: { title: 'Call comparison', scopes: ['callComparison', 'exporting'] },
  calls: { title: 'Calls', scopes: ['calls', 'allCalls', 'exporting'] },
  records: { title: 'Ratings and news', scopes: ['records', 'allRecords', 'exporting'] },
  timeline: { title: 'Watchlist timeline', scopes: ['timeline', 'listTimeline', 'exporting'] },
  compare: {
    title: 'Compare',
    scopes: ['compare', 'comparePicture', 'exporting', 'workbookUpdate', 'tables'],
  },
  compareRestatements: { title: 'Compared restatements', scopes: ['compare', 'restatements', 'exporting'] },
  scatter: { title: 'Scatter', scopes: ['compare', 'scatter', 'exporting', 'workbookUpdate'] },
  screener: { title: 'Screener', scopes: ['screener', 'exporting', 'tables'] },
  search: { title: 'Securities search', scopes: ['securitiesSearch', 'exporting'] },
  hits: { title: 'Transcript search', scopes: ['hits', 'exporting'] },
  terms: { title: 'Term grid', scopes: ['termGrid', 'exporting'] },
  questioners: { title: 'Who asks', scopes: ['questioners', 'exporting'] },
  checks: { title: 'Transcript checks', scopes: ['checks'] },
  alerts: { title: 'Alerts', scopes: ['alerts', 'exporting'] },
  offline: { title: 'Offline downloads', scopes: ['offline', 'offlineItems', 'exporting'] },
  storage: {
    title: 'Storage',
    scopes: ['storageSizes', 'storageBackup', 'storagePublish', 'storagePacks', 'storageCompact', 'exporting'],
  },
  connect: { title: 'Connect', scopes: ['connectCoverage'] },
  other: { title: 'Settings', scopes: [] },
} as const satisfies Readonly<Record<string, CommandPage>>

export type PageName = keyof typeof ownScopes
export const pageNames = Object.keys(ownScopes) as readonly PageName[]

/** On every page. */
const shared: readonly ScopeName[] = ['everywhere', 'player']

export function pageTitle(page: PageName): string {
  return ownScopes[page].title
}

export function commandsOn(page: PageName): readonly Command[] {
  const { scopes }: CommandPage = ownScopes[page]
  return catalog.filter(({ scope }) => shared.includes(scope) || scopes.includes(scope))
}

function pagesOf(scope: ScopeName): readonly PageName[] {
  if (shared.includes(scope)) return pageNames
  return pageNames.filter((page) => (ownScopes[page] as CommandPage).scopes.includes(scope))
}

/** Pages on which both can be available. */
export function sharedPages(one: CommandId, another: CommandId): readonly PageName[] {
  const others = pagesOf(commandOf(another).scope)
  return pagesOf(commandOf(one).scope).filter((page) => others.includes(page))
}
