/**
 * The types of a securities search, and the fields of a security by group, without the schema library: the window reads them too.
 */

export const searchTypes = [
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
export type SearchType = (typeof searchTypes)[number]

/** Keys are flat: the dots are part of the key. Grouped as docs/interface.md groups them, which is the order of the Profile tab. */
export const securityGroups = {
  classification: [
    'classification.gics',
    'classification.gics_code',
    'classification.market_sector',
    'classification.security_description',
    'classification.security_type',
    'classification.security_type2',
    'classification.sic_code',
    'classification.sic_description',
  ],
  company_info: [
    'company_info.address.address1',
    'company_info.address.city',
    'company_info.address.postal_code',
    'company_info.address.state',
    'company_info.description',
    'company_info.homepage_url',
    'company_info.list_date',
    'company_info.phone_number',
    'company_info.total_employees',
  ],
  exchange_info: [
    'exchange_info.exchange_country',
    'exchange_info.exchange_name',
    'exchange_info.mic_code',
    'exchange_info.openfigi_exchange_code',
    'exchange_info.openfigi_ticker',
    'exchange_info.refinitiv_exchange_code',
    'exchange_info.refinitiv_exchange_name',
  ],
  financials: [
    'financials.market_cap',
    'financials.round_lot',
    'financials.share_class_shares_outstanding',
    'financials.weighted_shares_outstanding',
  ],
  identifiers: [
    'identifiers.cik',
    'identifiers.cusip',
    'identifiers.figi',
    'identifiers.figi_composite',
    'identifiers.figi_share_class',
    'identifiers.isin',
    'identifiers.opol',
    'identifiers.permid',
    'identifiers.ric',
  ],
  ticker_meta: [
    'ticker_meta.active',
    'ticker_meta.currency_name',
    'ticker_meta.last_updated_utc',
    'ticker_meta.locale',
    'ticker_meta.market',
    'ticker_meta.primary_exchange',
    'ticker_meta.ticker',
    'ticker_meta.ticker_root',
    'ticker_meta.type',
  ],
} as const
