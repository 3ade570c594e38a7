import { fiscalPeriodName } from '#contract/desk/fiscal-period-name.ts'
import type { Reader } from '../../database/handles.ts'
import { hashesThen } from '../../fundamentals/kept-records.ts'
import type { CompanySeries } from '../../fundamentals/series.ts'
import { getAnswer, getRecord } from '../../ledger/ledger-store.ts'
import { factRows, momentCell, splitsLabel, type ExportFacts } from '../facts.ts'
import { dateCell, type Cell } from '../workbook/cells.ts'
import { questionLabel, questionText, type Question } from '../living/question.ts'
import type { CellStyle } from '../workbook/styles.ts'

export interface ProvenanceFacts extends ExportFacts {
  readonly asKnownOn: number | null
  /** The splits that EPS and shares are adjusted for, in words; null: they are as reported. */
  readonly splits: string | null
  /** By which the workbook is brought up to date. */
  readonly question: Question
}

const head: CellStyle = { bold: true, fill: 'head' }

/** Where every figure of a company's workbook comes from: the requests without the key, the records with what they held. */
export function provenanceRows(db: Reader, series: CompanySeries, facts: ProvenanceFacts): Cell[][] {
  const hashes = hashesThen(
    db,
    series.periods.map(({ recordId }) => recordId),
    facts.asKnownOn,
  )
  return [
    ...factRows(facts, [
      ['Company', series.symbol],
      ['Edition', series.edition],
      ...(facts.splits === null ? [] : [[splitsLabel, `EPS and shares adjusted: ${facts.splits}`] as const]),
      ['As known on', facts.asKnownOn === null ? 'now' : momentCell(facts.asKnownOn)],
      [
        'Colours',
        'Blue: as the service gave it. Black: formula. Green: formula over another sheet. Amber: a total that does not tie.',
      ],
      [questionLabel, questionText(facts.question)],
    ]),
    [],
    ['Period', 'Period ends', 'Record', 'Fetched (UTC)', 'Operation', 'Parameters', 'Content (sha256)'].map(
      (text): Cell => ({
        kind: 'styled',
        value: text,
        style: head,
      }),
    ),
    ...series.periods.map(({ recordId, quarter, year, endPeriod, lastSeenAt }): Cell[] => {
      const record = getRecord(db, recordId)
      const answer = record && getAnswer(db, record.lastAnswerId)
      return [
        fiscalPeriodName({ quarter, year }),
        { kind: 'styled', value: dateCell(endPeriod), style: { align: 'left', format: 'yyyy-mm-dd' } },
        { kind: 'styled', value: recordId, style: { align: 'left' } },
        momentCell(lastSeenAt),
        answer?.path ?? null,
        answer?.parameters ?? null,
        hashes[recordId] ?? null,
      ]
    }),
  ]
}
