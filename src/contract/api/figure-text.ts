/**
 * Writes figures as text for screen and paper, by unit: money, shares, percentages, multiples,
 * days, growth and changes.
 */

import type { UnitKind } from '../service/statement-lines.ts'
import type { Scale } from './exports.ts'
import type { Figure } from './financials.ts'
import type { NumberFormat } from './number-format.ts'

interface ScaleText {
  readonly divisor: number
  /** Decimals that keep four to six digits of a large company visible. */
  readonly decimals: 0 | 1 | 2
}

export const scaleOf: Readonly<Record<Scale, ScaleText>> = {
  units: { divisor: 1, decimals: 0 },
  thousands: { divisor: 1e3, decimals: 0 },
  millions: { divisor: 1e6, decimals: 1 },
  billions: { divisor: 1e9, decimals: 2 },
}

/**
 * Figures as an analyst reads them, on screen, on paper and in documents (docs/look.md, Figures): `1,234.5`, `(1,234.5)`, zero `-`, absent `n/a`, meaningless `n.m.`.
 * Halves are rounded away from zero in decimal, as a spreadsheet does it: 1.005 to two decimals is 1.01. What rounds to zero
 * and is not zero keeps its decimals, but has no sign: `0.0`.
 */
export const absent = 'n/a'
const meaningless = 'n.m.'
const nought = '-'

type Decimals = 0 | 1 | 2

/** Null, n.m., zero and NaN have fixed texts; `write` formats all others. */
function written(value: Figure, write: (value: number) => string): string {
  if (value === 'n.m.') return meaningless
  if (value === null || !Number.isFinite(value)) return absent
  return value === 0 ? nought : write(value)
}

/**
 * Moves the decimal point in decimal: 0.0705 * 100 is 7.049999999999999 in binary, and would round the wrong way.
 */
function movedPoint(value: number, places: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e')
  return Number(`${digits}e${Number(exponent) + places}`)
}

