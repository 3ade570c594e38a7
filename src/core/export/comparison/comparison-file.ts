/**
 * Puts together the export of a comparison, as a workbook or a single table, with its provenance
 * rows.
 */

import { monthNames } from '#contract/api/month-names.ts'
import type { ComparedTable, ComparisonBasis, ComparisonMode } from '#contract/api/comparisons.ts'
import type { Scale } from '#contract/api/exports.ts'
import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import { adjustmentFact } from '../../fundamentals/adjust-splits.ts'
import type { Reader } from '../../database/reader-writer.ts'
import { hashesAsOf } from '../../fundamentals/records-as-of.ts'
import { getResponse, getRecord } from '../../ledger/ledger-store.ts'
import { packOfRecord } from '../../ledger/records-source.ts'
import {
  asOfDay,
  asOfWords,
  factRows,
  momentCell,
  originCell,
  splitsLabel,
  titleAdjusted,
  titleAsOf,
  sampleFacts,
  type ExportFacts,
} from '../provenance-rows.ts'
import { localDay, localTimeInWords } from '../../instant.ts'
import type { TitleBlock } from '../title-block.ts'
import { fileNameOf } from '#contract/file-name.ts'
import type { ExportSource } from '../export-source.ts'
import { dateCell, type Cell, type Row } from '../workbook/cells.ts'
import type { Sheet } from '../workbook/sheet-xml.ts'
import { asMade, markedCell, type AnchoredSheet } from '../workbook-update/anchored-sheet.ts'
import { provenanceSheet, provenanceTable, type UpdatableWorkbook } from '../workbook-update/updatable-workbook.ts'
import { queryLabel, queryText } from '../workbook-update/workbook-query.ts'
import { allChecksSheet } from './all-checks-sheet.ts'
import { checksSheet, checksTable } from './checks-sheet.ts'
import { dataSheet } from './data-sheets.ts'
import { figuresSheet } from './figures-sheet.ts'
import { derivedFigureAt, derivedUnit } from './derived-figures.ts'
import { periodSheet, spreadSheet, timeSheet } from './layout-sheets.ts'
import { bold, endsOf, shownName, styled } from './line-layout.ts'
import { anchoredSheets } from './anchored-sheets.ts'
import { CellAddresses } from './cell-addresses.ts'
import { chartDataSheet, chartDataTable, hasCharts } from './comparison-charts.ts'
import { scatterOfWorkbook, scatterSheet, scatterTable } from './scatter-sheet.ts'
import { viewFormat, anchoredView, viewSheet } from './view-sheet.ts'
import type { ComparedWorkbook } from './compared-companies.ts'

const bases: Readonly<Record<ComparisonBasis, string>> = {
  annual: 'years',
  'annual-ltm': 'years and LTM',
  quarterly: 'quarters',
  ltm: 'LTM at each quarter',
}
const modes: Readonly<Record<ComparisonMode, string>> = {
  values: 'values',
  yoy: 'growth y/y',
  qoq: 'growth vs. previous period',
  cagr: 'CAGR',
  'common-size': 'common size: % of revenue, balance sheet lines % of total assets',
  index: 'index, first positive figure = 100',
  median: 'difference vs. median',
  peer: 'difference vs. peer',
}

/** The export of a comparison: what is compared, its title, and the scale of its amounts. */
interface ComparisonExportOptions {
  readonly book: ComparedWorkbook
  readonly title: string
  /** Above every sheet; absent: the title. */
  readonly heading?: string
  readonly scale: Scale
  readonly facts: ExportFacts
  readonly db: Reader
}

const asOfLabel = 'As of'
const shownAsLabel = 'Shown as'

/** A comparison as a file: a sheet for each layout, the figures behind them, and their provenance. */
export function comparisonFile(options: ComparisonExportOptions): ExportSource {
  const { book, facts } = options
  const { table, spec } = book
  const title = titleAsOf(titleAdjusted(options.title, spec.adjustSplits ?? false), spec.asOf)
  const settings = factsOf(book)
  const rows = spreadTable(book)
  const updatable = comparisonBook({ ...options, isDrawn: hasCharts(book) })
  return {
    title,
    fileName: fileNameOf(`${title} ${localDay(facts.madeAt)}`),
    program: facts.program,
    madeAt: facts.madeAt,
    sheets: updatable.sheets(asMade(updatable.tables)),
    table: [rows],
    isFigure: (column) => column > 2,
    isSample: facts.isSample,
    facts: [...settings, ...sampleFacts(facts), ['Workspace', facts.workspace], ['Exported by', facts.program]],
    rows: () => table.lines.length,
  }
}

