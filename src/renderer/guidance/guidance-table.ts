/** Builds the table of guidance: a row for each line and period, a column for each call, and what was reported. */

import type { ApiOutputs } from '#contract/api/api.ts'
import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import type { GuidanceRow, GuidanceWords } from '#contract/api/guidance.ts'
import { formatCallDay } from '../format/call-dates.ts'
import type { SpreadsheetCell, SpreadsheetTable } from '../format/copied-table.ts'
import { formatCallTime } from '../format/dates.ts'
import { absent } from '../format/figures.ts'
import type { Scale } from '../format/scale.ts'
import { spokenText } from '../format/spoken-figures.ts'
import type { GridCell, GridColumn, GridRow, Range } from '../ui/grid/grid-types.ts'
import {
  changeSentence,
  lineName,
  markOf,
  notComparedSentence,
  outcomeNames,
  outcomeSentence,
  reasonMark,
  restatedSentence,
  valueText,
  whyNotReported,
  type StatedCell,
  type TableCell,
} from './guidance-text.ts'

export type Guidance = ApiOutputs['calls']['guidance']

const reportedKey = 'reported'
export const callWidth = 140
const reportedWidth = 128
const emptyCell: GridCell = { text: '', tone: '', marks: [] }

/** Pure. */
export class GuidanceTable {
  readonly #guidance: Guidance
  readonly #scale: Scale
  /** Indexes of the calls in the order of the columns. */
  readonly #order: readonly number[]
  readonly rows: readonly GridRow[]
  readonly columns: readonly GridColumn[]

  constructor(guidance: Guidance, scale: Scale, order: 'oldest-first' | 'newest-first') {
    this.#guidance = guidance
    this.#scale = scale
    const oldestFirst = [...guidance.calls.keys()]
    this.#order = order === 'oldest-first' ? oldestFirst : oldestFirst.toReversed()
    const names = guidance.rows.map(lineName)
    this.rows = guidance.rows.map((row, at): GridRow => {
      const period = fiscalPeriodName(row.period)
      const name = names[at] ?? ''
      return {
        key: `${name} ${period}`,
        label: name,
        note: period,
        says: `${name}, ${period}`,
        rank: at > 0 && names[at - 1] !== name ? 'subtotal' : 'plain',
      }
    })
    const latest = guidance.calls.at(-1)?.callId
    this.columns = [
      ...this.#order.flatMap((at): GridColumn[] => {
        const call = guidance.calls[at]
        if (!call) return []
        return [
          {
            key: call.callId,
            title: fiscalPeriodName(call.quarter),
            note: call.startedAt === null ? '' : formatCallDay(call.startedAt),
            says: call.title,
            separated: false,
            strong: call.callId === latest,
            marks: [],
          },
        ]
      }),
      {
        key: reportedKey,
        title: 'Reported',
        note: 'against guidance',
        separated: false,
        startsGroup: true,
        shaded: true,
        frozen: true,
        width: reportedWidth,
        marks: [],
      },
    ]
  }

  /** The column of the latest call, in which the table opens. */
  get home(): string {
    return this.#guidance.calls.at(-1)?.callId ?? reportedKey
  }

  at(row: number, column: number): TableCell | null {
    const line = this.#guidance.rows[row]
    if (!line || column < 0 || column >= this.columns.length) return null
    const at = this.#order[column]
    if (at === undefined) return { row: line, call: null, cell: null, dismissed: [], previous: null }
    const cell = line.cells[at] ?? null
    const before = cell?.is === 'stated' || cell?.is === 'reaffirmed' ? cell.previous : null
    const previousCall = before === null ? undefined : this.#guidance.calls[before]
    const previousCell = before === null ? null : line.cells[before]
    return {
      row: line,
      call: this.#guidance.calls[at] ?? null,
      cell,
      dismissed: line.dismissed[at] ?? [],
      previous: previousCall && previousCell?.is === 'stated' ? { call: previousCall, cell: previousCell } : null,
    }
  }

  cell(row: number, column: number): GridCell {
    const at = this.at(row, column)
    if (!at) return emptyCell
    if (at.call === null) return this.#reportedCell(at.row)
    const { cell, dismissed } = at
    if (cell === null && dismissed.length === 0) return emptyCell
    const letter = cell === null ? 'wrong match' : markOf(cell)
    return {
      text: cell?.is === 'stated' ? statedText(cell) : '',
      tone: '',
      marks: [{ letter, says: changeSentence(at), corner: false }],
    }
  }

  /** A range as it is on screen. @param heads labels and calls too */
  sheet({ top, bottom, left, right }: Range, heads: boolean): SpreadsheetTable {
    const columns = [...this.columns.keys()].slice(Math.max(0, left), right + 1)
    const rows = [...this.rows.keys()].slice(Math.max(0, top), bottom + 1)
    return {
      heads: heads ? ['Line', 'Period', ...columns.map((column) => this.columns[column]?.title ?? '')] : [],
      rows: rows.map((row) => [
        ...(heads ? [this.rows[row]?.label ?? '', this.rows[row]?.note ?? ''] : []),
        ...columns.map((column) => this.#copied(row, column)),
      ]),
    }
  }

  get everything(): Range {
    return { top: 0, bottom: this.rows.length - 1, left: 0, right: this.columns.length - 1 }
  }

  #reportedCell(row: GuidanceRow): GridCell {
    const { reported, outcome } = row
    if (!reported) return { ...emptyCell, text: whyNotReported(row) === '' ? '' : absent }
    const restated = restatedSentence(row, this.#scale)
    const reason = reasonMark(row.notCompared)
    return {
      text: valueText(row, reported.value, this.#scale),
      tone: '',
      marks: [
        ...(restated === null ? [] : [{ letter: 'r', says: restated, corner: true }]),
        ...(outcome ? [{ letter: outcomeNames[outcome], says: outcomeSentence(outcome), corner: false }] : []),
        ...(reason === null ? [] : [{ letter: reason, says: notComparedSentence(row) ?? '', corner: false }]),
      ],
    }
  }

  #copied(row: number, column: number): SpreadsheetCell {
    const at = this.at(row, column)
    if (at?.call === null) return at.row.reported?.value ?? null
    const { text, marks } = this.cell(row, column)
    return [text, ...marks.map(({ letter }) => letter)].filter((part) => part !== '').join(', ')
  }
}

