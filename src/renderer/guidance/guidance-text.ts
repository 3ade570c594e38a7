/** Words for guidance: the line that it is for, how it changed, and what came of it. */

import { labelInSentence, labelOf } from '#contract/api/figure-lines.ts'
import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import type {
  GuidanceCall,
  GuidanceCell,
  GuidanceChange,
  GuidanceOutcome,
  GuidanceRow,
  GuidanceWords,
  NotCompared,
} from '#contract/api/guidance.ts'
import type { SpokenUnit } from '#contract/api/spoken-figures.ts'
import { formatInstantDay } from '../format/dates.ts'
import type { Scale } from '../format/scale.ts'
import { markedAsWrong, reportedText, spokenText } from '../format/spoken-figures.ts'

export type StatedCell = Extract<GuidanceCell, { is: 'stated' }>

/** A row and a column of the table: a call's cell, or what was reported. */
export interface TableCell {
  readonly row: GuidanceRow
  /** Null: the reported figure. */
  readonly call: GuidanceCall | null
  readonly cell: GuidanceCell | null
  /** Words of the call that the user called a wrong match. */
  readonly dismissed: readonly GuidanceWords[]
  /** The call that the cell is compared with, and what it said; null: there is none. */
  readonly previous: { readonly call: GuidanceCall; readonly cell: StatedCell } | null
}

const changeNames: Readonly<Record<GuidanceChange, string>> = {
  given: 'given',
  raised: 'raised',
  lowered: 'lowered',
  narrowed: 'narrowed',
  widened: 'widened',
  repeated: 'repeated',
}

export const outcomeNames: Readonly<Record<GuidanceOutcome, string>> = {
  within: 'within',
  above: 'above',
  below: 'below',
}

const changesOfLine = { yoy: 'y/y', qoq: 'q/q' } as const
const qualifierNames = { adjusted: 'adjusted', 'constant-currency': 'constant currency' } as const

/** `Revenue, y/y, constant currency`. */
export function lineName({ label, change, qualifier }: GuidanceRow): string {
  return [label, change && changesOfLine[change], qualifier && qualifierNames[qualifier]]
    .filter((part) => part !== null)
    .join(', ')
}

/** How the guidance of a call differs from the guidance before it, in one sentence. */
export function changeSentence({ row, call, cell, dismissed, previous }: TableCell): string {
  const period = fiscalPeriodName(row.period)
  if (!call) return ''
  if (!cell) return dismissed.length > 0 ? `Not counted: ${markedAsWrong}.` : 'None found in this call.'
  if (cell.is === 'not-repeated')
    return `This call gives guidance for ${labelInSentence(row.label)}, but none for ${period} was found.`
  if (cell.is === 'withdrawn') return `Guidance for ${period} was withdrawn or suspended.`
  const since = sinceText(previous)
  if (cell.is === 'reaffirmed') return `Reaffirmed without a figure${since === null ? '' : `: ${since}`}.`
  if (cell.notCompared?.is === 'passages') return 'The passages of this call differ.'
  if (cell.change === 'given' || !previous) {
    const before = row.cells.slice(0, row.cells.indexOf(cell))
    return before.some((each) => each?.is === 'withdrawn')
      ? `The first guidance for ${period} since it was withdrawn.`
      : `The first guidance for ${period} in the stored calls.`
  }
  if (since === null) return `Not compared: the passages of the ${fiscalPeriodName(previous.call.quarter)} call differ.`
  if (cell.change !== null) return `${sentenceWords[cell.change]} ${since}.`
  const reason = cell.notCompared && reasonText(cell.notCompared)
  return `Not compared with ${since}${reason ? `: ${reason}` : ''}.`
}

/** `4.77–4.90 bn in the Q1 FY2025 call`; null: there is no earlier guidance, or its passages differ. */
function sinceText(previous: TableCell['previous']): string | null {
  const [before] = previous?.cell.passages ?? []
  if (!previous || !before || previous.cell.notCompared?.is === 'passages') return null
  return `${spokenText(before.value)} in the ${fiscalPeriodName(previous.call.quarter)} call`
}

function reasonText(reason: NotCompared): string {
  switch (reason.is) {
    case 'split':
      return `share split between ${fiscalPeriodName(reason.before)} and ${fiscalPeriodName(reason.after)}`
    case 'withdrawal-unclear':
      return `the ${fiscalPeriodName(reason.call)} call may have withdrawn the guidance`
    case 'later-unclear':
      return `the ${fiscalPeriodName(reason.call)} call may have given newer guidance`
    case 'bounds':
      return 'only one of the figures is a limit'
    case 'precision':
      return 'one figure is rounded too coarsely'
    case 'bases':
      return 'the figures are adjusted differently'
    case 'currency':
      return 'another currency'
    case 'own-metric':
      return 'the company may calculate it differently from your metric'
    case 'passages':
      return 'the passages of this call differ'
    case 'previous-passages':
      return 'the passages of the last guidance differ'
    default:
      return reason satisfies never
  }
}

