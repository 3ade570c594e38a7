/** Generates valid identifiers (CUSIP, ISIN, FIGI) that belong to nobody. */

import { withCheckDigit } from '../data/check-digits.ts'
import { hashOf } from '../data/random.ts'

/**
 * Identifiers that pass every check and yet can belong to nobody: CUSIPs lie in the range that the standard leaves to users
 * (issuer numbers from 99...), ISINs outside the United States have national numbers that begin with ZZ, FIGIs begin with BBG99,
 * which the register is far from reaching, and PermIDs and CIKs lie beyond those given out.
 */

/** FIGIs hold no vowels, so that no code can read as a word. */
const figiCharacters = '0123456789BCDFGHJKLMNPQRSTVWXYZ'
const base36 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

function spelled(number: number, characters: string, length: number): string {
  let text = ''
  for (let left = number; text.length < length; left = Math.floor(left / characters.length)) {
    text = characters.charAt(left % characters.length) + text
  }
  return text
}

const withoutVowels = (text: string) =>
  [...text.toUpperCase()].map((each) => ({ A: '4', E: '3', I: '1', O: '0', U: '8' })[each] ?? each).join('')

/** @param symbol of the listing's company, which can then be read in the code: BBG99HLDN4K and its check digit */
export function companyFigi(symbol: string, kind: 'listing' | 'composite' | 'share-class', listing = 0): string {
  const place = figiCharacters.charAt(4 + listing)
  // a listing and its country's composite differ by place; the share class is one everywhere
  const tail = { listing: `${place}K`, composite: `${place}C`, 'share-class': '4S' }[kind]
  return withCheckDigit.figi(`BBG99${withoutVowels(symbol).padEnd(4, 'X').slice(0, 4)}${tail}`)
}

/** @param ordinal the made security's number: six places, so that no two are alike */
export const madeFigi = (ordinal: number) =>
  withCheckDigit.figi(`BBG99${spelled(ordinal * 9973 + 31 ** 5, figiCharacters, 6)}`)

/** @param issuer four letters or digits, such as the symbol */
export const cusipOf = (issuer: string, issue: string) =>
  withCheckDigit.cusip(`99${issuer.toUpperCase().padEnd(4, '0').slice(0, 4)}${issue}`)

export const issuerCode = (ordinal: number) => spelled(ordinal + 36 ** 3, base36, 4)

export function isinOf(country: string, cusip: string): string {
  const national = country === 'US' || country === 'CA' ? cusip : `ZZ${cusip.slice(2, 8)}0`
  return withCheckDigit.isin(country + national)
}

export const permIdOf = (name: string) => `99${String(hashOf(`permid/${name}`) % 100_000_000).padStart(8, '0')}`
