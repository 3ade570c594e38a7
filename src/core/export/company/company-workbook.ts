/** A company's workbook: its sheets of statements, checks, charts, records and provenance. */

import { monthNames } from '#contract/api/month-names.ts'
import type { Scale } from '#contract/api/exports.ts'
import type { CompanySeries } from '../../fundamentals/company-series.ts'
import { isFullYear } from '../../fundamentals/fiscal-period.ts'
import type { KnownBreaksOfCompany } from '../../fundamentals/known-break-marks.ts'
import { SeriesTies } from '../../fundamentals/series-tie-outs.ts'
import { calculatedFormulas } from '../../fundamentals/calculate-lines.ts'
import type { Cell } from '../workbook/cells.ts'
import { provenanceSheet, provenanceTable, type UpdatableWorkbook } from '../workbook-update/updatable-workbook.ts'
import type { TitleBlock } from '../title-block.ts'
import type { Sheet } from '../workbook/sheet-xml.ts'
import { chartsSheet, chartsTable } from './charts-sheet.ts'
import {
  lineSheet,
  lineTable,
  lineAddressesOf,
  recordAddresses,
  type LineTable,
  type RecordBreaks,
  type Restatements,
} from './line-sheet.ts'
import { crossChecks, lineSheets, type OwnLine } from './line-sheets.ts'
import { PeriodGrid } from './period-grid.ts'
import { recordsSheet, recordsTable } from './records-sheet.ts'

interface CompanyToExport {
  readonly name: string | null
  /** The series as shown. */
  readonly series: CompanySeries
  /** The same before EPS and shares are adjusted for splits: what ties is what was reported. */
  readonly reported: CompanySeries
  /** The splits that they are adjusted for, in words; null: they are as reported. */
  readonly splits: string | null
  /** Its other edition, where that is stored as well: the two are compared. */
  readonly other: CompanySeries | undefined
  readonly known: KnownBreaksOfCompany
  readonly own: readonly OwnLine[]
  readonly scale: Scale
  /** What identifies it: symbol, exchange, identifiers. */
  readonly identity: string
  /** When the figures were the latest, and when the workbook was made, in words. */
  readonly asOf: string
  readonly made: string
  /** The figures are the sample's: invented. */
  readonly isSample: boolean
  readonly restated: Restatements
  /** Provenance of the figures, as rows of a sheet. */
  readonly provenance: readonly (readonly Cell[])[]
}

const unitWords: Readonly<Record<Scale, string>> = {
  units: 'whole units',
  thousands: 'thousands',
  millions: 'millions',
  billions: 'billions',
}

