/**
 * Schemas of the service's two fundamentals operations: an enhanced record and a lite record, and
 * the parameters of both.
 */

import { z } from 'zod'
import { integer, number, open, text, texts } from './scalars.ts'
import { statementLines } from './statement-lines.ts'

const quarters = ['Q1', 'Q2', 'Q3', 'Q4', 'FY'] as const
const quarter = open(quarters)

/** Every statement line is a number, and may be null or absent. */
const lines = Object.fromEntries(statementLines.map((each) => [each.field, number])) as Record<string, typeof number>

/** Enhanced only. Units are not shown in docs/interface.md: see `metricLines`. */
const derivedMetrics = {
  pe_ratio: number,
  price_to_book: number,
  debt_to_equity: number,
  return_on_assets: number,
  return_on_equity: number,
  revenue_per_employee: number,
  roic: number,
  fcf_yield: number,
  working_capital_days: z.looseObject({ dso: number, dio: number, dpo: number }).nullish(),
}

/** Enhanced only: what the service calculates from the filing's text. Scales of the scores are not shown. */
const textInsights = {
  risk_factors: z
    .looseObject({
      count: integer,
      top_themes: texts,
      average_sentiment_score: number,
      most_negative_risk: z.looseObject({ heading: text, sentiment: number }).nullish(),
    })
    .nullish(),
  mdna: z
    .looseObject({
      forward_looking_term_count: integer,
      forward_to_historical_ratio: number,
      tone_score: number,
      key_topics: texts,
    })
    .nullish(),
  litigation_mentions: z.looseObject({ count: integer, recent_headings: texts }).nullish(),
}

export const enhancedRecord = z.looseObject({
  symbol: text,
  cik: text.describe('zero-padded to 10 characters'),
  EndPeriod: text.describe('YYYY-MM-DD, end of the period'),
  Quarter: quarter.nullish(),
  Year: integer.describe('fiscal year'),
  ...lines,
  ...derivedMetrics,
  ...textInsights,
  created_at: text.describe('UTC'),
  updated_at: text.describe('UTC'),
})
export type EnhancedRecord = z.infer<typeof enhancedRecord>

/** The statements alone; the symbol travels as `ticker`. */
export const liteRecord = z.looseObject({
  ticker: text,
  EndPeriod: text.describe('YYYY-MM-DD, end of the period'),
  Quarter: quarter.nullish(),
  Year: integer.describe('fiscal year'),
  ...lines,
})
export type LiteRecord = z.infer<typeof liteRecord>

export const enhancedParameters = z.strictObject({
  symbol: z.string().min(1),
  fiscal_year: z.int().optional(),
  fiscal_period: quarter.optional(),
  page: z.int().min(1).optional(),
  page_size: z.int().min(1).optional().describe('service default 10; largest: not shown'),
})

/** Not shown: which are required, and how to pass several symbols. Each request is for one symbol. */
export const liteParameters = z.strictObject({
  symbol: z.string().min(1).optional(),
  fiscal_year: z.int().optional(),
  fiscal_period: quarter.optional(),
  page: z.int().min(1).optional(),
  page_size: z.int().min(1).optional().describe('service default and largest: not shown'),
})
