/** How dates and times of day are written on screen and on paper, and the day on which weeks begin. */

/** Which part of a date comes first: `28 Nov 2026`, `Nov 28, 2026`, `2026-11-28`. */
export const dateFormats = ['day-first', 'month-first', 'year-first'] as const
export type DateFormat = (typeof dateFormats)[number]

/** `17:42`, `5:42 PM`. */
export const clockFormats = ['24-hour', '12-hour'] as const
export type ClockFormat = (typeof clockFormats)[number]

export const weekStarts = ['monday', 'sunday', 'saturday'] as const
export type WeekStart = (typeof weekStarts)[number]

export const usualDateFormat = 'day-first' satisfies DateFormat
export const usualClockFormat = '24-hour' satisfies ClockFormat
export const usualWeekStart = 'monday' satisfies WeekStart

/** By the order of a date in digits in a region. The month is a word here, so that nobody misreads a date in any order. */
export function dateFormatOf(locale: string): DateFormat {
  const parts = new Intl.DateTimeFormat(locale, {
    dateStyle: 'short',
    calendar: 'gregory',
    numberingSystem: 'latn',
  }).formatToParts(0)
  const first = parts.find(({ type }) => type === 'day' || type === 'month' || type === 'year')?.type
  if (first === 'year') return 'year-first'
  return first === 'month' ? 'month-first' : 'day-first'
}

export function clockFormatOf(locale: string): ClockFormat {
  const { hourCycle } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions()
  return hourCycle === 'h11' || hourCycle === 'h12' ? '12-hour' : '24-hour'
}

/** A method where the engine follows the standard, a property in older ones. */
type LocaleWithWeeks = Intl.Locale & {
  readonly getWeekInfo?: () => { readonly firstDay: number }
  readonly weekInfo?: { readonly firstDay: number }
}

/** The region's first day of the week; Monday where it is not known. */
export function weekStartOf(locale: string): WeekStart {
  const known: LocaleWithWeeks = new Intl.Locale(locale)
  const { firstDay } = known.getWeekInfo?.() ?? known.weekInfo ?? { firstDay: 1 }
  if (firstDay === 7) return 'sunday'
  return firstDay === 6 ? 'saturday' : 'monday'
}

const weekdaysFromMonday: Readonly<Record<WeekStart, number>> = { monday: 0, saturday: 5, sunday: 6 }

/** How many days of its week lie before a weekday. `weekday` as `Date` counts them: 0 is Sunday. */
export function daysIntoWeek(weekday: number, start: WeekStart): number {
  return (weekday + 6 - weekdaysFromMonday[start] + 7) % 7
}
