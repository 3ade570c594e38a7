import type { Figure } from '#contract/api/financials.ts'
import type { Favor } from '#contract/service/statement-lines.ts'

/** Color of a change; the class names of tokens.css. Costs, taxes and leverage never take one (docs/look.md, Avoid). */
export type Tone = 'up' | 'down' | ''

/** Only for changes, never for levels. */
export function toneOf(change: Figure, favor: Favor): Tone {
  if (favor === 'neither' || typeof change !== 'number' || change === 0 || !Number.isFinite(change)) return ''
  return change > 0 ? 'up' : 'down'
}
