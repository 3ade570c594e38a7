import type { Scale } from '#contract/desk/exports.ts'
import type { CompanySeries } from '../../fundamentals/series.ts'
import { isFullYear } from '../../fundamentals/fiscal-period.ts'
import { reckonedFormulas } from '../../fundamentals/reckon.ts'
import type { Cell, Row } from '../workbook/cells.ts'
import { sheetNames } from '../workbook/sheet-names.ts'
import type { Sheet } from '../workbook/sheet-xml.ts'
import { lineSheet, placesOf } from './line-sheet.ts'
import { lineSheets, type OwnLine } from './line-sheets.ts'
import { PeriodGrid } from './period-grid.ts'

export interface CompanyToExport {
  readonly name: string | null
  readonly series: CompanySeries
  readonly own: readonly OwnLine[]
  readonly scale: Scale
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
export function companySheets({ name, series, own, scale, provenance }: CompanyToExport): Sheet[] {
  const formulas = new Map([...reckonedFormulas, ...own.map(({ field, formula }) => [field, formula] as const)])
  const [years, quarters] = [true, false].map((isYear) =>
    series.periods.filter(({ quarter }) => isFullYear(quarter) === isYear),
  )
  const grids = [
    { periods: years ?? [], word: 'annual' },
    { periods: quarters ?? [], word: 'quarterly' },
  ].filter(({ periods }) => periods.length > 0)
  const wanted = lineSheets(own)
  const names = sheetNames([
    'Provenance',
    ...grids.flatMap(({ word }) => wanted.map((sheet) => `${sheet.name}, ${word}`)),
  ])
  const title = `${name ?? series.symbol} (${series.symbol})`
  const note = `Reported currency, shown in ${scaleWords[scale]} except per share; stored as the service gave it`
  const sheets = grids.flatMap(({ periods }, at) => {
    const grid = new PeriodGrid(periods, formulas)
    const named = wanted.map((sheet, index) => ({ sheet, name: names[1 + at * wanted.length + index] ?? sheet.name }))
    const places = placesOf(named)
    return named.map(({ sheet, name: called }) => lineSheet({ sheet, name: called, grid, places, scale, title, note }))
  })
  return [provenanceSheet(names[0] ?? 'Provenance', provenance), ...sheets]
}

function provenanceSheet(name: string, rows: readonly (readonly Cell[])[]): Sheet {
  const columns = [18, 21, 12, 21, 30, 60, 70].map((width) => ({ width }))
  return { name, columns, rows: [rows.map((cells): Row => ({ cells }))] }
}
