import type { Figure } from '#contract/desk/financials.ts'
import { lineByField } from '#contract/service/statement-lines.ts'

/**
 * A line over the last twelve months, from four quarters that follow each other, oldest first. Flows are summed, balances taken
 * at the end, average shares averaged. Earnings per share are the sum of the quarters' (the usual reading; it differs from
 * income over shares when the share count moves). Metrics whose definition is the service's own are not reckoned: null.
 */
export function lastTwelveMonths(field: string, quarters: readonly Figure[]): Figure {
  const line = lineByField.get(field)
  if (!line || quarters.length !== 4) return null
  if (line.measure === 'end') return quarters[3] ?? null
  let sum = 0
  for (const figure of quarters) {
    if (typeof figure !== 'number') return null
    sum += figure
  }
  const value = line.measure === 'average' ? sum / 4 : sum
  return line.unit === 'per-share' ? Math.round(value * 1e6) / 1e6 : value
}
