/** The rows of the provenance sheet of a company's workbook. */

import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import type { Reader } from '../../database/reader-writer.ts'
import { hashesAsOf } from '../../fundamentals/records-as-of.ts'
import type { CompanySeries } from '../../fundamentals/company-series.ts'
import { getResponse, getRecord } from '../../ledger/ledger-store.ts'
import { packOfRecord } from '../../ledger/records-source.ts'
import { factRows, momentCell, originCell, splitsLabel, type ExportFacts } from '../provenance-rows.ts'
import { dateCell, type Cell } from '../workbook/cells.ts'
import { queryLabel, queryText, type WorkbookQuery } from '../workbook-update/workbook-query.ts'
import type { CellStyle } from '../workbook/styles.ts'

interface ProvenanceFacts extends ExportFacts {
  readonly asOf: number | null
  /** The splits that EPS and shares are adjusted for, in words; null: they are as reported. */
  readonly splits: string | null
  /** The query with which the workbook is updated. */
  readonly query: WorkbookQuery
}

const head: CellStyle = { bold: true, fill: 'head' }

/** Provenance of every figure of a company's workbook: the requests without the key, the records with their content. */
export function provenanceRows(db: Reader, series: CompanySeries, facts: ProvenanceFacts): Cell[][] {
  const hashes = hashesAsOf(
    db,
    series.periods.map(({ recordId }) => recordId),
    facts.asOf,
  )
  return [
    ...factRows(facts, [
      ['Company', series.symbol],
      ['Edition', series.edition],
      ...(facts.splits === null ? [] : [[splitsLabel, `EPS and shares adjusted: ${facts.splits}`] as const]),
      ['As of', facts.asOf === null ? 'now' : momentCell(facts.asOf)],
      [
        'Colors',
        'Blue: as received from the service. Black: formula. Green: formula that refers to another sheet. Amber: tie-out break.',
      ],
      [queryLabel, queryText(facts.query)],
    ]),
    [],
    ['Period', 'Period ends', 'Record', 'Fetched (UTC)', 'Operation', 'Parameters', 'Content (SHA-256)', 'Origin'].map(
      (text): Cell => ({
        kind: 'styled',
        value: text,
        style: head,
      }),
    ),
    ...series.periods.map(({ recordId, quarter, year, endPeriod, lastSeenAt }): Cell[] => {
      const record = getRecord(db, recordId)
      const response = record && getResponse(db, record.lastResponseId)
      return [
        fiscalPeriodName({ quarter, year }),
        { kind: 'styled', value: dateCell(endPeriod), style: { align: 'left', format: 'yyyy-mm-dd' } },
        { kind: 'styled', value: recordId, style: { align: 'left' } },
        momentCell(lastSeenAt),
        response?.path ?? null,
        response?.parameters ?? null,
        hashes[recordId] ?? null,
        originCell(packOfRecord(db, recordId, facts.asOf)),
      ]
    }),
  ]
}
