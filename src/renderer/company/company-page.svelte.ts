/**
 * The state of a company's page in one tab, which its views share: the security, the as-of date,
 * the refresh.
 */

import type { ApiOutputs } from '#contract/api/api.ts'
import type { Changes } from '../core-client/changes.ts'
import type { Core } from '../core-client/client.ts'
import { Query, reactiveQuery } from '../core-client/query.svelte.ts'
import { sourceTargetAt } from './financials/source-target.ts'
import { FinancialsTable, type FinancialsTableDependencies } from './financials/financials-table.svelte.ts'
import { oneLine } from '../format/one-line.ts'
import { SourceView } from '../app/source/source-view.svelte.ts'

type Profile = ApiOutputs['securities']['profile']
type Insights = ApiOutputs['financials']['insights']

interface CompanyPageDependencies extends FinancialsTableDependencies {
  readonly core: Pick<Core, 'financials' | 'source' | 'securities'>
  readonly changes: Pick<Changes, 'listen'>
  /** The time, in ms since 1970, whose stored figures are shown; null: now. */
  readonly asOf: () => number | null
  /** Insights are shown, or were shown before. */
  readonly showsInsights: () => boolean
}

export class CompanyPage {
  readonly symbol: string
  readonly table: FinancialsTable
  readonly source: SourceView
  readonly profile: Query<Profile>
  readonly insights: Query<Insights>
  readonly #core: CompanyPageDependencies['core']
  /** The service's id of the listing that the profile shows; undefined: the best one for the symbol. */
  #listing: string | undefined

  constructor(symbol: string, dependencies: CompanyPageDependencies) {
    const { core, changes, preferences, asOf, showsInsights } = dependencies
    this.symbol = symbol
    this.#core = core
    this.table = new FinancialsTable(symbol, dependencies)
    this.source = new SourceView({
      core,
      changes,
      symbol,
      asOf,
      adjustSplits: () => preferences.now.adjustSplits,
      active: () => sourceTargetAt(this.table, this.table.grid.active),
    })
    this.profile = new Query<Profile>(changes, { reloadOn: ['securities'] })
    this.insights = reactiveQuery(
      changes,
      core.financials.insights,
      () => {
        if (!showsInsights()) return null
        const then = asOf()
        return { symbol, ...(then !== null && { asOf: then }) }
      },
      { reloadOn: (announcement) => announcement.kind === 'fundamentals' && announcement.symbol === symbol },
    )
  }

  close(): void {
    this.table.close()
    this.profile.close()
  }

  /** The company's name; its symbol until the security record has arrived. */
  get name(): string {
    const name = this.profile.result?.record.name
    return typeof name === 'string' && name.trim() !== '' ? oneLine(name) : this.symbol
  }

  get figi(): string {
    const figi = this.profile.result?.record['identifiers.figi']
    return typeof figi === 'string' ? figi : ''
  }

  async open(asOf: number | null): Promise<void> {
    await Promise.all([this.table.open(asOf), this.#readProfile()])
  }

  /** Fetches the company again: its statements and its security record. */
  async refresh(): Promise<void> {
    await Promise.all([this.table.refresh(), this.fetchProfile()])
  }

  chooseListing(id: string): void {
    this.#listing = id
    void this.#requestProfile()
  }

  /** Searches the service for the symbol's listings; the record is read again from the library. */
  async fetchProfile(): Promise<void> {
    const query = { query: this.symbol, type: 'symbol' as const, limit: 20, freshness: 'service' as const }
    try {
      await this.#core.securities.find(query)
    } catch {
      // The profile shows that it is missing; the failure is in the status bar.
    }
    await this.profile.reload()
  }

  /** A company can be opened by its symbol alone; its record is then requested once. */
  async #readProfile(): Promise<void> {
    await this.#requestProfile()
    if (this.profile.failure?.kind === 'not-in-library') await this.fetchProfile()
  }

  #requestProfile(): Promise<void> {
    const id = this.#listing
    const request = id === undefined ? { symbol: this.symbol } : { id }
    return this.profile.run((signal) => this.#core.securities.profile(request, { signal }))
  }
}
