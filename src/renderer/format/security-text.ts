/** Names for codes in a security record: country, and month of the fiscal year end. */

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** `US` is United States; anything that is no code of two letters unchanged. */
export function countryName(country: string): string {
  return /^[A-Z]{2}$/.test(country) ? (regions.of(country) ?? country) : country
}

/** `September`, from the end of a fiscal year (YYYY-MM-DD); a day or two into the next month still is the month before. Empty: no date. */
export function yearEndMonth(end: string): string {
  const middle = new Date(Date.parse(end) - 7 * 86_400_000)
  return Number.isNaN(middle.getTime()) ? '' : middle.toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' })
}
