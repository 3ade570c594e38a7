import type { Preferences } from '#contract/api/api.ts'

/** What money and shares of a table are divided by; one a table. */
export type Scale = Preferences['scale']

export const scales: readonly Scale[] = ['units', 'thousands', 'millions', 'billions']

interface ScaleText {
  readonly divisor: number
  /** Decimals that keep four to six digits of a large company in sight. */
  readonly decimals: 0 | 1 | 2
}

export const scaleOf: Readonly<Record<Scale, ScaleText>> = {
  units: { divisor: 1, decimals: 0 },
  thousands: { divisor: 1e3, decimals: 0 },
  millions: { divisor: 1e6, decimals: 1 },
  billions: { divisor: 1e9, decimals: 2 },
}

/** The next scale round, as its key steps through them. */
export function nextScale(scale: Scale): Scale {
  return scales[(scales.indexOf(scale) + 1) % scales.length] ?? 'millions'
}
