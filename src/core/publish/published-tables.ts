/**
 * The tables of a publication: version 3 of their schema, column by column. The Parquet files, the manifest and docs/publish.md
 * are all written from this list.
 */

import { figureLines } from './figure-lines.ts'

/**
 * Raised with every change of the columns: an earlier version of the program then refuses to publish over these files, rather than
 * take a column away from whoever reads it.
 */
export const schemaVersion = 3

/**
 * `timestamp` is in UTC, to the millisecond; `date` has no time. A partition column is part of the folder's name, as in
 * `year=2025`, and not of the file.
 */
export type ColumnType = 'string' | 'double' | 'int64' | 'date' | 'timestamp'

export interface Column {
  readonly name: string
  readonly type: ColumnType
  /** A sentence for the data dictionary. */
  readonly about: string
}

export const tableNames = [
  'securities',
  'statements',
  'statements_wide',
  'statement_versions',
  'restatements',
  'calls',
  'turns',
  'ratings',
  'news',
  'news_companies',
  'metrics',
  'metric_values',
] as const
export type TableName = (typeof tableNames)[number]

export interface PublishedTable {
  /** What one row is. */
  readonly about: string
  readonly partitions: readonly Column[]
  readonly columns: readonly Column[]
  /** The order of the rows within a file. */
  readonly sortedBy: readonly string[]
}

const text = (name: string, about: string): Column => ({ name, type: 'string', about })
const number = (name: string, about: string): Column => ({ name, type: 'double', about })
const whole = (name: string, about: string): Column => ({ name, type: 'int64', about })
const date = (name: string, about: string): Column => ({ name, type: 'date', about })
const time = (name: string, about: string): Column => ({ name, type: 'timestamp', about })

const recordId = whole('record_id', 'Number of the record in the library.')
/** The column next to a time at which something was received: where from. */
const packAuthorOf = (moment: string) =>
  text('pack_author', `Author of the pack that \`${moment}\` is from. Empty: received from the service here.`)
const received = [
  time(
    'known_from',
    'When this content of the record was first received from the service, here or by the author of a pack.',
  ),
  packAuthorOf('known_from'),
]

const editionAndYear = [
  text('edition', '`enhanced` or `lite`: the operation of the service that the record came from.'),
  whole('year', 'Fiscal year.'),
]
const yearOf = (what: string) => [whole('year', `Calendar year in UTC of ${what}. Empty when the service states none.`)]

const period = [
  text('symbol', 'Symbol of the company.'),
  text('quarter', '`Q1` to `Q4`, `FY` for the fiscal year, or another value of the service.'),
  date('period_end', 'Last day of the period.'),
]
const figure = [
  text('statement', '`income`, `balance`, `cash-flow`, `metrics` or `insights`.'),
  text('field', 'Name of the line in the service’s records.'),
  text('label', 'Name of the line on the screen.'),
  text(
    'unit',
    '`money`, `per-share` and `per-employee` are in the company’s reporting currency, which the service does not state.',
  ),
]
const periodOrder = ['symbol', 'period_end', 'quarter']