/** What a cell says of the guidance, in a word or two. */
export function markOf(cell: GuidanceCell): string {
  if (cell.is !== 'stated') return absenceNames[cell.is]
  const { change, notCompared, passages } = cell
  if (change !== null) return changeNames[change]
  if (notCompared?.is === 'passages') return `${passages.length} differ`
  return reasonMark(notCompared) ?? 'stated'
}

/** The mark of guidance, or of a reported figure, that is not compared; null: it has none of its own. */
export function reasonMark(reason: NotCompared | null): string | null {
  return reason?.is === 'split' || reason?.is === 'currency' ? reason.is : null
}

/** Why the reported figure of a row is not compared; null: it is, or there is nothing to compare. */
export function notComparedSentence({ notCompared }: GuidanceRow): string | null {
  if (notCompared?.is === 'currency')
    return 'Not compared: the guidance is not in US dollars, and the currency of the statements is not stated.'
  return notCompared && `Not compared: ${reasonText(notCompared)}.`
}

const sentenceWords: Readonly<Record<Exclude<GuidanceChange, 'given'>, string>> = {
  raised: 'Raised from',
  lowered: 'Lowered from',
  narrowed: 'Narrowed from',
  widened: 'Widened from',
  repeated: 'Repeated:',
}

export function outcomeSentence(outcome: GuidanceOutcome): string {
  return {
    within: 'Within the last guidance, at the precision spoken.',
    above: 'Above the last guidance.',
    below: 'Below the last guidance.',
  }[outcome]
}

function unitOf({ cells }: GuidanceRow): SpokenUnit {
  const stated = cells.find((cell): cell is StatedCell => cell?.is === 'stated')
  return stated?.passages[0]?.value.unit ?? 'amount'
}

/** A reported figure of a row. */
export function valueText(row: GuidanceRow, value: number, scale: Scale): string {
  return reportedText({ value: { unit: unitOf(row) }, change: row.change }, value, scale)
}

/** `Restated 14 Nov 25: 1,301.2 → 1,296.8.` Null: the reported figure was not restated. */
export function restatedSentence(row: GuidanceRow, scale: Scale): string | null {
  const { reported, restated } = row
  if (!reported || !restated) return null
  const [was, is] = [valueText(row, reported.value, scale), valueText(row, restated.value, scale)]
  return `Restated ${formatInstantDay(restated.at)}: ${was} → ${is}. Guidance is compared with the figure as first stored.`
}

/** The words that a cell opens and plays; null: it has none. */
export function wordsOf({ cell, dismissed }: TableCell): GuidanceWords | null {
  if (cell === null) return dismissed[0] ?? null
  if (cell.is === 'withdrawn' || cell.is === 'reaffirmed') return cell.passage
  return cell.is === 'stated' ? (cell.passages[0] ?? null) : null
}

/** Why the reported figure of a row cannot be opened; null: it can. */
export function openFigureOff({ reported }: GuidanceRow): string | null {
  if (!reported) return 'no reported figure'
  return reported.origin === 'own-metric' ? 'your own metrics are shown in comparisons' : null
}

/** What a reported figure is: `Revenue, FY2025, stored`; of an own metric `Cash conversion, FY2025, calculated by your metric`. */
export function reportedName({ label, period, reported }: GuidanceRow): string {
  if (!reported) return ''
  const isOwn = reported.origin === 'own-metric'
  const name = isOwn ? label : labelOf(reported.field)
  return [name, fiscalPeriodName(period), isOwn ? 'calculated by your metric' : reported.origin].join(', ')
}

/** The words that a cell counts, and those that the user called a wrong match. */
export function passagesOf({ cell, dismissed }: TableCell): { words: GuidanceWords; isDismissed: boolean }[] {
  const counted = cell?.is === 'stated' ? cell.passages : cell && cell.is !== 'not-repeated' ? [cell.passage] : []
  return [
    ...counted.map((words) => ({ words, isDismissed: false })),
    ...dismissed.map((words) => ({ words, isDismissed: true })),
  ]
}

export function isCounted({ cells }: GuidanceRow): boolean {
  return cells.some((cell) => cell !== null)
}

/** What a cell without a figure says of the guidance. */
const absenceNames: Readonly<Record<Exclude<GuidanceCell['is'], 'stated'>, string>> = {
  reaffirmed: 'repeated',
  'not-repeated': 'not repeated',
  withdrawn: 'withdrawn',
}

/** Why a row has no reported figure; empty: the period may not be reported yet. */
export function whyNotReported({ qualifier }: GuidanceRow): string {
  if (qualifier === 'adjusted') return 'Adjusted figures are not in the statements.'
  return qualifier === 'constant-currency' ? 'Growth at constant currency is not in the statements.' : ''
}
