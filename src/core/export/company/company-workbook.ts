import type { Scale } from '#contract/api/exports.ts'
import type { CompanySeries } from '../../fundamentals/series.ts'
import { isFullYear } from '../../fundamentals/fiscal-period.ts'
import type { KnownBreaksOfCompany } from '../../fundamentals/known-break.ts'
import { SeriesTies } from '../../fundamentals/series-ties.ts'
import { calculatedFormulas } from '../../fundamentals/calculate.ts'
import type { Cell } from '../workbook/cells.ts'
import { provenanceSheet, provenanceTable, type UpdatableWorkbook } from '../workbook-update/updatable-workbook.ts'
import { lineSheet, lineTable, lineAddressesOf, recordAddresses, type RecordBreaks } from './line-sheet.ts'
import { crossChecks, lineSheets, type OwnLine } from './line-sheets.ts'
import { PeriodGrid } from './period-grid.ts'

export interface CompanyToExport {
  readonly name: string | null
  /** As it is shown. */
  readonly series: CompanySeries
  /** The same before EPS and shares are adjusted for splits: what ties is what was reported. */
  readonly reported: CompanySeries
  /** The splits that they are adjusted for, in words; null: they are as reported. */
  readonly splits: string | null
  /** Its other edition, where that is stored as well: one is told against the other. */
  readonly other: CompanySeries | undefined
  readonly known: KnownBreaksOfCompany
  readonly own: readonly OwnLine[]
  readonly scale: Scale
  /** YYYY-MM-DD; null: what is known now. */
  readonly asOf: string | null
  /** Where the figures come from, in rows of a sheet. */
  readonly provenance: readonly (readonly Cell[])[]
}

const scaleWords: Readonly<Record<Scale, string>> = {
  units: 'whole units',
  thousands: 'thousands',
  millions: 'millions',
  billions: 'billions',
}

/** Where it comes from first, then a sheet a statement, years before quarters. */
export function companyBook({
  name,
  series,
  reported,
  splits,
  other,
  known,
  own,
  scale,
  asOf,
  provenance,
}: CompanyToExport): UpdatableWorkbook {
  const formulas = new Map([...calculatedFormulas, ...own.map(({ field, formula }) => [field, formula] as const)])
  const ties = new SeriesTies(reported, other, known)
  const wanted = lineSheets(own, crossChecks(ties, series))
  const breaks = breaksOf(series, ties)
  const grids = [
    { isWanted: isFullYear, kind: 'annual' },
    { isWanted: (quarter: string) => !isFullYear(quarter), kind: 'quarterly' },
  ].flatMap(({ isWanted, kind }) => {
    const periods = series.periods.filter(({ quarter }) => isWanted(quarter))
    return periods.length === 0 ? [] : [{ grid: new PeriodGrid(periods, formulas, series.periods), kind }]
  })
  const tables = grids.map(({ grid, kind }) =>
    wanted.map((sheet) => lineTable(sheet, grid, kind, `${sheet.name}, ${kind}`)),
  )
  const records = recordAddresses(tables)
  const title = `${name ?? series.symbol} (${series.symbol})${asOf === null ? '' : `, as of ${asOf}`}`
  const note = `Reporting currency, shown in ${scaleWords[scale]} except per share; values unscaled${splits === null ? '' : `; EPS and shares adjusted for splits: ${splits}`}`
  const adjusted = new Set(series.periods.flatMap(({ recordId, adjustment }) => (adjustment ? recordId : [])))
  const origin = provenanceTable(provenance)
  return {
    recordIds: series.periods.map(({ recordId }) => recordId),
    tables: [origin, ...tables.flat().map(({ anchored }) => anchored)],
    sheets: (placements) => [
      provenanceSheet(origin, provenance, provenanceWidths),
      ...tables.flatMap((some) => {
        const lines = lineAddressesOf(some)
        return some.map((table) =>
          lineSheet({
            table,
            lines,
            records,
            breaks,
            placements,
            scale,
            title,
            note,
            isAdjusted: (recordId) => adjusted.has(recordId),
          }),
        )
      }),
    ],
  }
}

const noBreaks: ReturnType<RecordBreaks> = { fails: 0, known: 0, knownChecks: new Set() }

function breaksOf({ periods }: CompanySeries, ties: SeriesTies): RecordBreaks {
  const byRecord = new Map(
    periods.map(({ recordId }, at) => {
      const { fails, known } = ties.breaks(at)
      const marked = ties.checks(at).filter((check) => ties.knownBreak(check) !== undefined)
      const knownChecks = new Set(marked.map(({ name }) => name))
      return [recordId, { fails: fails.length, known: known.length, knownChecks }] as const
    }),
  )
  return (recordId) => byRecord.get(recordId) ?? noBreaks
}

const provenanceWidths = [18, 21, 12, 21, 30, 60, 70]
