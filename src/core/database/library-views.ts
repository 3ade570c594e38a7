/** The SQL views of `library.db` that users query with other programs. */

import { insightLines, metricLines, statementLines } from '#contract/service/statement-lines.ts'
import type { View } from './views.ts'

/** Every figure of a period: its place, its label, its unit. */
const lines = [
  ...statementLines.map(({ field, label, statement, unit }) => ({ field, label, statement, unit })),
  ...metricLines.map(({ field, label, unit }) => ({ field, label, statement: 'metrics', unit })),
  ...insightLines.map(({ field, label, unit }) => ({ field, label, statement: 'insights', unit })),
]

const text = (words: string) => `'${words.replaceAll("'", "''")}'`
/** Milliseconds since 1970 as `2025-11-14T12:42:10Z`. */
const stamp = (column: string) => `strftime('%Y-%m-%dT%H:%M:%SZ', ${column} / 1000, 'unixepoch')`
const period = 'period.symbol, period.edition, period.Quarter, period.Year, period.EndPeriod'
const periodNames = 'symbol, edition, quarter, year, period_end'
/** As `secondsOf` has them, without the unit and the offset that the user set: those are in another database. */
const seconds = (column: string) =>
  `max(0.0, round(${column} * CASE call.time_unit WHEN 'seconds' THEN 1 WHEN 'milliseconds' THEN 0.001 WHEN 'minutes' THEN 60 END, 3))`
/** Avoids integer division. */
const real = (field: string) => `CAST(period."${field}" AS REAL)`
/** Every figure that is shown now, by its record. */
const shownFigures = lines
  .map(
    ({ field }) =>
      `SELECT record_id, ${text(field)} AS field, ${real(field)} AS value FROM fundamental_period AS period WHERE period."${field}" IS NOT NULL`,
  )
  .join('\nUNION ALL ')
/** Author of the pack in which a response came; null: it came from the service. */
const packAuthor = (response: string) =>
  `(SELECT pack.author FROM ledger_response AS response JOIN pack ON pack.id = response.pack_id WHERE response.id = ${response})`
/** The same of the content that the record of a row had at a moment. Its first one counts for an earlier moment too. */
const packAuthorAt = (row: string, moment: string) =>
  packAuthor(`(SELECT response_id FROM ledger_revision WHERE record_id = ${row}.record_id AND known_from <=
    max(${moment}, (SELECT min(known_from) FROM ledger_revision WHERE record_id = ${row}.record_id)) ORDER BY known_from DESC LIMIT 1)`)
/** When the record of a row was first fetched. */
const firstSeen = (row: string) => `(SELECT first_seen_at FROM ledger_record WHERE id = ${row}.record_id)`