/** The same sheets in every file: a new column is added after those that exist. */
export function comparisonBook({
  book,
  title,
  heading,
  scale,
  facts,
  db,
  isDrawn,
}: ComparisonExportOptions & {
  /** It has charts, or may have them. */
  readonly isDrawn: boolean
}): UpdatableWorkbook {
  const settings = factsOf(book)
  const { spec } = book
  const named = { title, ...(heading !== undefined && { heading }) }
  const query = { layout: 1, kind: 'comparison', madeAt: facts.madeAt, ...named, spec, scale } as const
  const provenance = provenanceRows(db, book, [...settings, [queryLabel, queryText(query)]], facts)
  const origin = provenanceTable(provenance)
  const { spread, time, period, figures, data, checks } = anchoredSheets(book)
  const counts = checksTable(book)
  const drawn = chartDataTable(book)
  const isShown = book.table.columns.length > 0
  const screen = viewFormat(book)
  const own = screen && { screen, anchored: anchoredView(screen) }
  const symbols = book.table.companies.map(({ symbol }) => symbol).join(', ')
  const isTold = new Set(['Periods', 'Alignment', splitsLabel, ...(spec.mode === 'values' ? [] : [shownAsLabel])])
  const blockIn = (unit: string): TitleBlock => ({
    heading: heading ?? title,
    subject: 'Comparison',
    identity: symbols === heading ? '' : symbols,
    currency: spec.oneCurrency
      ? 'Treated as one currency, not converted (the service states none)'
      : 'Each company in its own reporting currency (not stated by the service)',
    basis: `${unit}.  ${settings
      .filter(([label]) => isTold.has(label))
      .map(([, value]) => sentence(value))
      .join('.  ')}.`,
    asOf: asOfWords(
      spec.asOf,
      book.sides.flatMap(({ periods }) => periods),
    ),
    made: localTimeInWords(facts.madeAt),
    isSample: facts.isSample,
    missing: book.table.companies
      .flatMap(({ symbol, missing }) => missing.map((reason) => `${symbol}: ${reason}.`))
      .join('  '),
  })
  const block = blockIn(scale === 'units' ? 'whole units' : `${scale} except per share`)
  const scatter = scatterOfWorkbook(book)
  const scattered = scatter && { scatter, anchored: scatterTable(book, scatter) }
  const shownTables = [
    spread,
    ...(scattered ? [scattered.anchored] : []),
    time,
    ...(isShown ? [period] : []),
    ...(own ? [own.anchored] : []),
  ]
  return {
    tables: [...shownTables, figures, counts, origin, data, checks, ...(isDrawn ? [drawn] : [])],
    recordIds: book.sides.flatMap((side) => side.periods.map(({ recordId }) => recordId)),
    sheets: (placements) => {
      const addresses = new CellAddresses(book, placements)
      const of = ({ name }: AnchoredSheet) => ({ name, scale, title: block })
      return [
        marked(spread, spreadSheet(book, addresses, of(spread))),
        ...(scattered ? [scatterSheet(book, scattered.scatter, addresses, { scale, title: block })] : []),
        marked(time, timeSheet(book, addresses, of(time))),
        ...(isShown ? [marked(period, periodSheet(book, addresses, of(period)))] : []),
        ...(own ? [marked(own.anchored, viewSheet(own.screen, book, addresses, of(own.anchored)))] : []),
        marked(figures, figuresSheet(book, addresses, of(figures))),
        checksSheet(book, addresses, { title: blockIn('whole units') }),
        provenanceSheet(origin, provenance, {
          widths: [22, 24, 12, 16, 10, 32, 40, 48, 66, 48],
          title: { ...block, subject: 'Provenance' },
        }),
        marked(data, dataSheet(book, of(data))),
        marked(checks, allChecksSheet(book, addresses, { ...of(checks), title: blockIn('whole units') })),
        ...(isDrawn ? [chartDataSheet(book, addresses, drawn, { scale, title: block })] : []),
      ]
    },
  }
}

