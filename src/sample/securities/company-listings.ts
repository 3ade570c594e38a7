/** Generates the listings of the sample companies. */

import { randomFor } from '../data/random.ts'
import type { CompanySeed } from '../data/seeds.ts'
import { companySeeds, exchangeOf, industryOf, inventedMark } from '../data/seeds.ts'
import { cikOf } from '../statements/records.ts'
import { companyFigi, cusipOf, isinOf, permIdOf } from './identifiers.ts'
import type { SecurityWire } from './wire.ts'

/** The places of a company's second and third listings, by that of its first. */
const otherPlaces: Readonly<Record<string, readonly string[]>> = {
  XNAS: ['XFRA', 'XTSE'],
  XNYS: ['XFRA', 'XLON'],
  XLON: ['XETR', 'XNYS'],
  XETR: ['XLON', 'XSWX'],
  XTSE: ['XNYS', 'XFRA'],
  XSTO: ['XETR', 'XLON'],
  XTKS: ['XFRA', 'XNYS'],
}

/** A company's securities: the first listing with every field, then its listings elsewhere (in New York as a depositary receipt). */
export function companyListings(seed: CompanySeed): SecurityWire[] {
  const random = randomFor('listings', seed.symbol)
  const places = [seed.exchange, ...(otherPlaces[seed.exchange] ?? []).slice(0, random.whole(1, 2))]
  return places.map((mic, at) => listing(seed, mic, at))
}

/** The facts of a company's first listing that calls, ratings and news repeat. */
export function firstListing(seed: CompanySeed): SecurityWire {
  return listing(seed, seed.exchange, 0)
}

/** Symbols abroad: Tokyo has numbers, Frankfurt a letter less; New York adds Y to a foreign company's receipt. */
function symbolAt(seed: CompanySeed, mic: string, receipt: boolean): string {
  if (mic === 'XTKS') return String(9000 + companySeeds.indexOf(seed) * 7)
  if (receipt) return `${seed.symbol}Y`
  return mic === 'XFRA' || mic === 'XETR' ? `${seed.symbol.slice(0, 3)}1` : seed.symbol
}

function listing(seed: CompanySeed, mic: string, at: number): SecurityWire {
  const place = exchangeOf(mic)
  const home = exchangeOf(seed.exchange)
  const industry = industryOf(seed.gics)
  const receipt = at > 0 && place.country === 'US' && home.country !== 'US'
  const symbol = at === 0 ? seed.symbol : symbolAt(seed, mic, receipt)
  const shares = Math.round(seed.sharesMillions * 1_000_000)
  const cusip = receipt ? cusipOf(seed.symbol, '2R') : cusipOf(seed.symbol, '10')
  const figi = companyFigi(seed.symbol, 'listing', at)
  const american = home.country === 'US' || home.country === 'CA'
  return {
    'classification.gics': industry.name,
    'classification.gics_code': seed.gics,
    'classification.market_sector': 'Equity',
    'classification.security_description': symbol,
    'classification.security_type': receipt ? 'ADR' : seed.gics.startsWith('6010') ? 'REIT' : 'Common Stock',
    'classification.security_type2': receipt ? 'Depositary Receipt' : 'Common Stock',
    'classification.sic_code': industry.sic,
    'classification.sic_description': industry.sicName,
    'company_info.address.address1': seed.address.street,
    'company_info.address.city': seed.address.city,
    'company_info.address.postal_code': seed.address.postalCode,
    'company_info.address.state': seed.address.state,
    'company_info.description': `${seed.about} ${inventedMark}`,
    'company_info.homepage_url': `https://www.${seed.name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.example`,
    'company_info.list_date': at === 0 ? seed.listed : `${Number(seed.listed.slice(0, 4)) + 3 + at}-03-15`,
    'company_info.phone_number': `+1 555 01${String(companySeeds.indexOf(seed)).padStart(2, '0')}`,
    'company_info.total_employees': seed.employees,
    'exchange_info.exchange_country': place.country,
    'exchange_info.exchange_name': place.name,
    'exchange_info.mic_code': place.mic,
    'exchange_info.openfigi_exchange_code': place.openfigi,
    'exchange_info.openfigi_ticker': symbol,
    'exchange_info.refinitiv_exchange_code': place.refinitiv,
    'exchange_info.refinitiv_exchange_name': place.refinitivName,
    'financials.market_cap': Math.round(shares * seed.price),
    'financials.round_lot': place.lot,
    'financials.share_class_shares_outstanding': shares,
    'financials.weighted_shares_outstanding': Math.round(shares * 1.004),
    'identifiers.cik': cikOf(seed),
    'identifiers.cusip': american || receipt ? cusip : null,
    'identifiers.figi': figi,
    'identifiers.figi_composite': companyFigi(seed.symbol, 'composite', at),
    'identifiers.figi_share_class': companyFigi(seed.symbol, 'share-class'),
    'identifiers.isin': receipt ? isinOf('US', cusip) : isinOf(home.country, cusip),
    'identifiers.opol': seed.exchange,
    'identifiers.permid': permIdOf(`${seed.symbol}/${at}`),
    'identifiers.ric': `${symbol}.${place.ric}`,
    'ticker_meta.active': true,
    'ticker_meta.currency_name': place.currency,
    'ticker_meta.last_updated_utc': '2026-11-20T00:00:00Z',
    'ticker_meta.locale': place.locale,
    'ticker_meta.market': 'stocks',
    'ticker_meta.primary_exchange': seed.exchange,
    'ticker_meta.ticker': symbol,
    'ticker_meta.ticker_root': seed.symbol,
    'ticker_meta.type': receipt ? 'ADRC' : 'CS',
    id: `${figi}_${place.openfigi}`,
    isin_history: seed.symbol === 'MRFL' && at === 0 ? [isinOf('US', cusipOf('MRF0', '10'))] : null,
    name: receipt ? `${seed.name} ADR` : seed.name,
    status: 'ACTIVE',
    symbol,
    created_at: '2019-04-02T06:11:40Z',
    updated_at: `2026-11-${String(randomFor('security', seed.symbol, at).whole(1, 20)).padStart(2, '0')}T04:30:00Z`,
  }
}