/** The first passage, which stands for those that agree with it. */
function statedText({ passages }: StatedCell): string {
  const [first] = passages
  return first ? spokenText(first.value) : ''
}

const exportHeads = [
  'Line',
  'Period',
  'Call',
  'Call date',
  'Guidance',
  'Spoken',
  'From',
  'To',
  'Currency',
  'Speaker',
  'Time',
  'Sentence',
  'Reported, as first stored',
  'Restated to',
  'Against the last guidance',
] as const

/** Every passage as a row, with figures in full precision. */
export function guidanceSheet({ calls, rows }: Guidance): SpreadsheetTable {
  return {
    heads: exportHeads,
    rows: rows.flatMap((row) =>
      row.cells.flatMap((cell, at): SpreadsheetCell[][] => {
        const call = calls[at]
        if (!call || !cell) return []
        const shared = [
          lineName(row),
          fiscalPeriodName(row.period),
          `${fiscalPeriodName(call.quarter)} call`,
          call.startedAt === null ? '' : formatCallDay(call.startedAt),
        ]
        const outcome = [row.reported?.value ?? null, row.restated?.value ?? null, againstGuidance(row)]
        if (cell.is !== 'stated') {
          const words = cell.is === 'not-repeated' ? (['', '', ''] as const) : wordsIn(cell.passage)
          return [[...shared, markOf(cell), '', null, null, '', ...words, ...outcome]]
        }
        return cell.passages.map((passage) => [
          ...shared,
          markOf(cell),
          spokenText(passage.value),
          passage.value.low,
          passage.value.high,
          passage.value.currency ?? '',
          ...wordsIn(passage),
          ...outcome,
        ])
      }),
    ),
  }
}

function againstGuidance(row: GuidanceRow): string {
  return row.outcome ? outcomeNames[row.outcome] : (reasonMark(row.notCompared) ?? '')
}

/** Speaker, time and sentence. */
function wordsIn({ speaker, second, sentence }: GuidanceWords): readonly [string, string, string] {
  return [speaker, second === null ? '' : formatCallTime(second), sentence.join('')]
}
