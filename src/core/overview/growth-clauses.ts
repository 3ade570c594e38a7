/** Clauses that word a change in sentences, such as "rose 9.4% to 1,318.4". */

import type { Figure } from '#contract/api/financials.ts'
import type { SentencePart } from '#contract/api/sentences.ts'

/** A figure of the latest period, and of the same period a year before. */
export interface FigurePair {
  readonly now: Figure
  readonly yearAgo: Figure
}

const unchanged = 'was unchanged at'

/** The content of a clause such as "rose 9.4% to 1,318.4". */
export interface Growth {
  readonly verb: 'rose' | 'fell' | typeof unchanged
  readonly growth: number
  readonly now: number
  readonly as: 'money' | 'per-share'
}

/** Smaller growth is printed as 0.0%, and its clause states no direction. */
const leastGrowth = 0.0005

/** Null where growth has no meaning: on a base of zero or below, or across signs. */
export function growthOf({ now, yearAgo }: FigurePair, as: Growth['as'] = 'money'): Growth | null {
  if (typeof now !== 'number' || typeof yearAgo !== 'number' || yearAgo <= 0 || now < 0) return null
  const growth = now / yearAgo - 1
  if (!Number.isFinite(growth)) return null
  const verb = Math.abs(growth) < leastGrowth ? unchanged : growth > 0 ? 'rose' : 'fell'
  return { verb, growth, now, as }
}

/** "rose 9.4% to 1,318.4" */
export function moved(growth: Growth): SentencePart[] {
  if (growth.verb === unchanged)
    return [`was ${changedLittle(growth.growth)} at `, { figure: growth.now, as: growth.as }]
  return [`${growth.verb} `, ...by(growth)]
}

/** "unchanged" where nothing changed, "little changed" where the change is less than what is printed. */
export function changedLittle(change: number): string {
  return change === 0 ? 'unchanged' : 'little changed'
}

/** "9.4% to 1,318.4", after another line that moved the same way. */
export function by({ growth, now, as }: Growth): SentencePart[] {
  return [{ figure: Math.abs(growth), as: 'percent' }, ' to ', { figure: now, as }]
}

/** Whether the second line has the same verb as the first, which is then left out. */
export function isElided(first: Growth, second: Growth): boolean {
  return first.verb === second.verb && first.verb !== unchanged
}
