/**
 * The sheet that summarizes checks in a comparison's workbook: breaks per check and company, and a
 * list of breaks.
 */

import { figureLines } from '#contract/api/figure-lines.ts'
import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import { groupHead, groupRule, heightOfGroup } from '../group-header-row.ts'
import { numberFormat, widthFor } from '../number-formats.ts'
import { printedPage, titleRowCount, titleRows, type TitleBlock } from '../title-block.ts'
import { keySeparator, markedCell, numbered, type AnchoredSheet } from '../workbook-update/anchored-sheet.ts'
import type { Cell, CellValue, Row } from '../workbook/cells.ts'
import type { Sheet } from '../workbook/sheet-xml.ts'
import type { CellStyle } from '../workbook/styles.ts'
import { statusOf } from '../tie-out-cells.ts'
import { differenceColumn, kindColumn, statusColumn, symbolColumn } from './all-checks-sheet.ts'
import { checkText, countedAs, countedLabel, listedRows, type CheckRow } from './check-rows.ts'
import { aboveRecords, type CellAddresses } from './cell-addresses.ts'
import { styled, widthForTexts } from './line-layout.ts'
import type { ComparedWorkbook } from './compared-companies.ts'

const headRow = titleRowCount
const [firstRow, firstColumn] = [headRow + 1, 2]
/** Rows of breaks: beyond these, a reader goes to all checks. */
const mostBreaks = 300

type CountRow =
  | { readonly kind: 'group'; readonly label: string; readonly note: string }
  /** How often checks of one kind break, a company a column. */
  | { readonly kind: 'counted'; readonly key: string; readonly label: string }
  | { readonly kind: 'all' }
  /** As the screen counts: a figure that two checks find off is one. */
  | { readonly kind: 'figures' | 'known' }
  /** A check of a period that breaks at some companies: by how much at each. */
  | {
      readonly kind: 'break'
      readonly key: string
      readonly label: string
      readonly at: ReadonlyMap<number, { readonly row: number; readonly its: CheckRow }>
    }
  | { readonly kind: 'note'; readonly text: string }

/** The rows of the sheet that a reader sees first: how often each check breaks, and every break. */
function countRows(book: ComparedWorkbook): readonly CountRow[] {
  const listed = listedRows(book).flatMap((its, row) => (its.kind === 'check' ? [{ its, row }] : []))
  const counted = new Map<string, string>()
  for (const { its } of listed) {
    const key = countedAs(its.check)
    if (!counted.has(key)) counted.set(key, countedLabel(its.side, its.check))
  }
  const last = (key: string) => (key === 'cross.edition' ? 2 : key === 'cross.year' ? 1 : 0)
  const breaks = breakRows(listed)
  const left = breaks.length - mostBreaks
  return [
    { kind: 'group', label: 'Breaks by check', note: 'all stored periods; -: all possible checks tie' },
    ...[...counted]
      .toSorted(([one], [other]) => last(one) - last(other))
      .map(([key, label]): CountRow => ({ kind: 'counted', key, label })),
    { kind: 'all' },
    { kind: 'figures' },
    { kind: 'known' },
    ...(breaks.length === 0
      ? []
      : ([
          {
            kind: 'group',
            label: 'Breaks',
            note: 'difference in whole units: stated less calculated; gray: marked as known',
          },
          ...breaks.slice(0, mostBreaks),
        ] as const)),
    ...(left > 0 ? [{ kind: 'note', text: `And ${left} more on sheet All checks.` } as const] : []),
    { kind: 'note', text: 'Every check of every period, with its tolerance: sheet All checks.' },
    {
      kind: 'note',
      text: 'Fiscal years and quarters, enhanced and lite records: only lines with a break in some period.',
    },
  ]
}

/** The latest periods first; a check that breaks at several companies in the same period has one row. */
function breakRows(listed: readonly { readonly its: CheckRow; readonly row: number }[]): CountRow[] {
  const rows = new Map<string, { period: string; label: string; at: Map<number, { row: number; its: CheckRow }> }>()
  for (const { its, row } of listed) {
    const { check, side, period, at } = its
    if (check.tie.result !== 'fails') continue
    const name = fiscalPeriodName(period)
    const key = `${name}${keySeparator}${check.name}`
    const text = check.rule ? countedLabel(side, check) : checkText(side, check)
    const found = rows.get(key) ?? { period: period.endPeriod, label: `${name}   ${text}`, at: new Map() }
    if (!found.at.has(at)) found.at.set(at, { row, its })
    rows.set(key, found)
  }
  return [...rows]
    .toSorted(([, one], [, other]) => other.period.localeCompare(one.period))
    .map(([key, { label, at }]) => ({ kind: 'break', key, label, at }))
}

