/** A securities search record as docs/interface.md has it: flat, dotted keys. Keys that are not known are left out or null. */
export interface SecurityWire {
  'classification.gics'?: string | null
  'classification.gics_code'?: string | null
  'classification.market_sector'?: string
  'classification.security_description'?: string
  'classification.security_type'?: string
  'classification.security_type2'?: string
  'classification.sic_code'?: string | null
  'classification.sic_description'?: string | null
  'company_info.address.address1'?: string
  'company_info.address.city'?: string
  'company_info.address.postal_code'?: string
  'company_info.address.state'?: string
  'company_info.description'?: string
  'company_info.homepage_url'?: string
  'company_info.list_date'?: string
  'company_info.phone_number'?: string
  'company_info.total_employees'?: number | null
  'exchange_info.exchange_country': string
  'exchange_info.exchange_name': string
  'exchange_info.mic_code': string
  'exchange_info.openfigi_exchange_code': string
  'exchange_info.openfigi_ticker': string
  'exchange_info.refinitiv_exchange_code': string
  'exchange_info.refinitiv_exchange_name': string
  'financials.market_cap'?: number | null
  'financials.round_lot'?: number
  'financials.share_class_shares_outstanding'?: number | null
  'financials.weighted_shares_outstanding'?: number | null
  'identifiers.cik'?: string | null
  'identifiers.cusip'?: string | null
  'identifiers.figi': string
  'identifiers.figi_composite': string
  'identifiers.figi_share_class': string
  'identifiers.isin': string
  'identifiers.opol': string
  'identifiers.permid': string
  'identifiers.ric': string
  'ticker_meta.active': boolean
  'ticker_meta.currency_name': string
  'ticker_meta.last_updated_utc': string
  'ticker_meta.locale': string
  'ticker_meta.market': string
  'ticker_meta.primary_exchange': string
  'ticker_meta.ticker': string
  'ticker_meta.ticker_root': string
  'ticker_meta.type': string
  id: string
  isin_history: string[] | null
  name: string
  status: string
  symbol: string
  created_at: string
  updated_at: string
}

/** The eleven search types of docs/interface.md: each is the key that is searched. */
export const searchableKeys = [
  'symbol',
  'identifiers.figi',
  'identifiers.figi_composite',
  'identifiers.figi_share_class',
  'identifiers.isin',
  'identifiers.opol',
  'identifiers.cusip',
  'identifiers.cik',
  'exchange_info.mic_code',
  'exchange_info.exchange_country',
  'classification.gics_code',
] as const
export type SearchableKey = (typeof searchableKeys)[number]
