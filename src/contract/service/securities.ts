/** Schemas of the service's securities search: a security, and the parameters. */

import { z } from 'zod'
import { flag, integer, open, text } from './scalars.ts'
import { searchTypes, securityGroups } from './security-fields.ts'

export { searchTypes, securityGroups, type SearchType } from './security-fields.ts'

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

/** One security as the service sends it. */
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

/** The names of the query parameters and paging are not shown: a workspace stores the names, see `contract/api/workspaces`. */
export const securitiesParameters = z.strictObject({
  query: z.string().min(1),
  type: z.enum(searchTypes),
  page: z.int().min(1).optional(),
})
export type SecuritiesParameters = z.infer<typeof securitiesParameters>
