/** Schemas of the service's news operation: an item and its securities, and the parameters. */

import { z } from 'zod'
import { flag, integer, open, text } from './scalars.ts'

export const newsSecurity = z.looseObject({
  figi: text,
  name: text,
  MIC: text,
  exchcode: text,
  ticker: text,
  compositefigi: text,
  securitytype: text,
  marketsector: text,
  shareclassfigi: text,
})

/** One news item as the service sends it. */
export const newsItem = z.looseObject({
  id: integer,
  news_id: text.describe('UUID'),
  headline: text,
  catalyst: text,
  catalyst_created: flag,
  type: open(['gainers', 'losers']).nullish(),
  ticker: text,
  share_class_figi: text,
  logo_exists: flag,
  logo_thumbnail_url: text,
  on_all_tickers: flag,
  on_entities: flag,
  associated_press_releases: z.array(z.int()).nullish(),
  associated_ratings: z.array(z.unknown()).nullish().describe('what the elements are is not shown'),
  associated_transcripts: z.array(z.unknown()).nullish().describe('what the elements are is not shown'),
  securities: z.array(newsSecurity).nullish(),
  created_at: text.describe('UTC'),
  updated_at: text.describe('UTC'),
})
export type NewsItem = z.infer<typeof newsItem>

/** Parameters of the operation `news`. */
export const newsParameters = z.strictObject({
  symbol: z.string().min(1),
  page: z.int().min(1).optional().describe('service default 1'),
  page_size: z.int().min(1).optional().describe('service default 10'),
  share_class_figi: z.string().optional(),
  type: open(['gainers', 'losers']).optional(),
  id: z.int().optional(),
  securities: z.boolean().optional().describe('purpose not shown'),
})