/** The statements first, quarters before years; what they rest on comes last. */
export function companyBook({
  name,
  identity,
  series,
  reported,
  splits,
  other,
  known,
  own,
  scale,
  asOf,
  made,
  isSample,
  restated,
  provenance,
}: CompanyToExport): UpdatableWorkbook {
  const formulas = new Map([...calculatedFormulas, ...own.map(({ field, formula }) => [field, formula] as const)])
  const ties = new SeriesTies(reported, other, known)
  const crosses = crossChecks(ties, series)
  const breaks = breaksOf(series, ties)
  const grids = [
    { isWanted: (quarter: string) => !isFullYear(quarter), kind: 'quarterly' },
    { isWanted: isFullYear, kind: 'annual' },
  ].flatMap(({ isWanted, kind }) => {
    const periods = series.periods.filter(({ quarter }) => isWanted(quarter))
    return periods.length === 0 ? [] : [{ grid: new PeriodGrid(periods, formulas, series.periods), kind }]
  })
  const isAlone = grids.length === 1
  const tables = grids.map(({ grid, kind }) =>
    lineSheets(own, crosses, grid.hasTwelveMonths).map((sheet) =>
      lineTable(sheet, grid, kind, kind === 'quarterly' || isAlone ? sheet.name : `${sheet.name}, ${kind}`),
    ),
  )
  const records = recordAddresses(tables)
  const adjusted = new Set(series.periods.flatMap(({ recordId, adjustment }) => (adjustment ? recordId : [])))
  const origin = provenanceTable(provenance)
  const stored = recordsTable(series)
  const drawn = chartsTable()
  const perShare = scale === 'units' ? unitWords.units : `${unitWords[scale]} except per share`
  const heading = name ?? series.symbol
  const title = (subject: string, basis: string): TitleBlock => ({
    heading,
    subject,
    identity,
    currency: 'Reporting currency (not stated by the service)',
    basis: `${basis}${splits === null ? '' : `  EPS and shares adjusted for splits: ${splits}.`}`,
    asOf,
    made,
    isSample,
  })
  /** Balances and flows have no line per share; differences are shown in full, however small. */
  const units: Readonly<Partial<Record<string, string>>> = {
    balance: unitWords[scale],
    cash: unitWords[scale],
    checks: unitWords.units,
  }
  const unitOf = ({ sheet }: LineTable) => units[sheet.mark] ?? perShare
  const periodsOf = (table: LineTable, kind: string) =>
    `${unitOf(table)}.  ${kind === 'annual' ? 'Fiscal years' : 'Fiscal quarters'}${yearEndOf(series)}.`
  const isChecks = ({ sheet }: LineTable) => sheet.mark === 'checks'
  const statements = tables.flatMap((some) => some.filter((table) => !isChecks(table)))
  const checks = tables.flatMap((some) => some.filter(isChecks))
  const anchored = ({ anchored: table }: LineTable) => table
  return {
    recordIds: series.periods.map(({ recordId }) => recordId),
    tables: [...statements.map(anchored), drawn, ...checks.map(anchored), origin, stored],
    sheets: (placements) => {
      const sheetOf = (table: LineTable): Sheet => {
        const at = tables.findIndex((some) => some.includes(table))
        const kind = grids[at]?.kind ?? ''
        return lineSheet({
          table,
          lines: lineAddressesOf(tables[at] ?? []),
          records,
          breaks,
          placements,
          scale,
          restated,
          title: title(`${table.sheet.name}, ${kind}`, periodsOf(table, kind)),
          unit: isChecks(table) ? `Difference, ${unitOf(table)}; -: ties` : sentence(unitOf(table)),
          isAdjusted: (recordId) => adjusted.has(recordId),
        })
      }
      const [first = []] = tables
      const [shown] = grids
      return [
        ...statements.map(sheetOf),
        ...(shown
          ? [
              chartsSheet({
                anchored: drawn,
                grid: shown.grid,
                lines: lineAddressesOf(first),
                columns: (mark) => first.find((table) => table.anchored.mark === mark)?.columns ?? [],
                rows: first.flatMap(({ sheet }) => sheet.rows),
                placements,
                scale,
                title: title(`Charts, ${shown.kind}`, `${unitWords[scale]}.  Last twelve months in violet.`),
              }),
            ]
          : []),
        ...checks.map(sheetOf),
        provenanceSheet(origin, provenance, {
          widths: provenanceWidths,
          title: title('Provenance', 'whole units.  Requests are stored without the API key.'),
        }),
        recordsSheet(
          stored,
          series,
          title('Records', 'whole units: every field as stored, by the names that the service gives them.'),
        ),
      ]
    },
  }
}

function sentence(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** Nothing where no period ends a fiscal year. */
function yearEndOf({ periods }: CompanySeries): string {
  const last = periods.findLast(({ quarter }) => isFullYear(quarter) || quarter === 'Q4')
  const month = monthNames[Number(last?.endPeriod.slice(5, 7)) - 1]
  return month === undefined ? '' : `; the fiscal year ends in ${month}`
}

const noBreaks: ReturnType<RecordBreaks> = { fails: 0, known: 0, knownChecks: new Set() }

function breaksOf({ periods }: CompanySeries, ties: SeriesTies): RecordBreaks {
  const byRecord = new Map(
    periods.map(({ recordId }, at) => {
      const { breaks, knownBreaks } = ties.breaksOf(at)
      const marked = ties.checks(at).filter((check) => ties.knownBreak(check) !== undefined)
      const knownChecks = new Set(marked.map(({ name }) => name))
      return [recordId, { fails: breaks.length, known: knownBreaks.length, knownChecks }] as const
    }),
  )
  return (recordId) => byRecord.get(recordId) ?? noBreaks
}

const provenanceWidths = [18, 21, 12, 21, 40, 48, 66, 48]
