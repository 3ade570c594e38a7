/**
 * Requests the comparison that is printed at the end of its booklet: companies side by side,
 * whatever layout is on screen.
 */

import type { Preferences } from '#contract/api/api.ts'
import type { ComparedCompany, ComparedTable } from '#contract/api/comparisons.ts'
import { missingSentences } from '#contract/api/figure-mark-words.ts'
import type { OwnMetric } from '#contract/api/metrics.ts'
import { readTable } from '#contract/api/packed-figures.ts'
import { paperScale } from '#contract/api/sentence-text.ts'
import type { PrintedSpread, SpreadCell, SpreadColumn, SpreadGroup, SpreadRow } from '../app/booklet-request.ts'
import type { Core } from '../core-client/client.ts'
import { cellOf, type ColumnPosition } from './compare-cells.ts'
import { arrange, medianGroup, type CompareColumn } from './compare-layout.ts'
import { linesOf } from './compare-rows.ts'
import { modeNames, yearEndName } from './compare-text.ts'
import { specOf, type ComparisonSettings } from './comparison-settings.ts'

interface PrintedSpreadOptions {
  readonly settings: ComparisonSettings
  readonly own: readonly OwnMetric[]
  readonly preferences: Pick<Preferences, 'adjustSplits' | 'order'>
  readonly asOf: number | null
  readonly signal: AbortSignal
}

/** The comparison's companies side by side, whatever layout is visible, for the end of its booklet. */
export async function requestSpread(
  core: Pick<Core, 'comparisons'>,
  { settings: given, own, preferences, asOf, signal }: PrintedSpreadOptions,
): Promise<PrintedSpread> {
  const settings: ComparisonSettings = { ...given, layout: 'spread', pivoted: false, asOf }
  const spec = specOf(settings, [], preferences.adjustSplits)
  const table = await readTable(await core.comparisons.table({ ...spec, firstLines: spec.lines }, { signal }))
  return printedSpread(table, settings, own, preferences.order === 'newest-first')
}

/** Pure. */
function printedSpread(
  table: ComparedTable,
  settings: ComparisonSettings,
  own: readonly OwnMetric[],
  latestFirst: boolean,
): PrintedSpread {
  const { mode, oneCurrency } = settings
  const lines = linesOf(table, settings.lines, own, { filter: '', mode, scale: paperScale, oneCurrency })
  const { rows, columns } = arrange(
    { ...settings, alignment: table.alignment },
    { table, lines, latestFirst, line: 0, columnAt: 0, widths: { usual: 0, ofCompanies: [] } },
  )
  const cell = (line: number, { spot }: CompareColumn): SpreadCell => {
    const of = table.lines[line]
    if (!of || spot.columnAt === undefined) return { text: '' }
    const { text, marks, best } = cellOf(table, of, positionOf(spot, spot.columnAt), mode, paperScale)
    const letters = marks.map(({ letter }) => letter).join('')
    return { text, ...(letters !== '' && { marks: letters }), ...(best === true && { isBest: true as const }) }
  }
  const marked = rows.flatMap(({ spot }) =>
    spot.line === undefined ? [] : columns.flatMap((column) => cell(spot.line ?? -1, column).marks ?? ''),
  )
  return {
    note: mode === 'values' ? '' : modeNames[mode].toLowerCase(),
    corner: 'Period',
    groups: groupsOf(table, columns),
    rows: rows.map(({ rank, label, note = '', spot }): SpreadRow => {
      if (rank === 'head' || spot.line === undefined) return { kind: 'head', label, note }
      const { line } = spot
      return { kind: 'figures', label, note, cells: columns.map((column) => cell(line, column)) }
    }),
    remarks: [
      ...missingSentences(table.companies).map((sentence) => `${sentence}.`),
      ...(table.companies.length > 1 && table.lines.some(({ isRanked }) => !isRanked)
        ? ['Currency not stated: no median or rank of amounts.']
        : []),
      ...(columns.some(({ marks }) => marks.some(({ letter }) => letter === 'c'))
        ? ['c: calendarized, the sum of the four quarters centered in that year.']
        : []),
      ...(marked.some((letters) => letters.includes('r')) ? ['r: restated since first download.'] : []),
      ...(marked.some((letters) => letters.includes('t')) ? ['t: tie-out break.'] : []),
    ],
  }
}

function positionOf(spot: CompareColumn['spot'], columnAt: number): ColumnPosition {
  if (spot.is === 'median') return { is: 'median', columnAt }
  return { is: spot.is ?? 'figure', company: spot.company ?? -1, columnAt }
}

function groupsOf(table: ComparedTable, columns: readonly CompareColumn[]): readonly SpreadGroup[] {
  return [...Map.groupBy(columns, ({ group = '' }) => group)].map(([key, of]): SpreadGroup => {
    const company = table.companies.find(({ symbol }) => symbol === key)
    return {
      key,
      label: key === medianGroup ? 'Median' : key,
      note: company?.name ?? '',
      detail: company ? detailOf(company) : medianDetail(table),
      columns: of.map(({ title, marks, strong, faint }): SpreadColumn => {
        const raised = marks.map(({ letter }) => letter).join('')
        return {
          title,
          ...(raised !== '' && { mark: raised }),
          ...(strong === true && { isStrong: true as const }),
          ...(faint === true && { isFaint: true as const }),
        }
      }),
      ...(key === medianGroup && { isRepeated: true as const }),
    }
  })
}

/** "FY ends Dec". */
function detailOf(company: ComparedCompany): string {
  const month = yearEndName(company)
  return month === '' ? '' : `FY ends ${month}`
}

/** How many companies a median covers: "of 6, LTM of 5". */
function medianDetail({ companies, columns }: ComparedTable): string {
  const stored = companies.filter(({ edition }) => edition !== null).length
  const latest = columns.findIndex(({ kind, year }) => kind === 'ltm' && year === null)
  const ranked = companies.filter(({ periods }) => periods[latest] && !periods[latest].outdated).length
  return `of ${stored}${latest >= 0 && ranked < stored ? `, LTM of ${ranked}` : ''}`
}
