import { z } from 'zod'
import { flag, integer, open, text } from './scalars.ts'

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

/** Keys are flat: the dots are part of the key. Grouped as interface.md groups them, which is the order of the Profile tab. */
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

const integers = {
  'company_info.total_employees': integer,
  'financials.market_cap': integer,
  'financials.round_lot': integer,
  'financials.share_class_shares_outstanding': integer,
  'financials.weighted_shares_outstanding': integer,
}
type GroupKey = (typeof securityGroups)[keyof typeof securityGroups][number]
type TextKey = Exclude<GroupKey, keyof typeof integers | 'ticker_meta.active'>
const groupKeys: readonly GroupKey[] = Object.values(securityGroups).flat()
const texts = Object.fromEntries(groupKeys.map((key) => [key, text])) as Record<TextKey, typeof text>

export const securityRecord = z.looseObject({
  ...texts,
  ...integers,
  'ticker_meta.active': flag,
  id: text.describe('a FIGI and an exchange code joined by an underscore'),
  isin_history: z.unknown().optional(),
  name: text,
  status: open(['ACTIVE']).nullish().describe('full list not shown'),
  symbol: text,
  created_at: text,
  updated_at: text,
})
export type SecurityRecord = z.infer<typeof securityRecord>

/** Neither the names of the query parameters nor paging are shown: a workspace carries the names, see `contract/desk/workspaces`. */
export const securitiesParameters = z.strictObject({
  query: z.string().min(1),
  type: z.enum(searchTypes),
  page: z.int().min(1).optional(),
})
export type SecuritiesParameters = z.infer<typeof securitiesParameters>
