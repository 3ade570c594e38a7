/** The facts on the company in a tear sheet, from its security record. */

import { sectorOf } from '#contract/api/gics-sectors.ts'
import type { SecurityRecord } from '#contract/service/securities.ts'
import { formatCount, formatMoney } from '../../format/figures.ts'
import { formatLongDay } from '../../format/dates.ts'
import { countryName, yearEndMonth } from '../../format/security-text.ts'
import { paperScale } from '../paper-figures.ts'

export interface CompanyRow {
  readonly label: string
  readonly value: string
  readonly is: 'text' | 'code' | 'link'
}

/** The facts on a company in its security record. Pure. */
export function companyRows(record: SecurityRecord, latestYearEnd: string | null): readonly CompanyRow[] {
  const text = (key: keyof SecurityRecord) => {
    const value: unknown = record[key]
    return typeof value === 'string' ? value.trim() : ''
  }
  const number = (key: keyof SecurityRecord) => {
    const value: unknown = record[key]
    return typeof value === 'number' && value > 0 ? value : null
  }
  const employees = number('company_info.total_employees')
  const shares = number('financials.share_class_shares_outstanding')
  const listed = [formatLongDay(text('company_info.list_date')), text('exchange_info.mic_code')]
  const rows: CompanyRow[] = [
    { label: 'Sector', value: sectorOf(text('classification.gics_code')) ?? '', is: 'text' },
    { label: 'Industry', value: text('classification.gics') || text('classification.sic_description'), is: 'text' },
    { label: 'Country', value: countryName(text('exchange_info.exchange_country')), is: 'text' },
    { label: 'Listed', value: listed.filter((part) => part !== '').join(', '), is: 'text' },
    { label: 'Fiscal year ends', value: latestYearEnd === null ? '' : yearEndMonth(latestYearEnd), is: 'text' },
    { label: 'Employees', value: employees === null ? '' : formatCount(employees), is: 'text' },
    { label: 'Shares outstanding, m', value: shares === null ? '' : formatMoney(shares, paperScale), is: 'text' },
    { label: 'Website', value: text('company_info.homepage_url'), is: 'link' },
    { label: 'FIGI', value: text('identifiers.figi'), is: 'code' },
    { label: 'ISIN', value: text('identifiers.isin'), is: 'code' },
    { label: 'CIK', value: text('identifiers.cik'), is: 'code' },
  ]
  return rows.filter(({ value }) => value !== '')
}
