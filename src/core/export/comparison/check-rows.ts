import type { SeriesPeriod } from '../../fundamentals/series.ts'
import { checkLabel, type Check } from '../../fundamentals/series-tie-outs.ts'
import type { WorkbookCompany, ComparedWorkbook, SideCheck } from './compared-companies.ts'

/** A row of the sheet of checks: one check of one company's period. */
export interface CheckRow extends SideCheck {
  /** Index of the company in the comparison. */
  readonly at: number
  readonly side: WorkbookCompany
  readonly period: SeriesPeriod
}

export function checkRows({ sides }: Pick<ComparedWorkbook, 'sides'>): CheckRow[] {
  return sides.flatMap((side, at) =>
    side.periods.flatMap((period, index) =>
      (side.checks[index] ?? []).map((check) => ({ ...check, at, side, period })),
    ),
  )
}

export function checkText({ edition }: WorkbookCompany, check: Check): string {
  return checkLabel(check, edition ?? 'enhanced')
}
