/** Texts of a figure that was spoken in a call, and of the reported one beside it. */

import type { SpokenFigure, SpokenUnit, SpokenValue } from '#contract/api/spoken-figures.ts'
import type { UnitKind } from '#contract/service/statement-lines.ts'
import { formatFixed } from './counts.ts'
import { formatBasisPoints, formatDifference, formatFigure, formatGrowth } from './figures.ts'
import type { Scale } from './scale.ts'

/** Behind words, or a figure in them, that the user called a wrong match. */
export const markedAsWrong = 'marked as wrong match'

const boundSigns: Readonly<Record<SpokenValue['bound'], string>> = {
  exact: '',
  about: '~',
  over: '>',
  under: '<',
  range: '',
}

/** A figure as it was spoken, with the digits that were spoken: `1.318 bn`, `~8%`, `>600 m`, `<(5%)`, `1.34–1.37 bn`. */
export function spokenText(value: SpokenValue): string {
  const { low, high, bound } = value
  const { divisor, suffix } = spokenScale(value)
  const digits = (figure: number) => withDigits(Math.abs(figure) / divisor, value.step / divisor)
  const isNegative = high < 0 || (low < 0 && high === 0)
  const lower = low < 0 && !isNegative ? `(${digits(low)})` : digits(low)
  const range = low === high ? digits(low) : isNegative ? `${digits(high)}–${digits(low)}` : `${lower}–${digits(high)}`
  const text = `${range}${suffix}`
  // Less than minus five percent is less, and not a decline of less than five percent: the sign of the bound is of the whole figure.
  return `${boundSigns[bound]}${isNegative ? `(${text})` : text}`
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
  return formatFixed(exact, decimals)
}

const unitKinds: Readonly<Record<SpokenUnit, UnitKind>> = {
  amount: 'money',
  'per-share': 'per-share',
  percent: 'percent',
  'basis-points': 'percent',
  shares: 'shares',
  count: 'count',
  ratio: 'ratio',
  days: 'days',
}

/** The kind of unit in which statements have what was spoken in a unit; basis points are a part of a percent. */
export function kindOfUnit(unit: SpokenUnit): UnitKind {
  return unitKinds[unit]
}

/** The stored figure in the format and scale of the statements; a change has its sign. */
export function reportedText(
  { value: { unit }, change }: { readonly value: Pick<SpokenValue, 'unit'>; readonly change: SpokenFigure['change'] },
  reported: number,
  scale: Scale,
): string {
  if (unit === 'basis-points') return formatBasisPoints(reported / 1e4)
  if (change === null) return formatFigure(reported, unitKinds[unit], scale)
  return unit === 'percent' ? formatGrowth(reported) : formatDifference(reported, unitKinds[unit], scale)
}
