/** The filter by period of both fundamentals operations. */

import { BadParameter, textParameter } from '../responses.ts'

const known = ['Q1', 'Q2', 'Q3', 'Q4', 'FY']

export function periodFilter(parameters: URLSearchParams): (record: { Year: number; Quarter: string }) => boolean {
  const year = textParameter(parameters, 'fiscal_year')
  const quarter = textParameter(parameters, 'fiscal_period')?.toUpperCase()
  if (year !== undefined && !/^\d{4}$/.test(year)) throw new BadParameter('fiscal_year must be a year of four digits.')
  if (quarter !== undefined && !known.includes(quarter)) {
    throw new BadParameter(`fiscal_period must be one of ${known.join(', ')}.`)
  }
  return (record) =>
    (year === undefined || record.Year === Number(year)) && (quarter === undefined || record.Quarter === quarter)
}
