/** Generates further securities, so that the sample search has as many as a real service. */

import names from '../../../resources/sample/security-names.json' with { type: 'json' }
import type { Random } from '../data/random.ts'
import { randomFor } from '../data/random.ts'
import type { ExchangeSeed, IndustrySeed } from '../data/seeds.ts'
import { companySeeds, exchangeOf, exchanges, industries, inventedMark } from '../data/seeds.ts'
import { cusipOf, isinOf, issuerCode, madeFigi, permIdOf } from './identifiers.ts'
import type { SecurityWire } from './wire.ts'

/** An invented issuer, of whom one or several securities are listed. */
interface Issuer {
  readonly ordinal: number
  readonly name: string
  readonly symbol: string
  readonly home: ExchangeSeed
  readonly industry: IndustrySeed | undefined
  readonly marketValue: number
}

type SecurityKind = 'Common Stock' | 'ADR' | 'ETP' | 'Preferred'
const wireKinds: Record<SecurityKind, { type: string; type2: string; short: string }> = {
  'Common Stock': { type: 'Common Stock', type2: 'Common Stock', short: 'CS' },
  ADR: { type: 'ADR', type2: 'Depositary Receipt', short: 'ADRC' },
  ETP: { type: 'ETP', type2: 'Mutual Fund', short: 'ETF' },
  Preferred: { type: 'Preferred', type2: 'Preference', short: 'PFD' },
}

/** @param wanted how many securities; issuer after issuer is invented until there are so many */
export function madeSecurities(wanted: number): SecurityWire[] {
  const random = randomFor('made securities')
  const taken = new Set(companySeeds.map((each) => each.symbol))
  const securities: SecurityWire[] = []
  for (let ordinal = 0; securities.length < wanted; ordinal++) {
    const issuer = madeIssuer(ordinal, random, taken)
    for (const [kind, mic] of listingsOf(issuer, random)) {
      if (securities.length === wanted) break
      securities.push(madeSecurity(issuer, kind, exchangeOf(mic), securities.length, random))
    }
  }
  return securities
}

function madeIssuer(ordinal: number, random: Random, taken: Set<string>): Issuer {
  const fund = random.chance(0.12)
  const home = weighted(random)
  const industry = fund ? undefined : random.pick(industries)
  const start = random.pick(names.starts) + random.pick(names.ends)
  const name = industry
    ? `${start} ${random.pick(industry.nouns)}`
    : `${random.pick(names.funds.families)} ${random.pick(names.funds.themes)} ${random.pick(names.funds.forms)}`
  const letters = name.toUpperCase().replaceAll(/[^A-Z]/g, '')
  let symbol = fund ? initials(name) : letters.slice(0, 4)
  for (let tries = 0; taken.has(symbol) || symbol.length < 3; tries++) {
    symbol = `${letters.charAt(0)}${letters.charAt(1 + random.whole(0, 3))}${letters.charAt(4 + random.whole(0, letters.length - 5))}${String.fromCharCode(65 + random.whole(0, 25))}`
    if (tries > 20) symbol += String.fromCharCode(65 + random.whole(0, 25))
  }
  taken.add(symbol)
  // many small companies and few large ones
  return { ordinal, name, symbol, home, industry, marketValue: Math.round(4e7 * 10 ** (3.4 * random.next() ** 1.6)) }
}

const initials = (name: string) =>
  name
    .split(' ')
    .map((word) => word.charAt(0))
    .join('')
    .slice(0, 4)
    .toUpperCase()

function weighted(random: Random): ExchangeSeed {
  let left = random.next() * exchanges.reduce((sum, each) => sum + each.weight, 0)
  return exchanges.find((each) => (left -= each.weight) < 0) ?? exchangeOf('XNAS')
}

function listingsOf(issuer: Issuer, random: Random): (readonly [SecurityKind, string])[] {
  const { home } = issuer
  if (issuer.industry === undefined) {
    const places = home.country === 'US' ? ['ARCX'] : ['XLON', 'XETR', home.mic]
    return [...new Set(places)].map((mic) => ['ETP', mic] as const)
  }
  const listings: (readonly [SecurityKind, string])[] = [['Common Stock', home.mic]]
  if (home.country !== 'US' && random.chance(0.45)) listings.push(['ADR', random.pick(['XNYS', 'XNAS'])])
  if (random.chance(0.5) && home.mic !== 'XFRA') listings.push(['Common Stock', 'XFRA'])
  if (random.chance(0.3) && home.mic !== 'XLON') listings.push(['Common Stock', 'XLON'])
  if (issuer.industry.sector === 'Financials' && random.chance(0.6)) listings.push(['Preferred', home.mic])
  return listings
}

