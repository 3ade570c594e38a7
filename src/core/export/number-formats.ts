import type { Scale } from '#contract/desk/exports.ts'
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
