import type { Reader } from '../database/reader-writer.ts'

/** Those of some companies of whose statements something came after a moment, ms UTC. */
export function getChangedCompanies(db: Reader, symbols: readonly string[], since: number): string[] {
  return db
    .all<{ symbol: string }>(
      `SELECT DISTINCT period.symbol FROM json_each(@symbols) AS wanted
       CROSS JOIN fundamental_period AS period ON period.symbol = wanted.value
       JOIN ledger_revision AS revision ON revision.record_id = period.record_id AND revision.known_from > @since`,
      { symbols: JSON.stringify(symbols), since },
    )
    .map(({ symbol }) => symbol)
}

/** Sentiments of the summaries of a call and of the company's calls before it that have one, newest first; so many at most. */
export function getSentimentsUpTo(db: Reader, callId: string, most: number): number[] {
  return db
    .all<{ sentiment: number }>(
      `SELECT document.sentiment FROM call AS latest
       JOIN call ON call.symbol = latest.symbol
         AND (call.call_id = latest.call_id OR call.started_at < latest.started_at)
       JOIN document ON document.call_id = call.call_id AND document.kind = 'summary' AND document.sentiment IS NOT NULL
       WHERE latest.call_id = @callId AND EXISTS (SELECT 1 FROM document AS own
         WHERE own.call_id = @callId AND own.kind = 'summary' AND own.sentiment IS NOT NULL)
       GROUP BY call.call_id ORDER BY call.call_id = @callId DESC, call.started_at DESC LIMIT @most`,
      { callId, most },
    )
    .map(({ sentiment }) => sentiment)
}
