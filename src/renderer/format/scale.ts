/** The scale of money and shares in a table: units, thousands, millions or billions. */

import type { Preferences } from '#contract/api/api.ts'

/** The divisor of money and shares in a table. */
export type Scale = Preferences['scale']

export const scales: readonly Scale[] = ['units', 'thousands', 'millions', 'billions']

/** The next scale round, as its key steps through them. */
export function nextScale(scale: Scale): Scale {
  return scales[(scales.indexOf(scale) + 1) % scales.length] ?? 'millions'
}
