/** The sentences and values of the source drawer, on screen and when they are copied. */

import { receivedSentence as sentenceOfMark } from '#contract/api/figure-mark-words.ts'
import { safeText } from '#contract/api/spreadsheet-text.ts'
import type { Figure, Tie, TieOut } from '#contract/api/financials.ts'
import type { FigureAdjustment } from '#contract/api/source.ts'
import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import { fromPack } from '#contract/api/pack-words.ts'
import type { Mark, PackSource, ServiceRequest } from '#contract/api/provenance.ts'
import { unitOf } from '#contract/api/figure-lines.ts'
import { formatInstantToSecond, formatLongDay, formatLongInstantDay, readStamp } from '../../format/dates.ts'
import { spreadsheetNumber } from '../../format/copied-table.ts'
import { formatDecimals, formatDigits } from '../../format/counts.ts'
import { formatChange, formatFigure, formatPercent, scaleOf } from '../../format/figures.ts'
import type { Scale } from '../../format/scale.ts'
import type { CalculatedSource, StoredFigure, StoredSource } from './source-view.svelte.ts'

/** A stored value at full precision: `1,296,800,000`, `(0.5)`; anything but a number as JSON, and n/a for null. */
export function storedText(value: unknown): string {
  if (value === null || value === undefined) return 'n/a'
  if (typeof value !== 'number') return JSON.stringify(value)
  const digits = formatDecimals(Math.abs(value), 0, 20)
  return value < 0 ? `(${digits})` : digits
}

const significant = 12

/** An adjusted figure without the tail that a division leaves: `0.0333333333333`. */
export function adjustedText(value: Figure): string {
  return typeof value === 'number' ? storedText(Number(value.toPrecision(significant))) : (value ?? 'n/a')
}

/** `2.6 ÷ 4 = 0.65`; of a reverse split with its own ratio: `0.01 × 8 = 0.08`. */
export function adjustmentText({ reported, factor, isDivided, value }: FigureAdjustment): string {
  if (factor === null) return 'n.m.'
  const isSmaller = isDivided === factor >= 1
  const by = adjustedText(factor >= 1 ? factor : 1 / factor)
  return `${storedText(reported)} ${isSmaller ? '÷' : '×'} ${by} = ${adjustedText(value)}`
}

/** `Q3 FY2020 (27 Jun 2020) and Q4 FY2020 (26 Sep 2020)`. */
export function splitPeriods({ before, after }: FigureAdjustment['splits'][number]): string {
  const period = (of: typeof before) => `${fiscalPeriodName(of)} (${formatLongDay(of.endPeriod)})`
  return `${period(before)} and ${period(after)}`
}

/** The note next to the value: its unit, and that it is shown as stored. */
export function storedNote(field: string, value: unknown): string {
  if (typeof value !== 'number') return 'as stored'
  const unit = unitOf(field)
  switch (unit) {
    case 'money':
      return 'reported currency, as stored'
    case 'per-share':
      return 'reported currency per share, as stored'
    case 'per-employee':
      return 'reported currency per employee, as stored'
    case 'shares':
      return 'shares, as stored'
    case 'percent':
      return `as stored, read as ${formatPercent(value)}`
    case 'ratio':
      return 'multiple, as stored'
    case 'days':
      return 'days, as stored'
    case 'count':
    case 'score':
      return 'as stored'
    default:
      return unit satisfies never
  }
}

/** "Restated once. This figure was 1,301,200,000 until 14 Nov 2025." Empty for a figure that was never restated. */
export function restatedSentence(versions: StoredFigure['versions']): string {
  // The core returns the latest first. Unreadable and never accepted versions replaced no figure.
  const shown = versions.filter(({ value, state }) => typeof value === 'number' && state === 'received')
  const moves = shown.flatMap((version, index) => {
    const before = shown[index + 1]
    return before && JSON.stringify(before.value) !== JSON.stringify(version.value) ? [{ version, before }] : []
  })
  const [last] = moves
  if (!last) return ''
  const times = moves.length === 1 ? 'once' : moves.length === 2 ? 'twice' : `${moves.length} times`
  return `Restated ${times}. This figure was ${storedText(last.before.value)} until ${formatLongInstantDay(last.version.knownFrom)}.`
}

/** How a figure was received, for the drawer and its tooltip. */
export function receivedSentence(mark: Mark): string {
  return sentenceOfMark(mark, { day: formatLongInstantDay, value: storedText })
}

/** `/fundamentals/enhanced` and `?symbol=HLDN`, `&fiscal_year=2025`, a line each, without host and key. */
export function requestLines({ path, parameters }: ServiceRequest): readonly string[] {
  const named = Object.entries(parameters).map(
    ([name, value], index) => `${index === 0 ? '?' : '&'}${name}=${encodeURIComponent(value)}`,
  )
  return [path, ...named]
}

