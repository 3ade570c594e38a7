/** Number formats of a spreadsheet for each unit and scale, and the width of columns. */

import type { Scale } from '#contract/api/exports.ts'
import type { UnitKind } from '#contract/service/statement-lines.ts'

/** Each comma at the end of a number format divides the shown value by a thousand; the stored value stays. */
const scales: Readonly<Record<Scale, { readonly commas: string; readonly decimals: string }>> = {
  units: { commas: '', decimals: '' },
  thousands: { commas: ',', decimals: '' },
  millions: { commas: ',,', decimals: '.0' },
  billions: { commas: ',,,', decimals: '.00' },
}

/** Below zero in brackets, zero as a dash, as on screen; for a value that is stored unscaled. */
export function numberFormat(unit: UnitKind, scale: Scale): string {
  switch (unit) {
    case 'money':
    case 'shares': {
      const { commas, decimals } = scales[scale]
      return inBrackets(`#,##0${decimals}${commas}`)
    }
    case 'per-share':
    case 'score':
      return inBrackets('#,##0.00')
    case 'per-employee':
      return inBrackets('#,##0,"k"')
    case 'percent':
      return inBrackets('0.0%')
    case 'ratio':
      return inBrackets('0.00"x"')
    case 'days':
    case 'count':
      return inBrackets('#,##0')
    default:
      return unit satisfies never
  }
}

/** Adds the width of a parenthesis to figures without one, so that digits and n/a line up. */
function inBrackets(format: string): string {
  return `${format}_);(${format});"-"_);@_)`
}

/** Growth, with its sign. */
export const growthFormat = '+0.0%_);(0.0%);0.0%_);@_)'

/** Number format of a change: amounts grow, margins move by basis points, the others by their unit. */
export function changeFormat(unit: UnitKind): string {
  switch (unit) {
    case 'money':
    case 'shares':
    case 'per-share':
    case 'per-employee':
      return growthFormat
    case 'ratio':
      return withSign('0.00"x"')
    case 'score':
      return withSign('0.00')
    case 'percent':
    case 'days':
    case 'count':
      return withSign('#,##0')
    default:
      return unit satisfies never
  }
}

function withSign(format: string): string {
  return `+${format}_);(${format});"-"_);@_)`
}

/** A figure as a spreadsheet shows it in one of these formats, without the room of a bracket. */
export function shownText(value: number, format: string): string {
  const [above = '', below = above, zero = above] = format.split(';')
  const section = (value > 0 ? above : value < 0 ? below : zero).replaceAll('_)', '')
  return section
    .replace(/[#,]*0(?:\.(0+))?(,*)/, (digits, places: string | undefined, thousands: string) =>
      ((Math.abs(value) * (section.includes('%') ? 100 : 1)) / 1000 ** thousands.length).toLocaleString('en-US', {
        minimumFractionDigits: places?.length ?? 0,
        maximumFractionDigits: places?.length ?? 0,
        useGrouping: digits.includes('#,'),
      }),
    )
    .replaceAll('"', '')
}

/** Characters that a figure takes in one of these formats, including space for a parenthesis. */
export function shownLength(value: number, format: string): number {
  const length = shownText(value, format).length
  return value < 0 || !format.includes('(') ? length : length + 1
}

/**
 * The width of a column in which a figure is shown in full, in letters of the usual font (ECMA-376 part 1, 18.3.1.13): with room at the
 * sides, and for totals in bold.
 */
export function widthFor(value: number, format: string): number {
  return Math.ceil(shownLength(value, format) * 1.08) + 1
}
