/** `Q3 FY2025`; a year as a whole is `FY2025`. */
export function fiscalPeriodName({ quarter, year }: { readonly quarter: string; readonly year: number }): string {
  return quarter === 'FY' ? `FY${year}` : `${quarter} FY${year}`
}