const totals = { all: 'check.all', figures: 'check.figures', known: 'check.known' } as const

function keyOf(row: CountRow): string {
  if (row.kind === 'group' || row.kind === 'note') return ''
  return row.kind === 'counted' || row.kind === 'break' ? row.key : totals[row.kind]
}

/** Workbooks of earlier versions have the sheet of all checks alone. */
export function checksTable(book: ComparedWorkbook): AnchoredSheet {
  return {
    mark: 'check-summary',
    name: 'Checks',
    heads: [headRow],
    keys: [1],
    first: { row: firstRow, column: firstColumn },
    rowKeys: numbered(countRows(book).map(keyOf)),
    columnKeys: numbered([...book.table.companies.map(({ symbol }) => symbol), 'Breaks', 'Ties']),
    isOptional: true,
  }
}

const look: CellStyle = { format: numberFormat('count', 'units'), align: 'right' }
const small: CellStyle = { ink: 'quiet', size: 8 }
const headStyle: CellStyle = { bold: true, ruleBelow: 'strong' }

/** How often each check breaks at each company, and every break with its difference: formulas over all checks. */
export function checksSheet(
  book: ComparedWorkbook,
  addresses: CellAddresses,
  { title }: { readonly title: TitleBlock },
): Sheet {
  const rows = countRows(book)
  const { companies } = book.table
  const writer = new CountWriter(book, addresses)
  const block = { ...title, subject: 'Checks', identity: 'breaks by check and company; formulas over sheet All checks' }
  const heads = [...companies.map(({ symbol }) => symbol), 'Breaks', 'Ties']
  const differences = rows.flatMap((row) =>
    row.kind === 'break' ? [...row.at.values()].map(({ its }) => Math.abs(its.check.tie.difference ?? 0)) : [],
  )
  const width = Math.max(10.5, widthFor(Math.max(0, ...differences), numberFormat('count', 'units')))
  const labels = rows.flatMap((row) => ('label' in row && row.kind !== 'group' ? row.label : []))
  const across = firstColumn + heads.length
  return {
    name: checksTable(book).name,
    frozen: { rows: firstRow, columns: firstColumn },
    columns: [
      { width: widthForTexts(labels, { least: 40, most: 90 }) },
      { width: 34, isHidden: true, outline: 1 },
      ...heads.map(() => ({ width })),
    ],
    marks: [{ name: 'check-summary', ...markedCell(checksTable(book)) }],
    page: printedPage(block, { headsUpTo: firstRow }),
    merged: rows.flatMap((row, at) => (row.kind === 'note' ? { row: firstRow + at, columns: across } : [])),
    rows: [
      [
        ...titleRows(block, across - 1),
        {
          cells: [
            styled('Check', { ...headStyle, ...small, bold: false }),
            styled('Field', { ...headStyle, ...small, bold: false }),
            ...heads.map((text) => styled(text, { ...headStyle, align: 'right', format: '@_)' })),
          ],
        },
        ...rows.map((row, at): Row => ({
          cells: writer.cells(row, firstRow + at),
          ...(row.kind === 'group' && { height: heightOfGroup }),
        })),
      ],
    ],
  }
}

class CountWriter {
  readonly #book: ComparedWorkbook
  readonly #addresses: CellAddresses
  readonly #checks: readonly CheckRow[]
  readonly #sides: readonly number[]

  constructor(book: ComparedWorkbook, addresses: CellAddresses) {
    this.#book = book
    this.#addresses = addresses
    this.#checks = listedRows(book).flatMap((row) => (row.kind === 'check' ? row : []))
    this.#sides = book.table.companies.map((_, side) => side)
  }

