/**
 * Texts of spoken figures: the figure as spoken and as reported, its name, the difference, and why it
 * is not judged.
 */

import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import { labelOf } from '#contract/api/figure-lines.ts'
import type {
  ReportedFigure,
  SpokenFigure,
  SpokenFigures,
  SpokenUnit,
  SpokenValue,
  UnjudgedReason,
} from '#contract/api/spoken-figures.ts'
import type { UnitKind } from '#contract/service/statement-lines.ts'
import {
  formatBasisPoints,
  formatDifference,
  formatFigure,
  formatGrowth,
  formatRestatement,
} from '../../format/figures.ts'
import type { Scale } from '../../format/scale.ts'

type FiscalPeriod = SpokenFigures['quarter']

const boundSigns: Readonly<Record<SpokenValue['bound'], string>> = {
  exact: '',
  about: '~',
  over: '>',
  under: '<',
  range: '',
}

/** A figure as it was spoken, with the digits that were spoken: `1.318 bn`, `~8%`, `>600 m`, `1.34–1.37 bn`. */
export function spokenText(value: SpokenValue): string {
  const { low, high, bound } = value
  const { divisor, suffix } = spokenScale(value)
  const digits = (figure: number) => withDigits(Math.abs(figure) / divisor, value.step / divisor)
  const isNegative = high < 0 || (low < 0 && high === 0)
  const range =
    low === high ? digits(low) : isNegative ? `${digits(high)}–${digits(low)}` : `${digits(low)}–${digits(high)}`
  const text = `${boundSigns[bound]}${range}${suffix}`
  return isNegative ? `(${text})` : text
}

const scales = [
  { divisor: 1e12, suffix: ' tn' },
  { divisor: 1e9, suffix: ' bn' },
  { divisor: 1e6, suffix: ' m' },
  { divisor: 1e3, suffix: ' k' },
] as const
/** More digits than these after the point are written out in full: 5,410 people are not 5.41 thousand. */
const mostScaledDigits = 3

function spokenScale({ unit, low, high, step }: SpokenValue): { readonly divisor: number; readonly suffix: string } {
  switch (unit) {
    case 'percent':
      return { divisor: 0.01, suffix: '%' }
    case 'basis-points':
      return { divisor: 1, suffix: ' bps' }
    case 'ratio':
      return { divisor: 1, suffix: 'x' }
    case 'days':
      return { divisor: 1, suffix: ' days' }
    case 'per-share':
      return { divisor: 1, suffix: '' }
    case 'amount':
    case 'shares':
    case 'count': {
      const size = Math.max(Math.abs(low), Math.abs(high))
      const isSpokenIn = (divisor: number) =>
        size >= divisor && step * 10 ** mostScaledDigits >= divisor && (divisor > 1e3 || step >= divisor)
      return scales.find(({ divisor }) => isSpokenIn(divisor)) ?? { divisor: 1, suffix: '' }
    }
    default:
      return unit satisfies never
  }
}

const mostDigits = 6

/** With as many decimals as the step has, and more where the figure has more. */
function withDigits(figure: number, step: number): string {
  const exact = Number(figure.toPrecision(12))
  const spoken = step > 0 ? Math.ceil(-Math.log10(step) - 1e-9) : 0
  let decimals = Math.min(mostDigits, Math.max(0, spoken))
  while (decimals < mostDigits && Number(exact.toFixed(decimals)) !== exact) decimals += 1
  return exact.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}

const unitKinds: Readonly<Record<Exclude<SpokenUnit, 'basis-points'>, UnitKind>> = {
  amount: 'money',
  'per-share': 'per-share',
  percent: 'percent',
  shares: 'shares',
  count: 'count',
  ratio: 'ratio',
  days: 'days',
}

/** The stored figure in the format and scale of the statements; a change has its sign. */
export function reportedText({ value: { unit }, change }: SpokenFigure, reported: number, scale: Scale): string {
  if (unit === 'basis-points') return formatBasisPoints(reported / 1e4)
  if (change === null) return formatFigure(reported, unitKinds[unit], scale)
  return unit === 'percent' ? formatGrowth(reported) : formatDifference(reported, unitKinds[unit], scale)
}

