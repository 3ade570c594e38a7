/** The eleven sectors of the Global Industry Classification Standard, by the first two digits of a code. */
const sectors: ReadonlyMap<string, string> = new Map([
  ['10', 'Energy'],
  ['15', 'Materials'],
  ['20', 'Industrials'],
  ['25', 'Consumer Discretionary'],
  ['30', 'Consumer Staples'],
  ['35', 'Health Care'],
  ['40', 'Financials'],
  ['45', 'Information Technology'],
  ['50', 'Communication Services'],
  ['55', 'Utilities'],
  ['60', 'Real Estate'],
])

/** The sector of a GICS code of two to eight digits; null for any other text. */
export function sectorOf(gicsCode: string): string | null {
  return /^\d{2}(\d{2}){0,3}$/.test(gicsCode) ? (sectors.get(gicsCode.slice(0, 2)) ?? null) : null
}
