import type { Scale } from '#contract/api/exports.ts'
import type { UnitKind } from '#contract/service/statement-lines.ts'

/** Commas behind a number format divide what is shown by a thousand each; what is stored stays as it is. */
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

/** The room of a bracket behind what has none, so that digits stand under digits. */
function inBrackets(format: string): string {
  return `${format}_);(${format});"-"_)`
}

/** Letters that a figure takes in one of these formats, its brackets and the sign of its unit included. */
export function shownLength(value: number, format: string): number {
  const [above = ''] = format.split(';')
  const [, digits = '', thousands = ''] = /^([#,0.]*[0])(,*)/.exec(above) ?? []
  const decimals = digits.split('.')[1]?.length ?? 0
  const isPercent = above.includes('%')
  const shown = (Math.abs(value) * (isPercent ? 100 : 1)) / 1000 ** thousands.length
  const text = shown.toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: digits.includes(','),
  })
  const unit = isPercent ? 1 : (/"([^"]*)"/.exec(above)?.[1]?.length ?? 0)
  return text.length + unit + (format.includes('(') ? 2 : 1)
}

/**
 * The width of a column in which a figure is shown in full, in letters of the usual font (ECMA-376 part 1, 18.3.1.13): with room at the
 * sides, and for totals in bold.
 */
export function widthFor(value: number, format: string): number {
  return Math.ceil(shownLength(value, format) * 1.08) + 1
}
