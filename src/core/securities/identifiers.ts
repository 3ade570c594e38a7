/**
 * Recognises identifiers of securities (ISIN, CUSIP, FIGI, CIK, MIC) in typed text, by shape and
 * check digit.
 */

import type { Recognised } from '#contract/api/securities.ts'
import { readTerminalSymbol } from '#contract/api/terminal-symbols.ts'
import type { SearchType } from '#contract/service/securities.ts'

/**
 * What a typed text may be, most certain first. Shapes: ISIN ISO 6166, CUSIP ANSI X9.6, FIGI (OpenFIGI allocation rules), CIK
 * (SEC), MIC ISO 10383, country ISO 3166-1 alpha-2, GICS 2 to 8 digits. A text that fits several is each of them, and the symbol in
 * a Bloomberg ticker, a RIC or `XNAS:HLDN` is one.
 */
export function recognise(query: string): Recognised[] {
  const typed = query.trim().toUpperCase()
  const text = typed.replaceAll(/[\s-]/g, '')
  if (text === '') return []
  const found: Recognised[] = []
  const add = (type: SearchType, label: string, value: string, checkDigit: boolean | null) => {
    found.push({ type, label, value, checkDigit })
  }
  if (isFigiShape(text)) {
    const isRight = hasFigiCheckDigit(text)
    add('identifiers.figi', 'FIGI', text, isRight)
    // One shape for all three levels: of a listing, of a country, of a share class.
    add('identifiers.figi_composite', 'composite FIGI', text, isRight)
    add('identifiers.figi_share_class', 'share class FIGI', text, isRight)
  }
  if (!isFigiShape(text) && /^[A-Z]{2}[A-Z0-9]{9}\d$/.test(text))
    add('identifiers.isin', 'ISIN', text, hasIsinCheckDigit(text))
  if (/^[A-Z0-9*@#]{8}\d$/.test(text) && /\d/.test(text.slice(0, 8))) {
    add('identifiers.cusip', 'CUSIP', text, hasCusipCheckDigit(text))
  }
  if (/^\d{10}$/.test(text) || (/^\d{4,9}$/.test(text) && text.length !== 9)) {
    add('identifiers.cik', 'CIK', text.padStart(10, '0'), null)
  }
  if (/^\d{2}$|^\d{4}$|^\d{6}$|^\d{8}$/.test(text) && isGicsSector(text))
    add('classification.gics_code', 'GICS', text, null)
  // `XY LN` is a symbol in London, and no market: these codes are written without blanks.
  if (/^X[A-Z0-9]{3}$/.test(typed)) add('exchange_info.mic_code', 'MIC', typed, null)
  if (/^[A-Z]{2}$/.test(typed)) add('exchange_info.exchange_country', 'country', typed, null)
  // Symbols of Tokyo, Hong Kong, Seoul and Shanghai are four to six digits: 7203, 005930, 600519.
  if (/^[A-Z0-9.*/&^-]{1,12}$/.test(typed) && !/^\d{7,}$/.test(text)) add('symbol', 'symbol', typed, null)
  const terminal = readTerminalSymbol(typed)
  if (terminal) add('symbol', 'symbol', terminal.symbol, null)
  return found.toSorted((left, right) => certainty(right) - certainty(left))
}

/**
 * A typed text as the kind the user chose writes it: upper case, without blanks; a CIK with its leading zeros. A symbol keeps its
 * hyphen.
 */
export function normalForm(type: SearchType, query: string): string {
  const text = query.trim().toUpperCase()
  if (type === 'symbol') return text
  const bare = text.replaceAll(/[\s-]/g, '')
  return type === 'identifiers.cik' && /^\d{1,10}$/.test(bare) ? bare.padStart(10, '0') : bare
}

/** A right check digit is next to proof; a wrong one speaks for another kind. GE is a company more often than a country. */
function certainty({ type, checkDigit }: Recognised): number {
  if (checkDigit === null) return type === 'symbol' ? 2 : 1
  return checkDigit ? 3 : 0
}

/** The eleven sectors of GICS start with these two digits. */
function isGicsSector(text: string): boolean {
  return ['10', '15', '20', '25', '30', '35', '40', '45', '50', '55', '60'].includes(text.slice(0, 2))
}

/** Two letters that are not of certain ISIN countries, then G, then consonants and digits, then the check digit. */
function isFigiShape(text: string): boolean {
  return (
    /^[BCDFGHJKLMNPQRSTVWXYZ]{2}G[BCDFGHJKLMNPQRSTVWXYZ0-9]{8}\d$/.test(text) &&
    !['BS', 'BM', 'GG', 'GB', 'GH', 'KY', 'VG'].includes(text.slice(0, 2))
  )
}

/** The value of a digit, or 10 to 35 for A to Z. */
function valueOf(character: string): number {
  return Number.parseInt(character, 36)
}

/** Luhn over the letters written out as two digits, the last digit included (ISO 6166 annex). */
export function hasIsinCheckDigit(isin: string): boolean {
  const digits = [...isin].map((character) => String(valueOf(character))).join('')
  let sum = 0
  for (const [index, digit] of [...digits].toReversed().entries()) {
    const doubled = index % 2 === 1 ? Number(digit) * 2 : Number(digit)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** Every second value doubled, digits added up, the complement to ten. */
export function hasCusipCheckDigit(cusip: string): boolean {
  return checkDigitOf(cusip.slice(0, 8)) === Number(cusip[8])
}

/** Like a CUSIP's, over eleven characters (OpenFIGI, "Check digit"). */
export function hasFigiCheckDigit(figi: string): boolean {
  return checkDigitOf(figi.slice(0, 11)) === Number(figi[11])
}

function checkDigitOf(body: string): number {
  let sum = 0
  for (const [index, character] of [...body].entries()) {
    const special = ['*', '@', '#'].indexOf(character)
    const value = special >= 0 ? 36 + special : valueOf(character)
    const weighted = index % 2 === 1 ? value * 2 : value
    sum += Math.floor(weighted / 10) + (weighted % 10)
  }
  return (10 - (sum % 10)) % 10
}
