/** The hand-written data from which sample companies are generated (resources/sample). */

import companies from '../../../resources/sample/companies.json' with { type: 'json' }
import companyEventSeeds from '../../../resources/sample/events.json' with { type: 'json' }
import exchangeSeeds from '../../../resources/sample/exchanges.json' with { type: 'json' }
import industrySeeds from '../../../resources/sample/industries.json' with { type: 'json' }
import pinned from '../../../resources/sample/pinned-quarters.json' with { type: 'json' }
import splits from '../../../resources/sample/splits.json' with { type: 'json' }
import type { FiscalCalendar } from './calendar.ts'

/** The hand-written seeds, as resources/sample keeps them. Their shape is the compiler's reading of the files themselves. */
export type CompanySeed = (typeof companies)[number]
export type CompanyEvent = (typeof companyEventSeeds)[number]
export type PinnedQuarters = (typeof pinned)[number]
export type ShareSplit = (typeof splits)[number]

export const companySeeds: readonly CompanySeed[] = companies
export const companyEvents: readonly CompanyEvent[] = companyEventSeeds
export const pinnedQuarters: readonly PinnedQuarters[] = pinned
/** `quarter`: the first one in the new shares. */
export const shareSplits: readonly ShareSplit[] = splits

export type ExchangeSeed = (typeof exchangeSeeds)[number]
export type IndustrySeed = (typeof industrySeeds)[number]
export const exchanges: readonly ExchangeSeed[] = exchangeSeeds
export const industries: readonly IndustrySeed[] = industrySeeds

/** Ends the description of every company of the sample, so that none is taken for a real one. */
export const inventedMark = 'Invented for the Tearsheet sample.'

/** Throws when a seed names a place that exchanges.json does not have. */
export function exchangeOf(mic: string): ExchangeSeed {
  const exchange = exchanges.find((each) => each.mic === mic)
  if (exchange === undefined) throw new Error(`no exchange ${mic} in exchanges.json`)
  return exchange
}

export function industryOf(gics: string): IndustrySeed {
  const industry = industries.find((each) => each.gics === gics)
  if (industry === undefined) throw new Error(`no industry ${gics} in industries.json`)
  return industry
}

/** The day on which the sample plays: nothing in it is dated later. */
export const sampleToday = '2026-11-21'

export function calendarOf(seed: CompanySeed): FiscalCalendar {
  const { endMonth, ends, namedAfter } = seed.fiscalYear
  if (ends !== 'month-end' && ends !== 'last-saturday' && ends !== 'last-sunday') {
    throw new Error(`${seed.symbol}: a fiscal year cannot end on ${ends}`)
  }
  if (namedAfter !== 'start' && namedAfter !== 'end') {
    throw new Error(`${seed.symbol}: a fiscal year cannot be named after ${namedAfter}`)
  }
  return { endMonth, ends, namedAfter }
}
