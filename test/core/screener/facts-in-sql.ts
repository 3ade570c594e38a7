/**
 * What a company's listing, calls and ratings say, written by hand: of the row `company`, at the moment `@now`; `@day` is the length of a
 * day. Null where it is not stored.
 */

const sectorOf = (symbol: string) => `(SELECT substr(gics_code, 1, 2) FROM security WHERE security.symbol = ${symbol})`
const codes: Readonly<Record<string, string>> = { Industrials: '20', 'Information Technology': '45', Energy: '10' }
const listOf = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ')

export const sectorAmong = (sectors: readonly string[]) =>
  `${sectorOf('company.symbol')} IN (${listOf(sectors.map((sector) => codes[sector] ?? ''))})`

export const countryAmong = (countries: readonly string[]) =>
  `(SELECT country IN (${listOf(countries)}) FROM security WHERE security.symbol = company.symbol)`

/** Of the latest quarter, within `q`: one more than there are companies of the sector with a higher figure. */
export const rankInSector = (field: string) =>
  `CASE WHEN "${field}" IS NOT NULL AND ${sectorOf('q.symbol')} IS NOT NULL THEN 1 + (SELECT count(*) FROM q AS peer
    WHERE ${sectorOf('peer.symbol')} = ${sectorOf('q.symbol')} AND peer."${field}" > q."${field}") END`

const lastCall = `(SELECT call_id FROM call WHERE call.symbol = company.symbol AND started_at <= @now ORDER BY started_at DESC LIMIT 1)`

export const daysSinceCall = `(SELECT CAST((@now - started_at) / @day AS INTEGER) FROM call WHERE call_id = ${lastCall})`

export const sentiment = `(SELECT sentiment FROM document WHERE kind = 'summary' AND call_id = ${lastCall})`

/** An earnings call, which has its quarter in the title, is compared with earnings calls alone. */
export const previousSentiment = `(SELECT document.sentiment FROM call AS own
    JOIN call AS earlier ON earlier.symbol = own.symbol AND earlier.started_at < own.started_at
      AND (own.call_title NOT LIKE '% Q_ 2025 %' OR earlier.call_title LIKE '% Q_ 2025 %')
    JOIN document ON document.kind = 'summary' AND document.call_id = earlier.call_id AND document.sentiment IS NOT NULL
    WHERE own.call_id = ${lastCall} ORDER BY earlier.started_at DESC LIMIT 1)`

const actions: Readonly<Record<string, string>> = { up: `= 'Upgrades'`, down: `= 'Downgrades'`, any: 'IS NOT NULL' }

/** What is stored counts; that there is no more is known of companies whose ratings were requested. */
export const ratedAtLeast = (action: string, days: number, count: number) =>
  `CASE WHEN (SELECT count(*) FROM rating WHERE ticker = company.symbol AND rating.action ${actions[action] ?? ''}
      AND created_ms BETWEEN @now - ${days} * @day + 1 AND @now) >= ${count} THEN 1
    WHEN EXISTS (SELECT 1 FROM ledger_response WHERE operation = 'ratings' AND parameters ->> '$.symbol' = company.symbol) THEN 0 END`