/** `9f3c 41ae … d07b`. */
export function shortHash(hash: string): string {
  return `${hash.slice(0, 4)} ${hash.slice(4, 8)} … ${hash.slice(-4)}`
}

/** `1,296.8 − 710.5 = 586.3`: figures in the place of the rule's labels; the one figure of a rule that has but one. */
export function arithmetic({ field, terms, calculated, result }: Tie, scale: Scale): string {
  if (result === 'unknown') return ''
  const totalText = formatFigure(calculated, unitOf(field), scale)
  if (terms.length === 1) return totalText
  const sum = terms
    .filter(({ value }) => value !== null && value !== 0)
    .map(
      ({ sign, field: of, value }, index) =>
        `${signs[sign][index === 0 ? 0 : 1]}${formatFigure(value, unitOf(of), scale)}`,
    )
  return `${sum.join('') || formatFigure(0, unitOf(field), scale)} = ${totalText}`
}

/** At the beginning, and between two figures. */
const signs = { '+': ['', ' + '], '-': ['−', ' − '], '/': ['', ' / '] } as const

/** By how much a tie fails, in words. */
export function tieFailure({ field, stated, difference, tolerance }: Tie, scale: Scale): string {
  const unit = unitOf(field)
  const write = (value: Figure) => formatFigure(value, unit, scale)
  const rounding = formatDigits(
    unit === 'money' || unit === 'shares' ? tolerance / scaleOf[scale].divisor : tolerance,
    2,
  )
  return `stated ${write(stated)}, off by ${write(difference)}; rounding explains up to ${rounding}`
}

/** "Known since 22 Nov 2026: excise duties." */
export function knownSentence({ note, markedAt, lapsed }: NonNullable<TieOut['known']>): string {
  const reason = note === '' ? '' : `: ${note}`
  const day = formatLongInstantDay(markedAt)
  if (lapsed) return `Known break, marked ${day}${reason}. Its figures have changed since.`
  return `Known since ${day}${reason}${/[.!?]$/.test(reason) ? '' : '.'}`
}

/** A timestamp of the service in local time, with seconds; unchanged when it is not a timestamp. */
export function stampText(stamp: string | null): string {
  if (stamp === null) return 'not stated'
  const instant = readStamp(stamp)
  return instant === null ? stamp : formatInstantToSecond(instant)
}

/** A calculated figure in its unit; growth and shares as percentages, changes of margins in basis points. */
export function calculatedText({ target, figure }: CalculatedSource, scale: Scale): string {
  const unit = unitOf(figure.field)
  if (target.comparison === undefined) return formatFigure(figure.value, unit, scale)
  if (target.comparison === 'common-size') return formatPercent(figure.value)
  const change = formatChange(figure.value, unit)
  return unit === 'percent' && typeof figure.value === 'number' ? `${change} bps` : change
}

/** One line with a stored figure and its whole source. */
export function storedWithSource(symbol: string, { target, asOf, figure }: StoredSource, title: string): string {
  const { adjustment } = figure
  const value = typeof figure.value === 'number' ? spreadsheetNumber(figure.value) : storedText(figure.value)
  return [
    adjustment ? spreadsheetNumber(adjustment.value) : value,
    `${symbol} ${target.label}, ${target.period}`,
    ...knownText(asOf),
    adjustment
      ? `${adjustment.explanation} Reported ${adjustmentText(adjustment)}`
      : storedNote(target.field, figure.value),
    `${title} ${requestLines(figure.request).join('')}`,
    `fetched ${new Date(figure.fetchedAt).toISOString()}`,
    ...(figure.pack ? [fromPack(figure.pack, (moment) => new Date(moment).toISOString())] : []),
    `record updated ${figure.recordUpdatedAt ?? 'not stated'}`,
    `sha256 ${figure.hash}`,
  ]
    .map(safeText)
    .join('\t')
}

export function calculatedWithSource(symbol: string, { target, asOf, figure }: CalculatedSource): string {
  const inputs = figure.inputs.map(
    (input) =>
      `${input.label} ${input.quarter} FY${input.year} (${formatLongDay(input.endPeriod)}): ${spreadsheetNumber(input.value)}`,
  )
  return [
    spreadsheetNumber(figure.value),
    `${symbol} ${target.label}, ${target.period}`,
    ...knownText(asOf),
    `calculated by Tearsheet: ${figure.rule}`,
    inputs.join('; '),
  ]
    .map(safeText)
    .join('\t')
}

function knownText(asOf: number | null): readonly string[] {
  return asOf === null ? [] : [`as of ${formatLongInstantDay(asOf)}`]
}

/** The workspace and the service that a pack was made of. */
export function packOriginText({ workspace, host }: PackSource): string {
  return host === 'sample' ? `${workspace}, sample data` : `${workspace}, ${host}`
}
