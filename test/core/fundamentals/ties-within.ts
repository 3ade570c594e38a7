import type { Tie } from '#contract/api/financials.ts'
import { tieOut, tieRules } from '#core/fundamentals/tie-outs.ts'

/** Every total of one period's figures. */
export function tiesWithin(figures: Readonly<Record<string, number | null | undefined>>): Tie[] {
  return tieRules.flatMap((rule) => tieOut(rule, (field) => figures[field]) ?? [])
}
