/**
 * Check digits of the three identifiers: CUSIP (ANSI X9.6), ISIN (ISO 6166) and FIGI (OMG Financial Instrument Global Identifier).
 * All are doubled-digit sums; they differ in which places are doubled and in how letters become digits.
 */

/** A to Z count as 10 to 35, as in all three standards. */
function valueOf(character: string): number {
  const value = Number.parseInt(character, 36)
  if (Number.isNaN(value)) throw new Error(`no identifier holds the character ${JSON.stringify(character)}`)
  return value
}

const digitSum = (value: number) => Math.floor(value / 10) + (value % 10)

/** @param body the eight characters before the check digit; every second one is doubled */
export function cusipCheckDigit(body: string): string {
  const sum = [...body].reduce((total, each, at) => total + digitSum(valueOf(each) * (at % 2 === 1 ? 2 : 1)), 0)
  return String((10 - (sum % 10)) % 10)
}

/** @param body BBG and the eight characters after it: the same sum as a CUSIP's, over eleven places */
export const figiCheckDigit = cusipCheckDigit

/** @param body country and the nine characters after it; letters become two digits, then Luhn from the right */
export function isinCheckDigit(body: string): string {
  const digits = [...body].map((each) => String(valueOf(each))).join('')
  const sum = [...digits]
    .reverse()
    .reduce((total, each, at) => total + digitSum(Number(each) * (at % 2 === 0 ? 2 : 1)), 0)
  return String((10 - (sum % 10)) % 10)
}

export const withCheckDigit = {
  cusip: (body: string) => body + cusipCheckDigit(body),
  figi: (body: string) => body + figiCheckDigit(body),
  isin: (body: string) => body + isinCheckDigit(body),
}
