import type { PriceTarget } from '#contract/api/ratings.ts'

/** Signs of one currency each, as price targets carry them. */
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

/** Signs that several currencies share, and those that a code beside one may name. */
const sharedSigns: ReadonlyMap<string, readonly string[]> = new Map([
  ['$', ['USD', 'CAD', 'AUD', 'NZD', 'HKD', 'SGD', 'TWD', 'MXN']],
  ['¥', ['JPY', 'CNY']],
  ['kr', ['SEK', 'NOK', 'DKK', 'ISK']],
])

const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** More digits than a double holds are not this number. */
const mostDigits = 15

/**
 * A price target as the service writes it: decimal text, or text with a currency (docs/interface.md). Only what can be read in one way
 * becomes an amount; anything else stays as it came, and says why. Null for a text that is blank.
 */
export function readPriceTarget(text: string | null | undefined): PriceTarget | null {
  const raw = text ?? ''
  if (raw.trim() === '') return null
  const open = (says: string): PriceTarget => ({ raw, amount: null, currency: null, says })
  const [, before = '', number = '', after = ''] =
    /^([^\d.,]*)([.,]*\d[\d.,]*)((?:[^\d.,][^\d]*)?)$/.exec(raw.trim()) ?? []
  if (!/\d/.test(raw)) return open('It has no number.')
  if (number === '') return open('It has more than one number.')
  const currency = currencyOf(before, after)
  if (currency === undefined) return open(`The text next to ${number} is not a currency.`)
  const amount = amountOf(number, currency !== null)
  if (amount === undefined) return open(`${number} is ambiguous.`)
  if (amount === 0) return open('Zero may mean no target.')
  return { raw, amount, currency, says: null }
}

/**
 * The dot is the decimal sign where the text is a decimal alone; a comma stands between groups of three. Beside a currency a dot before
 * three digits may be a continental house's thousands.
 */
function amountOf(text: string, hasCurrency: boolean): number | undefined {
  const grouped = /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(text)
  const plain = /^(0|[1-9]\d*)(\.\d+)?$/.test(text)
  if (!grouped && !plain) return undefined
  if (hasCurrency && /^[1-9]\d{0,2}\.\d{3}$/.test(text)) return undefined
  const digits = text.replaceAll(',', '')
  return digits.replace('.', '').length > mostDigits ? undefined : Number(digits)
}

/** Null: none stated. Undefined: there is something beside the number that is no currency, or not one. */
function currencyOf(before: string, after: string): string | null | undefined {
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
  // In small letters it may be pounds or pence: only `GBp` tells.
  if (!/^[A-Za-z]{3}$/.test(word) || (word !== 'GBP' && /^gbp$/i.test(word))) return undefined
  const code = word.toUpperCase()
  return codes.has(code) ? code : undefined
}

/** From one target to the next, as a share; null unless both are amounts of one currency. Where neither states one it is one firm's own. */
export function targetChange(from: PriceTarget | null, to: PriceTarget | null): number | null {
  if (from === null || to === null || from.amount === null || to.amount === null) return null
  return from.currency === to.currency ? to.amount / from.amount - 1 : null
}