/** The library for the user's own SQL: described in README.md, column by column. */
export const libraryViews: readonly View[] = [
  {
    name: 'lines',
    as: `(position, field, label, statement, unit) AS VALUES
${lines.map(({ field, label, statement, unit }, at) => `(${[at + 1, ...[field, label, statement, unit].map(text)].join(', ')})`).join(',\n')}`,
  },
  {
    name: 'securities',
    as: `(id, symbol, name, exchange, mic, country, type, sector, gics_code, currency, status, market_cap, isin, cusip, figi,
  figi_composite, figi_share_class, cik, fetched_at, pack_author) AS
SELECT security.id, symbol, name, exchange, mic, country, type, sector, gics_code, currency, status, market_cap, isin, cusip, figi,
  figi_composite, figi_share_class, cik, ${stamp('record.last_seen_at')}, ${packAuthor('record.last_response_id')}
FROM security JOIN ledger_record AS record ON record.id = security.record_id`,
  },
  {
    name: 'statements',
    as: `(${periodNames}, statement, field, label, unit, value) AS
${lines
  .map(
    ({ field, label, statement, unit }) =>
      `SELECT ${period}, ${[statement, field, label, unit].map(text).join(', ')}, ${real(field)} FROM fundamental_period AS period WHERE period."${field}" IS NOT NULL`,
  )
  .join('\nUNION ALL ')}`,
  },
  {
    name: 'statements_wide',
    as: `(${periodNames}, fetched_at, updated_at, ${lines.map(({ field }) => `"${field}"`).join(', ')}, pack_author) AS
SELECT ${period}, ${stamp('record.last_seen_at')}, updated_at, ${lines.map(({ field }) => real(field)).join(', ')}, ${packAuthor('record.last_response_id')}
FROM fundamental_period AS period JOIN ledger_record AS record ON record.id = period.record_id`,
  },
  {
    name: 'statement_versions',
    as: `(${periodNames}, field, value, known_from, known_until, pack_author) AS
WITH change AS (SELECT *, ROW_NUMBER() OVER each AS number, LEAD(seen_at) OVER each AS next_at FROM figure_change
    WINDOW each AS (PARTITION BY record_id, field ORDER BY seen_at)),
  version AS (
    SELECT record_id, field, now AS value, seen_at AS since, next_at AS until FROM change
    UNION ALL SELECT record_id, field, was, ${firstSeen('change')}, seen_at FROM change WHERE number = 1
    UNION ALL SELECT record_id, field, value, ${firstSeen('shown')}, NULL FROM (${shownFigures}) AS shown
      WHERE NOT EXISTS (SELECT 1 FROM figure_change WHERE record_id = shown.record_id AND field = shown.field))
SELECT ${period}, version.field, version.value, ${stamp('version.since')}, ${stamp('version.until')},
  ${packAuthorAt('version', 'version.since')}
FROM version JOIN fundamental_period AS period ON period.record_id = version.record_id`,
  },
  {
    name: 'restatements',
    as: `(${periodNames}, field, label, unit, seen_at, was, now, pack_author) AS
SELECT ${period}, line.field, line.label, line.unit, ${stamp('change.seen_at')}, change.was, change.now,
  ${packAuthorAt('change', 'change.seen_at')}
FROM figure_change AS change
JOIN fundamental_period AS period ON period.record_id = change.record_id
JOIN lines AS line ON line.field = change.field
WHERE change.kind = 'restated'`,
  },
  {
    name: 'withdrawals',
    as: `(${periodNames}, field, label, unit, seen_at, was, pack_author) AS
SELECT ${period}, line.field, line.label, line.unit, ${stamp('change.seen_at')}, change.was,
  ${packAuthorAt('change', 'change.seen_at')}
FROM figure_change AS change
JOIN fundamental_period AS period ON period.record_id = change.record_id
JOIN lines AS line ON line.field = change.field
WHERE change.kind = 'withdrawn'`,
  },
  {
    name: 'calls',
    as: `(call_id, symbol, exchange, company, title, headline, start_time, end_time, seconds, status) AS
SELECT call_id, symbol, exchange, name, call_title, headline, start_time, end_time, seconds, status FROM call`,
  },
  {
    name: 'turns',
    as: `(call_id, position, speaker, role, organization, side, section, start_seconds, end_seconds, confidence, sentiment, words, text, corrected_text) AS
SELECT turn.call_id, turn.position, speaker.name, speaker.role, speaker.organization, speaker.side, turn.section,
  ${seconds('turn.start_time')}, ${seconds('turn.end_time')}, turn.confidence, turn.sentiment, turn.words, turn.text,
  turn.corrected
FROM transcript_turn AS turn
JOIN transcript AS call ON call.call_id = turn.call_id
LEFT JOIN call_speaker AS speaker ON speaker.call_id = turn.call_id AND speaker.number = turn.speaker`,
  },
  {
    name: 'ratings',
    as: `(id, symbol, exchange, company, firm, action, rating, price_target, created_at) AS
SELECT id, ticker, exchange, company, firm, action, rating, price_target, created_at FROM rating`,
  },
  {
    name: 'news',
    as: `(id, symbol, type, headline, catalyst, created_at) AS
SELECT id, ticker, type, headline, catalyst, created_at FROM news_item`,
  },
  {
    name: 'requests',
    as: `(operation, path, parameters, fetched_at, records, pack_author) AS
SELECT operation, path, parameters, ${stamp('fetched_at')}, json_array_length(records), pack.author
FROM ledger_response LEFT JOIN pack ON pack.id = ledger_response.pack_id`,
  },
]
