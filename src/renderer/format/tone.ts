/**
 * The color of a change: up, down or neutral. Costs, taxes and leverage have none (docs/look.md,
 * Avoid).
 */

import { roundsToZero } from './figures.ts'
import type { Figure } from '#contract/api/financials.ts'
import type { Favor } from '#contract/service/statement-lines.ts'

/** Color of a change; the class names of tokens.css. Costs, taxes and leverage never take one (docs/look.md, Avoid). */
export type Tone = 'up' | 'down' | ''

/** Only for changes, never for levels. `text` is the formatted change: one that is shown as zero has no direction. */
export function toneOf(change: Figure, favor: Favor, text: string): Tone {
  if (favor === 'neither' || typeof change !== 'number' || change === 0 || !Number.isFinite(change)) return ''
  if (roundsToZero(text)) return ''
  return change > 0 ? 'up' : 'down'
}
