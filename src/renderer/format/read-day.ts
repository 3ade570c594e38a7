/** Reads a day that a user typed, in any of the formats in which days are shown. */

import { shortMonthNames } from '#contract/api/month-names.ts'

/**
 * A day as displayed in any of the formats: `27 Sep 25`, `27 September 2025`, `Sep 27, 2025`, `2025-09-27`. Two digits are a year from
 * 1980 on. Null: not a day. Numeric dates (`9/27/25`) are none either, since their order differs by country.
 */
export function readDay(text: string): string | null {
  const typed = text.trim()
  const [, iso] = /^(\d{4}-\d\d-\d\d)$/.exec(typed) ?? []
  const {
    day = '',
    name = '',
    year = '',
  } = /^(?<day>\d{1,2})[ .-]?(?<name>[a-z]{3,9})\.?[ -]?(?<year>\d{2}|\d{4})$/i.exec(typed)?.groups ??
  /^(?<name>[a-z]{3,9})\.? ?(?<day>\d{1,2})(?:,| ) ?(?<year>\d{2}|\d{4})$/i.exec(typed)?.groups ??
  {}
  const month = shortMonthNames.findIndex((each) => name.toLowerCase().startsWith(each.toLowerCase()))
  const century = Number(year) < 80 ? 2000 : 1900
  const written =
    month < 0
      ? ''
      : `${year.length === 2 ? century + Number(year) : year}-${twoDigits(month + 1)}-${twoDigits(Number(day))}`
  const found = iso ?? written
  // 30 Feb would be a day of March.
  const read = new Date(`${found}T00:00:00Z`)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(found) ? found : null
}

function twoDigits(count: number): string {
  return String(count).padStart(2, '0')
}
