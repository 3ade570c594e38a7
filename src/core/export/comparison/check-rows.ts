/** The rows of the sheet of all checks, company by company. */

import type { SeriesPeriod } from '../../fundamentals/company-series.ts'
import { checkLabel, type Check } from '../../fundamentals/series-tie-outs.ts'
import { tieOutLabel } from '../tie-out-label.ts'
import type { WorkbookCompany, ComparedWorkbook, SideCheck } from './compared-companies.ts'

/** A row of the sheet of all checks: one check of one company's period. */
export interface CheckRow extends SideCheck {
  readonly kind: 'check'
  /** Index of the company in the comparison. */
  readonly at: number
  readonly side: WorkbookCompany
  readonly period: SeriesPeriod
}

/** The checks of each company, below a row that names it. */
export type ListedRow = CheckRow | { readonly kind: 'company'; readonly side: WorkbookCompany; readonly count: number }

export function listedRows({ sides }: Pick<ComparedWorkbook, 'sides'>): ListedRow[] {
  return sides.flatMap((side, at): ListedRow[] => {
    const rows = side.periods.flatMap((period, index) =>
      (side.checks[index] ?? []).map((check): CheckRow => ({ kind: 'check', ...check, at, side, period })),
    )
    return [{ kind: 'company', side, count: rows.length }, ...rows]
  })
}

export function checkText({ edition }: WorkbookCompany, check: Check): string {
  return checkLabel(check, edition ?? 'enhanced')
}

/** Checks that are counted in one row: those of a year against its quarters, or of one edition against the other, of all lines. */
export function countedAs({ kind, name }: Check): string {
  return kind === 'year' || kind === 'edition' ? `cross.${kind}` : name
}

/** What such a row is called. */
export function countedLabel(side: WorkbookCompany, check: Check): string {
  if (check.kind === 'year') return 'Fiscal year = its quarters'
  if (check.kind === 'edition') return 'Enhanced record = lite record'
  return check.rule ? tieOutLabel(check.rule) : checkText(side, check)
}
