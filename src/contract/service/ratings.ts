/** Schemas of the service's ratings operation: a rating, and the parameters. */

import { z } from 'zod'
import { flag, integer, open, text } from './scalars.ts'

export const ratingRecord = z.looseObject({
  id: integer,
  firm: text.describe('lower-case firm identifier'),
  ticker: text,
  exchange: text,
  company: text,
  action: open(['Downgrades', 'Upgrades']).nullish().describe('full list not shown'),
  rating: text,
  price_target: text.describe('decimal text, or text with a currency prefix'),
  story: text,
  is_rating: flag,
  created_at: text.describe('UTC, microseconds'),
  updated_at: text.describe('UTC, microseconds'),
})
export type RatingRecord = z.infer<typeof ratingRecord>

/** YYYY-MM-DD HH:MM:SS, with a space: not the calls list's form. */
const ratingTime = z
  .string()
  .length(19)
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)

export const ratingsParameters = z.strictObject({
  id: z.string().optional(),
  exchange: z.string().optional(),
  company: z.string().optional(),
  firm: z.string().optional(),
  symbol: z.string().optional(),
  from: ratingTime.optional(),
  to: ratingTime.optional(),
  page: z.string().optional().describe('service default 1'),
  page_size: z.string().optional().describe('service default 10'),
})
export type RatingsParameters = z.infer<typeof ratingsParameters>