/** The functions that write figures in one number format. */
export function figureText(numbers: NumberFormat) {
  const writerOf = (decimals: Decimals) =>
    new Intl.NumberFormat(numbers, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  const writers: Readonly<Record<Decimals, Intl.NumberFormat>> = { 0: writerOf(0), 1: writerOf(1), 2: writerOf(2) }

  function decimal(value: number, decimals: Decimals): string {
    return writers[decimals].format(value)
  }

  /** A whole number as it is, with its sign: `1,204`, `-12`. */
  function formatWhole(value: number): string {
    return decimal(value, 0)
  }

  function bracketed(value: number, decimals: Decimals, suffix = ''): string {
    const digits = `${decimal(Math.abs(value), decimals)}${suffix}`
    return value < 0 && !roundsToZero(digits) ? `(${digits})` : digits
  }

  /** A change: `+8.9%`, `(5.1%)`. */
  function signed(value: number, decimals: Decimals, suffix = ''): string {
    const text = bracketed(value, decimals, suffix)
    return value < 0 || roundsToZero(text) ? text : `+${text}`
  }

  /** Whole units of money, divided by the table's scale. */
  function formatMoney(value: Figure, scale: Scale): string {
    const { divisor, decimals } = scaleOf[scale]
    return written(value, (figure) => bracketed(figure / divisor, decimals))
  }

  /** Whole shares, divided by the table's scale. */
  const formatShares = formatMoney

  /** Money per share, never scaled: `0.72`. */
  function formatPerShare(value: Figure): string {
    return written(value, (figure) => bracketed(figure, 2))
  }

  /** Money per employee in thousands, whatever the table's scale: 312,400 is `312k`. */
  function formatPerEmployee(value: Figure): string {
    return written(value, (figure) => bracketed(movedPoint(figure, -3), 0, 'k'))
  }

  /** A fraction: 0.151 is `15.1%`. */
  function formatPercent(value: Figure): string {
    return written(value, (figure) => bracketed(movedPoint(figure, 2), 1, '%'))
  }

  /** `12.3x`; two decimals below 10 for leverage: `0.44x`. */
  function formatMultiple(value: Figure, decimals: Decimals = 1): string {
    return written(value, (figure) => bracketed(figure, decimals, 'x'))
  }

  function formatDays(value: Figure): string {
    return written(value, (figure) => bracketed(figure, 0))
  }

  function formatCount(value: Figure): string {
    return written(value, (figure) => bracketed(figure, 0))
  }

  /** A score of the service, on a scale that it does not state. */
  function formatScore(value: Figure): string {
    return written(value, (figure) => bracketed(figure, 2))
  }

  /** Growth as a fraction: 0.089 is `+8.9%`. */
  function formatGrowth(value: Figure): string {
    return written(value, (figure) => signed(movedPoint(figure, 2), 1, '%'))
  }

  /** A difference of two fractions in basis points: 0.0186 is `+186`. */
  function formatBasisPoints(value: Figure): string {
    return written(value, (figure) => signed(movedPoint(figure, 4), 0))
  }

  /** A figure of a statement or a metric in its own unit. */
  function formatFigure(value: Figure, unit: UnitKind, scale: Scale): string {
    switch (unit) {
      case 'money':
        return formatMoney(value, scale)
      case 'shares':
        return formatShares(value, scale)
      case 'per-share':
        return formatPerShare(value)
      case 'per-employee':
        return formatPerEmployee(value)
      case 'percent':
        return formatPercent(value)
      case 'ratio':
        return formatMultiple(value, 2)
      case 'days':
        return formatDays(value)
      case 'count':
        return formatCount(value)
      case 'score':
        return formatScore(value)
      default:
        return unit satisfies never
    }
  }

  /**
   * The change of a figure between two periods, as the core calculates it: growth as a fraction for amounts; for percents, ratios and
   * days their difference (percents in basis points).
   */
  function formatChange(value: Figure, unit: UnitKind): string {
    switch (unit) {
      case 'money':
      case 'shares':
      case 'per-share':
      case 'per-employee':
      case 'count':
        return formatGrowth(value)
      case 'percent':
        return formatBasisPoints(value)
      case 'ratio':
        return written(value, (figure) => signed(figure, 2, 'x'))
      case 'days':
        return written(value, (figure) => signed(figure, 0))
      case 'score':
        return written(value, (figure) => signed(figure, 2))
      default:
        return unit satisfies never
    }
  }

  /** A figure of a series that begins at 100: `118.3`. */
  function formatIndex(value: Figure): string {
    return written(value, (figure) => bracketed(figure, 1))
  }

  /** One company's figure less another's: percents in basis points, others in their unit with a sign. */
  function formatDifference(value: Figure, unit: UnitKind, scale: Scale): string {
    if (unit === 'percent') return formatBasisPoints(value)
    const text = formatFigure(value, unit, scale)
    return typeof value === 'number' && value > 0 && !roundsToZero(text) ? `+${text}` : text
  }

  /**
   * The change of a restated figure, where no column head names its unit: a percentage's is `+41 bps`. One that rounds to zero is not
   * none, and has no direction that its digits show: `<0.01x`.
   */
  function formatRestatement(value: Figure, unit: UnitKind, scale: Scale): string {
    const text = formatDifference(value, unit, scale)
    if (typeof value !== 'number' || value === 0) return text
    const withUnit = unit === 'percent' ? `${text} bps` : text
    return roundsToZero(text) ? withUnit.replace(/^([0.,]*)0(\D*)$/, '<$11$2') : withUnit
  }

  return {
    formatWhole,
    formatMoney,
    formatShares,
    formatPerShare,
    formatPercent,
    formatMultiple,
    formatDays,
    formatCount,
    formatScore,
    formatGrowth,
    formatBasisPoints,
    formatFigure,
    formatChange,
    formatIndex,
    formatDifference,
    formatRestatement,
  }
}
export type FigureText = ReturnType<typeof figureText>

/** Whether a nonzero figure was rounded to zero: `0.0`, `0.00x`. */
export function roundsToZero(text: string): boolean {
  return /0/.test(text) && !/[1-9]/.test(text)
}

/** Such a text ends in a bracket and needs no invisible one (`td.neg`). */
export function isBracketed(text: string): boolean {
  return text.endsWith(')')
}

/** `n/a` and `n.m.` are shown in ink-3. */
export function isAbsent(text: string): boolean {
  return text === absent || text === meaningless
}

/**
 * For the clipboard and CSV: full precision, plain `-1234.5`, no separators, no exponent. Absent and `n.m.` figures are empty, so
 * that a spreadsheet can calculate with the column.
 */
export function plainFigure(value: Figure): string {
  if (value === null || value === 'n.m.' || !Number.isFinite(value)) return ''
  return value === 0 ? '0' : withoutExponent(String(value))
}

function withoutExponent(text: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text)
  if (!parts) return text
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts
  const digits = whole + fraction
  const point = whole.length + Number(exponent)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  if (point >= digits.length) return `${sign}${digits}${'0'.repeat(point - digits.length)}`
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}
