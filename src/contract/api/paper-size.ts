/** Paper sizes of printed documents and workbooks, and the usual one of a region. */

export const paperSizes = ['a4', 'letter'] as const
export type PaperSize = (typeof paperSizes)[number]

/** Regions that print on US Letter (CLDR, paper sizes). */
const letterRegions: ReadonlySet<string> = new Set('BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '))

/** @param locale of the system's regional formats: `en-US` */
export function usualPaper(locale: string): PaperSize {
  const { region } = new Intl.Locale(locale).maximize()
  return letterRegions.has(region ?? '') ? 'letter' : 'a4'
}
