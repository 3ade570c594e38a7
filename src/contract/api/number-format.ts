/** How numbers are written on screen, on paper and in text files: groups of digits and the decimal sign. */

/** Each is named after a locale that writes numbers like this. */
export const numberFormats = ['en-US', 'de-DE', 'fr-FR', 'de-CH', 'en-IN'] as const
export type NumberFormat = (typeof numberFormats)[number]

/** `1,234.5`. Also the format of what is not shown to a user. */
export const usualNumberFormat = 'en-US' satisfies NumberFormat

interface Separators {
  /** Between groups of digits: `,` in `1,234.5`. */
  readonly group: string
  /** `.` in `1,234.5`. */
  readonly decimal: string
}

const example = 12_345_678.5
const separators = new Map(numberFormats.map((format) => [format, separatorsIn(format)]))

export function separatorsOf(format: NumberFormat): Separators {
  return separators.get(format) ?? { group: ',', decimal: '.' }
}

/**
 * What separates values of a text file where each of these formats is written: the list separator that Windows, and with it Excel, has for
 * the region. Not known from the decimal sign: Switzerland has a point and a semicolon.
 */
const listSeparators: Readonly<Record<NumberFormat, ',' | ';'>> = {
  'en-US': ',',
  'de-DE': ';',
  'fr-FR': ';',
  'de-CH': ';',
  'en-IN': ',',
}

export function listSeparatorOf(format: NumberFormat): ',' | ';' {
  return listSeparators[format]
}

/** The one of our formats that is nearest to a locale's own, which may have other digits and other spaces. */
export function numberFormatOf(locale: string): NumberFormat {
  const own = writtenIn(locale)
  const same = numberFormats.find((format) => writtenIn(format) === own)
  if (same !== undefined) return same
  const { decimal, group } = separatorsIn(locale)
  if (decimal !== ',') return usualNumberFormat
  return /\s/.test(group) ? 'fr-FR' : 'de-DE'
}

/**
 * Reads a number as it is typed in a format, with or without groups: `1,234.5`, `1234.5`, `-.5`. Undefined: it is no number. A group sign
 * that does not separate groups is none either, because in another format it is the decimal sign.
 */
export function readNumber(text: string, format: NumberFormat): number | undefined {
  const { group, decimal } = separatorsOf(format)
  const isSpace = /\s/.test(group)
  const groups = isSpace ? String.raw`[ \u00A0\u202F]` : /['’]/.test(group) ? "['’]" : escaped(group)
  const [, sign = '', whole = '', part = ''] =
    new RegExp(
      String.raw`^([+\-−]?)(\d+|\d{1,3}(?:${groups}\d{2,3})*${groups}\d{3})?(?:${escaped(decimal)}(\d*))?$`,
    ).exec(text.trim()) ?? []
  const digits = whole.replaceAll(/\D/g, '')
  if (digits === '' && part === '') return undefined
  const size = Number(`${digits || '0'}.${part || '0'}`)
  if (!Number.isFinite(size)) return undefined
  return sign === '' || sign === '+' ? size : -size
}

function separatorsIn(locale: string): Separators {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(example)
  const of = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? ''
  return { group: of('group'), decimal: of('decimal') }
}

function writtenIn(locale: string): string {
  return new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).format(example)
}

function escaped(sign: string): string {
  return sign === '.' ? String.raw`\.` : sign
}
