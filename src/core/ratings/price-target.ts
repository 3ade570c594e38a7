/** Reads price targets from the service's text, and calculates changes between them. */

import type { PriceTarget } from '#contract/api/ratings.ts'

/** Signs of a single currency. */
const ownSigns: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['₹', 'INR'],
  ['₩', 'KRW'],
  ['₪', 'ILS'],
  ['₺', 'TRY'],
  ['₽', 'RUB'],
  ['US$', 'USD'],
  ['C$', 'CAD'],
  ['CA$', 'CAD'],
  ['A$', 'AUD'],
  ['AU$', 'AUD'],
  ['NZ$', 'NZD'],
  ['HK$', 'HKD'],
  ['S$', 'SGD'],
  ['NT$', 'TWD'],
  ['R$', 'BRL'],
  ['GBX', 'GBX'],
  ['GBp', 'GBX'],
  ['ZAc', 'ZAc'],
  ['ZAC', 'ZAc'],
  ['ILA', 'ILA'],
])

/** Signs that several currencies share, with the codes that may follow each sign. */
const sharedSigns: ReadonlyMap<string, readonly string[]> = new Map([
  ['$', ['USD', 'CAD', 'AUD', 'NZD', 'HKD', 'SGD', 'TWD', 'MXN']],
  ['¥', ['JPY', 'CNY']],
  ['kr', ['SEK', 'NOK', 'DKK', 'ISK']],
])

const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** Maximum number of digits that a double stores exactly. */
const mostDigits = 15

/**
 * A price target as the service writes it: decimal text, or text with a currency (docs/interface.md). Only what can be read in one way
 * becomes an amount; other text stays as received, with the reason. Null for blank text.
 */
export function readPriceTarget(text: string | null | undefined): PriceTarget | null {
  const raw = text ?? ''
  if (raw.trim() === '') return null
  const open = (reason: string): PriceTarget => ({ raw, amount: null, currency: null, reason })
  const [, before = '', number = '', after = ''] =
    /^([^\d.,]*)([.,]*\d[\d.,]*)((?:[^\d.,][^\d]*)?)$/.exec(raw.trim()) ?? []
  if (!/\d/.test(raw)) return open('It has no number.')
  if (number === '') return open('It has more than one number.')
  const currency = currencyOf(before, after)
  if (currency === undefined) return open(`The text next to ${number} is not a currency.`)
  const amount = amountOf(number, currency !== null)
  if (amount === undefined) return open(`${number} is ambiguous.`)
  if (amount === 0) return open('Zero may mean no target.')
  return { raw, amount, currency, reason: null }
}

/**
 * A dot is the decimal point if the text is only a number; a comma separates groups of three. Next to a currency, a dot before
 * three digits may separate thousands, as in continental Europe.
 */
function amountOf(text: string, hasCurrency: boolean): number | undefined {
  const grouped = /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(text)
  const plain = /^(0|[1-9]\d*)(\.\d+)?$/.test(text)
  if (!grouped && !plain) return undefined
  if (hasCurrency && /^[1-9]\d{0,2}\.\d{3}$/.test(text)) return undefined
  const digits = text.replaceAll(',', '')
  return digits.replace('.', '').length > mostDigits ? undefined : Number(digits)
}

/** Null: not stated. Undefined: the text next to the number is not one currency. */
function currencyOf(before: string, after: string): string | null | undefined {
  if (before === '' && after === '') return null
  const written = [before, after].flatMap((side) => side.split(/\s+/)).filter((word) => word !== '')
  const read = written.map((word, at) => readCurrency(word, at === written.length - 1 && after !== ''))
  if (read.some((currency) => currency === undefined)) return undefined
  const [first = null, second] = new Set(read)
  if (second === undefined) return first
  const [shared, code] = sharedSigns.has(first ?? '') ? [first, second] : [second, first]
  const named = read.length === 2 && sharedSigns.get(shared ?? '')?.includes(code ?? '') === true
  return named ? code : undefined
}

function readCurrency(word: string, isBehind: boolean): string | undefined {
  if (isBehind && word === 'p') return 'GBX'
  const own = ownSigns.get(word)
  if (own !== undefined) return own
  if (sharedSigns.has(word)) return word
  // In lower case it may be pounds or pence; only `GBp` is certain.
  if (!/^[A-Za-z]{3}$/.test(word) || (word !== 'GBP' && /^gbp$/i.test(word))) return undefined
  const code = word.toUpperCase()
  return codes.has(code) ? code : undefined
}

/** Relative change between two targets; null unless both are amounts in one currency. Two targets without a currency are comparable. */
export function targetChange(from: PriceTarget | null, to: PriceTarget | null): number | null {
  if (from === null || to === null || from.amount === null || to.amount === null) return null
  return from.currency === to.currency ? to.amount / from.amount - 1 : null
}
