/** Reads the scores, tone and topics that the service derives from the text of filings. */

import type { Insights } from '#contract/api/financials.ts'
import type { EnhancedRecord } from '#contract/service/fundamentals.ts'
import type { Reader } from '../database/reader-writer.ts'
import { readShownAsOf } from '../ledger/shown-records.ts'
import { getPeriodRecords } from './fundamentals-store.ts'
import { enhancedResource } from './resources.ts'

/**
 * What the service calculates from the filings' text, period by period, latest first. Lite records have none. `asOf`: as known at
 * that moment; null: now.
 */
export function readInsights(db: Reader, symbol: string, asOf: number | null): Insights[] {
  return readShownAsOf(db, enhancedResource, getPeriodRecords(db, symbol, 'enhanced'), asOf)
    .flatMap(({ id, record }) => (hasInsights(record) ? [insightsOf(id, record)] : []))
    .toReversed()
}

function hasInsights(record: EnhancedRecord): boolean {
  return Boolean(record.risk_factors ?? record.mdna ?? record.litigation_mentions)
}

function insightsOf(recordId: number, record: EnhancedRecord): Insights {
  const { risk_factors: risks, mdna, litigation_mentions: litigation } = record
  const worst = risks?.most_negative_risk
  return {
    recordId,
    quarter: record.Quarter ?? '',
    year: record.Year ?? 0,
    endPeriod: record.EndPeriod ?? '',
    riskFactors: risks
      ? {
          count: risks.count ?? null,
          topThemes: risks.top_themes ?? [],
          averageSentiment: risks.average_sentiment_score ?? null,
          mostNegative: worst?.heading ? { heading: worst.heading, sentiment: worst.sentiment ?? null } : null,
        }
      : null,
    mdna: mdna
      ? {
          forwardLookingTerms: mdna.forward_looking_term_count ?? null,
          forwardToHistorical: mdna.forward_to_historical_ratio ?? null,
          tone: mdna.tone_score ?? null,
          keyTopics: mdna.key_topics ?? [],
        }
      : null,
    litigation: litigation
      ? { count: litigation.count ?? null, recentHeadings: litigation.recent_headings ?? [] }
      : null,
  }
}
