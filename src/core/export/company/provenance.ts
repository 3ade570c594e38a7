import { fiscalPeriodName } from '#contract/desk/fiscal-period-name.ts'
import type { Reader } from '../../database/handles.ts'
import { hashesThen } from '../../fundamentals/kept-records.ts'
import type { CompanySeries } from '../../fundamentals/series.ts'
import { getAnswer, getRecord } from '../../ledger/ledger-store.ts'
import { dateCell, instantCell, type Cell } from '../workbook/cells.ts'
import { instantFormat, type CellStyle } from '../workbook/styles.ts'

export interface ProvenanceFacts {
  readonly workspace: string
  readonly baseUrl: string
  readonly version: string
  readonly madeAt: number
  readonly asKnownOn: number | null
}

const bold: CellStyle = { bold: true }
const head: CellStyle = { bold: true, fill: 'head' }
const moment: CellStyle = { format: instantFormat, align: 'left' }

/** Where every figure of a company's workbook comes from: the requests without the key, the records with what they held. */
export function provenanceRows(db: Reader, series: CompanySeries, facts: ProvenanceFacts): Cell[][] {
  const hashes = hashesThen(
    db,
    series.periods.map(({ recordId }) => recordId),
    facts.asKnownOn,
  )
  const fact = (label: string, value: Cell): Cell[] => [{ kind: 'styled', value: label, style: bold }, value]
  const at = (time: number): Cell => ({ kind: 'styled', value: instantCell(time), style: moment })
  return [
    fact('Company', series.symbol),
    fact('Edition', series.edition),
    fact('Workspace', facts.workspace),
    fact('Service', facts.baseUrl),
    fact('As known on', facts.asKnownOn === null ? 'now' : at(facts.asKnownOn)),
    fact('Made at (UTC)', at(facts.madeAt)),
    fact('Made by', `Tearsheet ${facts.version}`),
    fact(
      'Colours',
      'Blue: as the service gave it. Black: formula. Green: formula over another sheet. Amber: a total that does not tie.',
    ),
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
        at(lastSeenAt),
        answer?.path ?? null,
        answer?.parameters ?? null,
        hashes[recordId] ?? null,
      ]
    }),
  ]
}
