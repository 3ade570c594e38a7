/** Groups, labels and order of the fields in a security record. */

import type { SecurityRecord } from '#contract/service/securities.ts'
import { securityGroups } from '#contract/service/security-fields.ts'
import { formatInstant, formatLongDay, readStamp } from '../../format/dates.ts'
import { absent } from '../../format/figures.ts'
import { formatNumber } from '../../format/counts.ts'

interface ProfileField {
  /** The record's key, as the service spells it. */
  readonly key: string
  readonly label: string
  readonly text: string
  /** `identifier`: in mono, copied with a click. `link`: opened outside. `prose`: a paragraph. */
  readonly kind: 'text' | 'identifier' | 'link' | 'prose' | 'absent'
}

export interface ProfileGroup {
  readonly name: string
  readonly fields: readonly ProfileField[]
}

const groupNames: Readonly<Record<keyof typeof securityGroups, string>> = {
  classification: 'Classification',
  company_info: 'Company',
  exchange_info: 'Exchange',
  financials: 'Financials',
  identifiers: 'Identifiers',
  ticker_meta: 'Ticker',
}

const labels: Readonly<Record<string, string>> = {
  'classification.gics': 'GICS',
  'classification.gics_code': 'GICS code',
  'classification.market_sector': 'Market sector',
  'classification.security_description': 'Security description',
  'classification.security_type': 'Security type',
  'classification.security_type2': 'Security type 2',
  'classification.sic_code': 'SIC code',
  'classification.sic_description': 'SIC description',
  'company_info.address.address1': 'Address',
  'company_info.address.city': 'City',
  'company_info.address.postal_code': 'Postal code',
  'company_info.address.state': 'State',
  'company_info.description': 'Description',
  'company_info.homepage_url': 'Homepage',
  'company_info.list_date': 'Listed',
  'company_info.phone_number': 'Telephone',
  'company_info.total_employees': 'Employees',
  'exchange_info.exchange_country': 'Country',
  'exchange_info.exchange_name': 'Exchange',
  'exchange_info.mic_code': 'MIC',
  'exchange_info.openfigi_exchange_code': 'OpenFIGI exchange',
  'exchange_info.openfigi_ticker': 'OpenFIGI ticker',
  'exchange_info.refinitiv_exchange_code': 'Refinitiv exchange',
  'exchange_info.refinitiv_exchange_name': 'Refinitiv exchange name',
  'financials.market_cap': 'Market capitalization',
  'financials.round_lot': 'Round lot',
  'financials.share_class_shares_outstanding': 'Shares outstanding, class',
  'financials.weighted_shares_outstanding': 'Shares outstanding, weighted',
  'identifiers.cik': 'CIK',
  'identifiers.cusip': 'CUSIP',
  'identifiers.figi': 'FIGI',
  'identifiers.figi_composite': 'FIGI, composite',
  'identifiers.figi_share_class': 'FIGI, share class',
  'identifiers.isin': 'ISIN',
  'identifiers.opol': 'Operating MIC (OPOL)',
  'identifiers.permid': 'PermID',
  'identifiers.ric': 'RIC',
  'ticker_meta.active': 'Active',
  'ticker_meta.currency_name': 'Currency',
  'ticker_meta.last_updated_utc': 'Ticker updated',
  'ticker_meta.locale': 'Locale',
  'ticker_meta.market': 'Market',
  'ticker_meta.primary_exchange': 'Primary exchange',
  'ticker_meta.ticker': 'Ticker',
  'ticker_meta.ticker_root': 'Ticker root',
  'ticker_meta.type': 'Type',
  name: 'Name',
  symbol: 'Symbol',
  status: 'Status',
  id: 'Record ID',
  isin_history: 'Previous ISINs',
  created_at: 'Record created',
  updated_at: 'Record updated',
}

const ownKeys = ['name', 'symbol', 'status', 'id', 'isin_history', 'created_at', 'updated_at']
const identifierKeys = new Set<string>([
  ...securityGroups.identifiers,
  'id',
  'symbol',
  'classification.gics_code',
  'classification.sic_code',
  'exchange_info.mic_code',
])

const stampKeys = new Set(['created_at', 'updated_at', 'ticker_meta.last_updated_utc'])

/** Every field of the record in the interface's groups and order; unknown ones are at the end under their own names. */
export function profileGroups(record: SecurityRecord): readonly ProfileGroup[] {
  const grouped = Object.entries(securityGroups).map(([group, keys]) => ({
    name: groupNames[group as keyof typeof securityGroups],
    fields: keys.map((key) => fieldOf(key, record[key])),
  }))
  const known = new Set<string>([...ownKeys, ...Object.values(securityGroups).flat()])
  const others = Object.keys(record).filter((key) => !known.has(key))
  return [
    { name: 'Security', fields: ownKeys.map((key) => fieldOf(key, record[key])) },
    ...grouped,
    ...(others.length > 0 ? [{ name: 'Other fields', fields: others.map((key) => fieldOf(key, record[key])) }] : []),
  ]
}

function fieldOf(key: string, value: unknown): ProfileField {
  const text = textOf(key, value)
  const label = labels[key] ?? key
  if (text === '') return { key, label, text: absent, kind: 'absent' }
  return { key, label, text, kind: kindOf(key) }
}

function kindOf(key: string): ProfileField['kind'] {
  if (identifierKeys.has(key)) return 'identifier'
  if (key === 'company_info.homepage_url') return 'link'
  return key === 'company_info.description' ? 'prose' : 'text'
}

function textOf(key: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value !== 'string') return JSON.stringify(value)
  if (key === 'company_info.list_date') return formatLongDay(value)
  const instant = stampKeys.has(key) ? readStamp(value) : null
  return instant === null ? value : formatInstant(instant)
}