function sentence(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

function marked(anchored: AnchoredSheet, sheet: Sheet): Sheet {
  return { ...sheet, marks: [{ name: anchored.mark, ...markedCell(anchored) }] }
}

/** What the mode makes of the figures, in words. */
function shownAs({ mode, peer, years }: ComparedWorkbook['spec']): string {
  return modes[mode] + (mode === 'peer' ? ` (${peer ?? ''})` : mode === 'cagr' ? ` over ${years ?? 1} years` : '')
}

function factsOf({ spec, table, sides }: ComparedWorkbook): (readonly [label: string, value: string])[] {
  return [
    ['Companies', table.companies.map(({ symbol }) => symbol).join(', ')],
    ['Periods', bases[spec.basis]],
    [
      'Alignment',
      spec.alignment === 'fiscal'
        ? 'by fiscal period'
        : 'calendarized, by the calendar quarter that contains the period’s midpoint',
    ],
    [shownAsLabel, shownAs(spec)],
    ...(spec.oneCurrency
      ? [['Currency', 'treated as one for medians and ranks of monetary lines; not converted'] as const]
      : []),
    ...(spec.adjustSplits
      ? [[splitsLabel, `EPS and shares adjusted for splits: ${adjustmentFact(sides)}`] as const]
      : []),
    [asOfLabel, spec.asOf === null ? 'now' : new Date(spec.asOf).toISOString()],
  ]
}

function provenanceRows(
  db: Reader,
  { sides, table, spec }: ComparedWorkbook,
  settings: readonly (readonly [string, string])[],
  facts: ExportFacts,
): Cell[][] {
  const hashes = hashesAsOf(
    db,
    sides.flatMap(({ periods }) => periods.map(({ recordId }) => recordId)),
    spec.asOf,
  )
  const head = (texts: readonly string[]): Cell[] => texts.map((text) => styled(text, { bold: true, fill: 'head' }))
  const left = { align: 'left' } as const
  return [
    ...factRows(facts, settings),
    [
      styled('Colors', bold),
      'Blue: as received from the service. Black: formula. Green: formula that refers to another sheet. Amber: tie-out break.',
    ],
    [],
    head([
      'Symbol',
      'Company',
      'Edition',
      'Fiscal year-end',
      'Periods',
      'Missing',
      'Figures with tie-out breaks',
      'Figures with known breaks only',
    ]),
    ...table.companies.map((company, at): Cell[] => [
      company.symbol,
      company.name,
      company.edition ?? 'Not stored',
      company.yearEnd === null ? 'n/a' : (monthNames[company.yearEnd - 1] ?? 'n/a'),
      styled(sides[at]?.periods.length ?? 0, left),
      [...company.missing, ...notRanked(company)].join('; '),
      styled(sides[at]?.breaks.fails ?? 0, left),
      styled(sides[at]?.breaks.known ?? 0, left),
    ]),
    [],
    head([
      'Symbol',
      'Period',
      'Period ends',
      'Record',
      '',
      'Fetched (UTC)',
      'Operation',
      'Parameters',
      'Content (SHA-256)',
      'Origin',
    ]),
    ...sides.flatMap(({ symbol, periods }) =>
      periods.map((period): Cell[] => {
        const record = getRecord(db, period.recordId)
        const response = record && getResponse(db, record.lastResponseId)
        return [
          symbol,
          fiscalPeriodName(period),
          styled(dateCell(period.endPeriod), { align: 'left', format: 'yyyy-mm-dd' }),
          styled(period.recordId, left),
          null,
          momentCell(period.lastSeenAt),
          response?.path ?? null,
          response?.parameters ?? null,
          hashes[period.recordId] ?? null,
          originCell(packOfRecord(db, period.recordId, spec.asOf)),
        ]
      }),
    ),
  ]
}

/** Why a company has no rank among the latest twelve months. */
function notRanked({ periods }: ComparedTable['companies'][number]): string[] {
  return periods.flatMap((records) => (records?.outdated ? `Not ranked: latest period ends ${records.endPeriod}` : []))
}

/** The spread as one table, with its figures and no formulas. What a reader must know of all of them has a row of its own. */
function spreadTable(book: ComparedWorkbook): Row[] {
  const { table, spec, sides } = book
  const day = asOfDay(spec.asOf)
  const allColumns = table.columns.map((_, column) => column)
  const columns = table.companies.flatMap(({ symbol }, side) => allColumns.map((column) => ({ symbol, side, column })))
  const fact = (label: string, of: (side: number) => Cell): Row => ({
    cells: [label, null, null, ...columns.map(({ side }) => of(side))],
  })
  return [
    {
      cells: ['line', 'field', 'unit', ...columns.map(({ symbol, column }) => `${symbol} ${shownName(book, column)}`)],
    },
    { cells: ['Period ends', null, null, ...columns.map(({ side, column }) => dateCell(endsOf(book, side, column)))] },
    ...(spec.mode === 'values' ? [] : [fact(shownAsLabel, () => shownAs(spec))]),
    ...(spec.adjustSplits ? [fact(splitsLabel, (side) => adjustmentFact(sides.slice(side, side + 1)))] : []),
    ...(day === null ? [] : [fact(asOfLabel, () => dateCell(day))]),
    ...table.lines.map((each, line): Row => ({
      cells: [
        each.label,
        each.field,
        derivedUnit(each, spec.mode),
        ...columns.map(({ side, column }) => derivedFigureAt(book, line, side, column)),
      ],
    })),
  ]
}