export const publishedTables: Readonly<Record<TableName, PublishedTable>> = {
  securities: {
    about: 'One row per listing.',
    partitions: [],
    columns: [
      text('id', 'Identifier of the listing at the service.'),
      text('symbol', 'Ticker as listed on the exchange.'),
      text('name', 'Name of the company or fund.'),
      text('exchange', 'Name of the exchange.'),
      text('mic', 'Market identifier code, ISO 10383.'),
      text('country', 'Country of the listing.'),
      text('type', 'Type of the security.'),
      text('sector', 'Name of the sector.'),
      text('gics_code', 'Code of the GICS classification.'),
      text('currency', 'Currency of trading.'),
      text('status', 'Status of the listing.'),
      whole('market_cap', 'Market capitalization as stated by the service.'),
      text('isin', 'ISIN.'),
      text('cusip', 'CUSIP.'),
      text('figi', 'FIGI of the listing.'),
      text('figi_composite', 'Composite FIGI, for the country.'),
      text('figi_share_class', 'FIGI of the share class.'),
      text('cik', 'SEC number of the filer.'),
      ...received,
      recordId,
    ],
    sortedBy: ['symbol', 'mic', 'id'],
  },
  statements: {
    about: 'One row per figure that is shown now. Figures missing from the record have no row.',
    partitions: editionAndYear,
    columns: [...period, ...figure, number('value', 'The figure, in whole units.'), ...received, recordId],
    sortedBy: periodOrder,
  },
  statements_wide: {
    about: 'One row per period, with one column per line.',
    partitions: editionAndYear,
    columns: [
      ...period,
      ...received,
      recordId,
      ...figureLines.map(({ field, label, unit }) => number(field, `${label} (${unit}).`)),
    ],
    sortedBy: periodOrder,
  },
  statement_versions: {
    about: 'One row per value that a figure has had. The value that is shown now has no `known_until`.',
    partitions: editionAndYear,
    columns: [
      ...period,
      ...figure,
      number('value', 'The figure, in whole units. Empty: not stated at that time.'),
      time(
        'known_from',
        'When the value was first received from the service, here or by the author of a pack, or accepted if it was withheld.',
      ),
      time('known_until', 'When another value took its place.'),
      packAuthorOf('known_from'),
      recordId,
    ],
    sortedBy: periodOrder,
  },
  restatements: {
    about:
      'One row per restatement of a figure in an edition. A restatement in both editions has two rows: filter by `edition`, or count as in [Reading it](#reading-it).',
    partitions: editionAndYear,
    columns: [
      ...period,
      ...figure,
      number('previous', 'The figure until then.'),
      number('restated', 'The figure from then on.'),
      time(
        'detected_at',
        'When the restated figure was received from the service, here or by the author of a pack, or accepted if it was withheld.',
      ),
      packAuthorOf('detected_at'),
      recordId,
    ],
    sortedBy: [...periodOrder, 'detected_at'],
  },
  calls: {
    about: 'One row per conference call.',
    partitions: yearOf('the start'),
    columns: [
      text('call_id', 'Identifier of the call at the service.'),
      text('symbol', 'Symbol of the company.'),
      text('exchange', 'Exchange of the symbol.'),
      text('company', 'Name of the company.'),
      text('title', 'Title of the call.'),
      text('headline', 'Headline of the call.'),
      text('status', 'Status as stated by the service.'),
      time('started_at', 'Start of the call.'),
      time('ended_at', 'End of the call.'),
      number('seconds', 'Duration.'),
      whole('turns', 'Number of turns in the transcript. Empty: the transcript is not downloaded.'),
      whole('words', 'Number of words in the transcript.'),
    ],
    sortedBy: ['symbol', 'started_at', 'call_id'],
  },
  turns: {
    about: 'One row per turn: one speaker’s uninterrupted remarks in a downloaded transcript.',
    partitions: yearOf('the start of the call'),
    columns: [
      text('call_id', 'Identifier of the call.'),
      text('symbol', 'Symbol of the company.'),
      time('started_at', 'Start of the call.'),
      whole('position', 'Number of the turn within the call, from 0.'),
      text('speaker', 'Name of the speaker.'),
      text('role', 'Role of the speaker.'),
      text('organization', 'Firm of the speaker.'),
      text('side', '`company`, `analyst`, `operator` or `unknown`.'),
      text('section', '`prepared`, `qa`, or `whole` for a call without sections.'),
      number(
        'start_seconds',
        'Start within the recording, with the unit and offset that you set for the timestamps of the call.',
      ),
      number('end_seconds', 'End within the recording, likewise.'),
      number('confidence', 'Confidence of the transcription, as stated by the service.'),
      number('sentiment', 'Sentiment, as stated by the service.'),
      whole('words', 'Number of words in `text`.'),
      text('text', 'The remarks as received from the service.'),
      text('corrected_text', 'The remarks as corrected by somebody who listened. Empty: not corrected.'),
      text('corrected_by', 'Who corrected them. Empty: not corrected, or the computer account has no name.'),
      time('corrected_at', 'When they were corrected.'),
      text(
        'pack_author',
        'Author of the pack in which the current content of the call was first received. Empty: received from the service here.',
      ),
    ],
    sortedBy: ['started_at', 'call_id', 'position'],
  },
  ratings: {
    about: 'One row per rating action.',
    partitions: yearOf('the rating'),
    columns: [
      whole('id', 'Identifier at the service.'),
      text('symbol', 'Symbol of the company.'),
      text('exchange', 'Exchange of the symbol.'),
      text('company', 'Name of the company.'),
      text('firm', 'Firm of the analyst.'),
      text('action', 'The firm’s action, as received.'),
      text('kind', 'What the action means, as Tearsheet reads it.'),
      text('rating', 'The rating, as received.'),
      number('price_target', 'The price target as a number. Empty: none, or ambiguous.'),
      text('price_target_currency', 'Currency of the price target. Empty: not stated.'),
      text('price_target_text', 'The price target as received.'),
      time('created_at', 'When the firm published it.'),
      ...received,
      recordId,
    ],
    sortedBy: ['symbol', 'created_at', 'id'],
  },
  news: {
    about: 'One row per news item.',
    partitions: yearOf('the news item'),
    columns: [
      whole('id', 'Identifier at the service.'),
      text('symbol', 'Symbol of the company.'),
      text('company', 'Name of the company.'),
      text('type', 'Type of the news item.'),
      text('headline', 'Headline.'),
      text('catalyst', 'Catalyst, as stated by the service.'),
      text('share_class_figi', 'FIGI of the share class.'),
      time('created_at', 'When it was published.'),
      ...received,
      recordId,
    ],
    sortedBy: ['symbol', 'created_at', 'id'],
  },
  news_companies: {
    about: 'One row per news item and company that it names, including its own company.',
    partitions: yearOf('the news item'),
    columns: [
      text('symbol', 'Symbol of a company that the item names.'),
      time('created_at', 'When the item was published.'),
      whole('id', 'Identifier of the item at the service, as in `news`.'),
      recordId,
    ],
    sortedBy: ['symbol', 'created_at', 'id'],
  },
  metrics: {
    about: 'One row per metric that you defined, with its formula. Its figures are in `metric_values`.',
    partitions: [],
    columns: [
      text('id', 'Identifier of the metric in the workspace.'),
      text('name', 'Name of the metric.'),
      text('formula', 'The formula, with line names in brackets.'),
      text('unit', 'Unit of its figures.'),
      time('saved_at', 'When it was last changed.'),
    ],
    sortedBy: ['name'],
  },
  metric_values: {
    about:
      'One row per figure of a metric that you defined, calculated for each period of the edition that the program shows: the enhanced one where it is stored. A period in which the metric is n/a or n.m. has no row.',
    partitions: [whole('year', 'Fiscal year.')],
    columns: [
      ...period,
      text('metric_id', 'Identifier of the metric, as `id` in `metrics`.'),
      text('metric', 'Name of the metric.'),
      text('unit', 'Unit of the figure.'),
      number('value', 'The figure of this one period, in whole units.'),
      whole('record_id', 'Number of the record of the period in the library, as in `statements_wide`.'),
    ],
    sortedBy: [...periodOrder, 'metric'],
  },
}

/** Where a column is in the rows of its table. */
export function positionOf(table: TableName, column: string): number {
  const position = publishedTables[table].columns.findIndex(({ name }) => name === column)
  if (position < 0) throw new Error(`${table} has no column ${column}`)
  return position
}
