import type { Tie } from '#contract/api/financials.ts'
import { judged, tieRules } from '#core/fundamentals/tie-outs.ts'

/** Every total of one period's figures. */
export function tiesWithin(figures: Readonly<Record<string, number | null | undefined>>): Tie[] {
  return tieRules.flatMap((rule) => judged(rule, (field) => figures[field]) ?? [])
}