/** Reported less spoken. Where they agree at the precision spoken there is none. */
export function differenceText({ value: { unit }, verdict }: SpokenFigure, scale: Scale): string {
  if (verdict.is !== 'differs') return verdict.is === 'agrees' ? '-' : ''
  if (unit === 'basis-points') return formatRestatement(verdict.difference / 1e4, 'percent', scale)
  return formatRestatement(verdict.difference, unitKinds[unit], scale)
}

const changeNames = { yoy: 'y/y', qoq: 'q/q' } as const

/** `Revenue, y/y`; the period is named where it is not the call's own. */
export function figureName(figure: SpokenFigure, quarter: FiscalPeriod): string {
  const { label, change, period } = figure
  if (label === '') return 'Measure unclear'
  const isOther = period !== null && !samePeriod(period, quarter)
  return [label, change === null ? '' : changeNames[change], isOther ? fiscalPeriodName(period) : '']
    .filter((part) => part !== '')
    .join(', ')
}

/** Where a reported figure comes from: `stored`, `calculated`, or the period when it is not the call's own. */
export function originName({ verdict }: SpokenFigure, quarter: FiscalPeriod): string {
  if (verdict.is !== 'agrees' && verdict.is !== 'differs') return ''
  const { period, origin } = verdict.reported
  return samePeriod(period, quarter) ? origin : fiscalPeriodName(period)
}

function samePeriod(one: NonNullable<FiscalPeriod>, other: FiscalPeriod): boolean {
  return other !== null && one.quarter === other.quarter && one.year === other.year
}

const editionNames = { enhanced: 'Enhanced', lite: 'Lite' } as const

/** `Enhanced, Q2 FY2025, Revenue`. */
export function sourceName({ edition, period, field, origin }: ReportedFigure): string {
  const parts = [editionNames[edition], fiscalPeriodName(period), labelOf(field)]
  return [...parts, ...(origin === 'calculated' ? ['calculated'] : [])].join(', ')
}

/** Why a figure is not judged, in the columns of the list. */
const shortReasons: Readonly<Record<UnjudgedReason, string>> = {
  adjusted: 'adjusted',
  'constant-currency': 'constant currency',
  segment: 'segment',
  'no-such-line': 'not reported',
  'measure-unclear': 'not judged',
  'period-unclear': 'period unclear',
  'period-not-stored': 'period not stored',
  'figure-not-stored': 'not stored',
  'other-currency': 'other currency',
  'not-company': 'not a result',
}

/** What stands where a reported figure would; empty for one that is judged. */
export function shortReason({ verdict }: SpokenFigure): string {
  if (verdict.is === 'guidance') return 'guidance'
  return verdict.is === 'not-judged' ? shortReasons[verdict.reason] : ''
}

/** The same as a sentence; empty for a figure that is judged. */
export function reasonSentence({ verdict, period }: SpokenFigure): string {
  if (verdict.is === 'guidance') return 'Guidance is not compared with reported figures.'
  if (verdict.is !== 'not-judged') return ''
  const named = period === null ? 'its period' : fiscalPeriodName(period)
  switch (verdict.reason) {
    case 'adjusted':
      return 'Adjusted figures are not in the statements.'
    case 'constant-currency':
      return 'Growth at constant currency is not in the statements.'
    case 'segment':
      return 'Figures of a segment are not in the statements.'
    case 'no-such-line':
      return 'The statements have no such line.'
    case 'measure-unclear':
      return 'The wording does not make clear what it measures.'
    case 'period-unclear':
      return 'The wording does not make the period clear.'
    case 'period-not-stored':
      return `The statements of ${named} are not stored.`
    case 'figure-not-stored':
      return `The stored statements of ${named} lack this figure.`
    case 'other-currency':
      return 'Another currency than the dollar is named, and the service does not state that of the statements.'
    case 'not-company':
      return 'Not stated by the company as a result.'
    default:
      return verdict.reason satisfies never
  }
}

const verdictWords = { agrees: 'agrees', differs: 'differs' } as const

/** What screen readers read after the words of a figure: `, differs, reported 1,296.8`. */
export function markText(figure: SpokenFigure, scale: Scale): string {
  const { verdict } = figure
  if (verdict.is === 'guidance') return ', guidance'
  if (verdict.is === 'not-judged')
    return verdict.reason === 'measure-unclear' ? ', not judged' : `, not judged: ${shortReasons[verdict.reason]}`
  return `, ${verdictWords[verdict.is]}, reported ${reportedText(figure, verdict.reported.value, scale)}`
}