  cells(row: CountRow, at: number): Cell[] {
    switch (row.kind) {
      case 'group':
        return [
          groupHead(row.label, row.note),
          styled(null, groupRule),
          ...[...this.#sides, 0, 0].map(() => styled(null, groupRule)),
        ]
      case 'counted':
        return this.#counted(row, at)
      case 'all':
        return this.#all()
      case 'figures':
      case 'known':
        return this.#figures(row.kind)
      case 'break':
        return this.#break(row)
      case 'note':
        return [styled(row.text, small)]
      default:
        return row satisfies never
    }
  }

  #counted({ key, label }: Extract<CountRow, { kind: 'counted' }>, at: number): Cell[] {
    const own = this.#addresses.checkCount(at, 1)
    const kind = { column: kindColumn, is: own }
    const its = (side?: number) =>
      this.#checks.filter((row) => countedAs(row.check) === key && (side === undefined || row.at === side))
    return [
      styled(label, {}),
      styled(key, small),
      ...this.#sides.map((side) => {
        const [breaks, unknown, all] = ['"break"', '"n/a"', undefined].map((status) =>
          this.#count(side, kind, { column: statusColumn, is: status }),
        )
        const some = its(side)
        const isUnknown = some.every((row) => status(row) === 'n/a')
        const count = some.filter((row) => status(row) === 'break').length
        return counted(breaks === undefined ? null : `IF(${unknown}=${all},"n/a",${breaks})`, isUnknown ? 'n/a' : count)
      }),
      ...(['break', 'ties'] as const).map((wanted) =>
        counted(
          this.#count(undefined, kind, { column: statusColumn, is: `"${wanted}"` }) ?? null,
          its().filter((row) => status(row) === wanted).length,
          wanted === 'ties',
        ),
      ),
    ]
  }

  #all(): Cell[] {
    const rule = { bold: true, rule: 'strong' } as const
    const cell = (wanted: string, side?: number) => {
      const formula = this.#count(side, { column: statusColumn, is: `"${wanted}"` }) ?? null
      const its = this.#checks.filter((row) => status(row) === wanted && (side === undefined || row.at === side))
      return counted(formula, its.length, wanted === 'ties', rule)
    }
    return [
      styled('All checks', rule),
      styled(totals.all, { ...rule, ...small, bold: false }),
      ...this.#sides.map((side) => cell('break', side)),
      cell('break'),
      cell('ties'),
    ]
  }

  /** Counted by Tearsheet: the checks of one figure are not side by side. */
  #figures(kind: 'figures' | 'known'): Cell[] {
    const counts = this.#book.sides.map(({ breaks }) => (kind === 'figures' ? breaks.fails : breaks.known))
    const style = { ...look, ink: 'quiet' } as const
    return [
      styled(kind === 'figures' ? 'Figures with tie-out breaks' : 'Figures with known breaks only', { ink: 'quiet' }),
      styled(totals[kind], small),
      ...counts.map((count) => styled(count, style)),
      styled(
        counts.reduce((sum, count) => sum + count, 0),
        style,
      ),
    ]
  }

  #break({ key, label, at }: Extract<CountRow, { kind: 'break' }>): Cell[] {
    return [
      styled(label, {}),
      styled(key, small),
      ...this.#sides.map((side): Cell => {
        const found = at.get(side)
        if (!found) return null
        const { check, isKnown } = found.its
        const cell = this.#addresses.checkElsewhere(aboveRecords + found.row, differenceColumn)
        const unit = check.rule ? 'count' : (figureLines.get(check.field)?.unit ?? 'money')
        const value: CellValue =
          cell === undefined ? 'n/a' : { kind: 'formula', formula: cell, value: check.tie.difference ?? 'n/a' }
        return {
          kind: 'styled',
          value,
          style: {
            format: numberFormat(unit, 'units'),
            align: 'right',
            ...(isKnown ? { ink: 'quiet' } : { ink: 'other-sheet', fill: 'flag' }),
          },
          isTelling: true,
        }
      }),
    ]
  }

  /** How many of all checks have these words in these columns; undefined: the workbook has no such column. */
  #count(
    side: number | undefined,
    ...wanted: readonly { readonly column: number; readonly is: string | undefined }[]
  ): string | undefined {
    const head = side === undefined ? undefined : this.#addresses.checkCount(headRow, firstColumn + side)
    const all = [{ column: symbolColumn, is: head }, ...wanted].filter(({ is }) => is !== undefined)
    const pairs = all.map(({ column, is }) => [this.#addresses.checkColumn(column), is] as const)
    if (pairs.some(([column]) => column === undefined)) return undefined
    return `COUNTIFS(${pairs.flat().join(',')})`
  }
}

function status({ check, isKnown }: CheckRow): string {
  return statusOf(check.tie.result, isKnown)
}

/** A count of breaks is flagged, a count of ties is not. */
function counted(formula: string | null, value: number | 'n/a', isOfTies = false, line: CellStyle = {}): Cell {
  const isBreak = !isOfTies && typeof value === 'number' && value > 0
  const ink = value === 'n/a' ? 'quiet' : 'other-sheet'
  return {
    kind: 'styled',
    value: formula === null ? value : { kind: 'formula', formula, value },
    style: { ...look, ...line, ink, ...(isBreak && { fill: 'flag' }) },
    isTelling: true,
  }
}
