/** The English names of the months, in full and short, January first. */
export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** `Jan` first, for dates. */
export const shortMonthNames = monthNames.map((name) => name.slice(0, 3))
