/**
 * Facts and identifiers for the line that describes a company: sector, industry, country,
 * employees, year end.
 */

import type { SecurityRecord } from '#contract/service/securities.ts'
import { sectorOf } from '#contract/api/gics-sectors.ts'
import type { OverviewFigures } from '#contract/api/overview.ts'
import { countryName, yearEndMonth } from '../../format/security-text.ts'
import { formatNumber } from '../../format/counts.ts'

/** Sector, industry, country, employees and year end, as far as they are known. Pure. */
export function identityFacts(record: SecurityRecord | null, figures: OverviewFigures | null): readonly string[] {
  const text = (key: string) => {
    const value: unknown = record?.[key]
    return typeof value === 'string' ? value.trim() : ''
  }
  const employees: unknown = record?.['company_info.total_employees']
  return [
    ...new Set([
      sectorOf(text('classification.gics_code')) ?? '',
      text('classification.gics') || text('classification.sic_description'),
      countryName(text('exchange_info.exchange_country')),
      typeof employees === 'number' && employees > 0 ? `${formatNumber(employees)} employees` : '',
      yearEnd(figures),
    ]),
  ].filter((fact) => fact !== '')
}

/** The identifiers that an analyst copies. */
export function identifiers(
  record: SecurityRecord | null,
): readonly { readonly name: string; readonly value: string }[] {
  return (
    [
      ['CIK', 'identifiers.cik'],
      ['ISIN', 'identifiers.isin'],
      ['MIC', 'exchange_info.mic_code'],
    ] as const
  ).flatMap(([name, key]) => {
    const value: unknown = record?.[key]
    return typeof value === 'string' && value !== '' ? [{ name, value }] : []
  })
}

/** `September year end`, by the latest fiscal year. */
function yearEnd(figures: OverviewFigures | null): string {
  const month = yearEndMonth(figures?.years.columns.at(-1)?.stored?.endPeriod ?? '')
  return month === '' ? '' : `${month} year end`
}
