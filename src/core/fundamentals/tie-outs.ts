import type { Tie } from '#contract/desk/financials.ts'
import { lineByField, statementLines, type StatementLine } from '#contract/service/statement-lines.ts'

type Figures = Readonly<Record<string, number | null | undefined>>

/** What rounding may cost: half a unit of each figure, or a millionth of the total where services round in units of their own. */
function toleranceOf(stated: number, parts: number): number {
  return Math.max(0.5 * (parts + 1), Math.abs(stated) * 1e-6)
}

/**
 * Totals that the table of lines gives as sums, checked on one period's figures. A part that is n/a counts as nothing, as a filer
 * means it who has none; but where the sum then differs, that part may be what is missing: it cannot be checked. Never repairs
 * anything.
 */
export function tieOuts(figures: Figures): Tie[] {
  return [
    ...statementLines.flatMap((line) => sumTie(line, figures) ?? []),
    balanceSheetTie(figures),
    ...netIncomeTie(figures),
  ]
}

/** Ties in which a line takes part, as the total or as a part. */
export function tieOutsOf(field: string, figures: Figures): Tie[] {
  return tieOuts(figures).filter((tie) => tie.field === field || tie.parts.includes(field))
}

function sumTie(line: StatementLine, figures: Figures): Tie | undefined {
  if (!line.sum) return undefined
  const words = line.sum.map(([part, weight], index) => {
    const sign = weight === -1 ? ' − ' : index === 0 ? '' : ' + '
    return `${sign}${labelOf(part)}`
  })
  const known = line.sum.filter(([part]) => typeof figures[part] === 'number')
  const reckoned =
    known.length === 0 ? null : known.reduce((sum, [part, weight]) => sum + weight * (figures[part] ?? 0), 0)
  const parts = line.sum.map(([part]) => part)
  return compared(
    { field: line.field, parts, rule: `${words.join('')} = ${line.label}` },
    figures[line.field],
    reckoned,
    known.length === parts.length,
  )
}

/** The identity of every balance sheet. */
function balanceSheetTie(figures: Figures): Tie {
  const [field, other] = ['TotalAssets', 'TotalLiabilitiesEquity']
  const rule = `${labelOf(field)} = ${labelOf(other)}`
  return compared({ field, parts: [other], rule }, figures[field], figures[other] ?? null)
}

/** The cash flow starts from consolidated net income. */
function netIncomeTie(figures: Figures): Tie[] {
  const [field, other] = ['NetIncomeCashFlow', 'ConsolidatedNetIncomeLoss']
  if (typeof figures[field] !== 'number') return []
  const rule = `${labelOf(other)} = ${labelOf(field)} (cash flow)`
  return [compared({ field, parts: [other], rule }, figures[field], figures[other] ?? null)]
}

function compared(
  sides: Pick<Tie, 'field' | 'parts' | 'rule'>,
  stated: number | null | undefined,
  reckoned: number | null,
  isComplete = true,
): Tie {
  const tolerance = typeof stated === 'number' ? toleranceOf(stated, sides.parts.length) : 0
  const difference = typeof stated === 'number' && reckoned !== null ? stated - reckoned : null
  const doesTie = difference !== null && Math.abs(difference) <= tolerance
  if (difference === null || (!doesTie && !isComplete)) {
    return { ...sides, result: 'unknown', stated: stated ?? null, reckoned, difference: null, tolerance: 0 }
  }
  return { ...sides, result: doesTie ? 'ties' : 'fails', stated: stated ?? null, reckoned, difference, tolerance }
}

function labelOf(field: string): string {
  return lineByField.get(field)?.label ?? field
}