function madeSecurity(
  issuer: Issuer,
  kind: SecurityKind,
  place: ExchangeSeed,
  ordinal: number,
  random: Random,
): SecurityWire {
  const { industry, home } = issuer
  const wireKind = wireKinds[kind]
  const issue = { 'Common Stock': '10', ADR: '2R', ETP: '10', Preferred: '8P' }[kind]
  const suffix = { 'Common Stock': '', ADR: 'Y', ETP: '', Preferred: '.PRA' }[kind]
  const symbol = issuer.symbol + suffix
  const cusip = cusipOf(issuerCode(issuer.ordinal), issue)
  const american = home.country === 'US' || home.country === 'CA' || kind === 'ADR'
  const country = kind === 'ADR' ? 'US' : home.country
  const figi = madeFigi(ordinal * 3)
  const active = !random.chance(0.02)
  const day = String(random.whole(1, 28)).padStart(2, '0')
  const full = random.chance(0.35)
  const price = 4 + 160 * random.next() ** 2
  const shares = Math.round(issuer.marketValue / price / 1000) * 1000
  return {
    ...(industry && {
      'classification.gics': industry.name,
      'classification.gics_code': industry.gics,
      'classification.sic_code': american ? industry.sic : null,
      'classification.sic_description': american ? industry.sicName : null,
    }),
    'classification.market_sector': 'Equity',
    'classification.security_description': symbol,
    'classification.security_type': wireKind.type,
    'classification.security_type2': wireKind.type2,
    ...(full && {
      'company_info.address.address1': `${random.whole(1, 240)} ${random.pick(names.streets)}`,
      'company_info.address.city': random.pick(names.starts) + random.pick(names.ends),
      'company_info.address.postal_code': '',
      'company_info.address.state': '',
      'company_info.description': inventedMark,
      'company_info.homepage_url': '',
      'company_info.list_date': `${random.whole(1975, 2024)}-0${random.whole(1, 9)}-${day}`,
      'company_info.phone_number': '',
      'company_info.total_employees': kind === 'ETP' ? null : random.whole(40, 38_000),
    }),
    'exchange_info.exchange_country': place.country,
    'exchange_info.exchange_name': place.name,
    'exchange_info.mic_code': place.mic,
    'exchange_info.openfigi_exchange_code': place.openfigi,
    'exchange_info.openfigi_ticker': symbol,
    'exchange_info.refinitiv_exchange_code': place.refinitiv,
    'exchange_info.refinitiv_exchange_name': place.refinitivName,
    'financials.market_cap': kind === 'Preferred' ? null : issuer.marketValue,
    'financials.round_lot': place.lot,
    'financials.share_class_shares_outstanding': full ? shares : null,
    'financials.weighted_shares_outstanding': full ? shares : null,
    'identifiers.cik': american && full ? String(9_200_000 + issuer.ordinal).padStart(10, '0') : null,
    'identifiers.cusip': american ? cusip : null,
    'identifiers.figi': figi,
    'identifiers.figi_composite': place.mic === home.mic ? madeFigi(ordinal * 3 + 1) : figi,
    'identifiers.figi_share_class': madeFigi(20_000 + issuer.ordinal * 4 + ['10', '2R', '8P'].indexOf(issue)),
    'identifiers.isin': isinOf(country, cusip),
    'identifiers.opol': kind === 'ADR' ? place.mic : home.mic,
    'identifiers.permid': permIdOf(`made/${ordinal}`),
    'identifiers.ric': `${symbol.replace('.PRA', '_pa')}.${place.ric}`,
    'ticker_meta.active': active,
    'ticker_meta.currency_name': place.currency,
    'ticker_meta.last_updated_utc': '2026-11-20T00:00:00Z',
    'ticker_meta.locale': place.locale,
    'ticker_meta.market': 'stocks',
    'ticker_meta.primary_exchange': home.mic,
    'ticker_meta.ticker': symbol,
    'ticker_meta.ticker_root': issuer.symbol,
    'ticker_meta.type': wireKind.short,
    id: `${figi}_${place.openfigi}`,
    isin_history: null,
    name: kind === 'ADR' ? `${issuer.name} ADR` : kind === 'Preferred' ? `${issuer.name} Pref A` : issuer.name,
    status: active ? 'ACTIVE' : 'DELISTED',
    symbol,
    created_at: `2021-0${random.whole(1, 9)}-${day}T05:00:00Z`,
    updated_at: `2026-11-${day}T04:30:00Z`.replace(/-11-(2[1-8])/, '-10-$1'),
  }
}
