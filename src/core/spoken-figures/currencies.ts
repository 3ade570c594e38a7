/** Reads the currency of a spoken amount, from a sign or code before it or a word behind it. */

import { isNumberToken } from './spoken-cardinals.ts'
import type { Token } from './tokens.ts'

interface Named {
  /** Null: several countries have a currency of that name. */
  readonly currency: string | null
  /** Index of the token behind it. */
  readonly next: number
}

const signs: ReadonlyMap<string, string> = new Map([
  ['$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['₹', 'INR'],
  ['₦', 'NGN'],
  ['₩', 'KRW'],
  ['₺', 'TRY'],
  ['₽', 'RUB'],
])
/** Letters right before a dollar sign. */
const dollarsOf: ReadonlyMap<string, string> = new Map([
  ['us', 'USD'],
  ['r', 'BRL'],
  ['c', 'CAD'],
  ['ca', 'CAD'],
  ['cad', 'CAD'],
  ['a', 'AUD'],
  ['au', 'AUD'],
  ['hk', 'HKD'],
  ['nt', 'TWD'],
  ['s', 'SGD'],
  ['nz', 'NZD'],
])
const codes: ReadonlySet<string> = new Set(
  'usd eur gbp jpy chf cad aud brl cny rmb inr sek nok dkk pln czk huf try zar mxn krw hkd sgd twd ars clp ngn ils rub'.split(
    ' ',
  ),
)
const words: ReadonlyMap<string, string | null> = new Map([
  ['dollar', null],
  ['dollars', null],
  ['bucks', null],
  ['euro', 'EUR'],
  ['euros', 'EUR'],
  ['pound', 'GBP'],
  ['pounds', 'GBP'],
  ['sterling', 'GBP'],
  ['yen', 'JPY'],
  ['yuan', 'CNY'],
  ['renminbi', 'CNY'],
  ['real', 'BRL'],
  ['reais', 'BRL'],
  ['reals', 'BRL'],
  ['franc', 'CHF'],
  ['francs', 'CHF'],
  ['lira', 'TRY'],
  ['tl', 'TRY'],
  ['zloty', 'PLN'],
  ['zlotys', 'PLN'],
  ['złoty', 'PLN'],
  ['złotych', 'PLN'],
  ['zł', 'PLN'],
  ['rupee', 'INR'],
  ['rupees', 'INR'],
  ['ruble', 'RUB'],
  ['rubles', 'RUB'],
  ['roubles', 'RUB'],
  ['naira', 'NGN'],
  ['rand', 'ZAR'],
  ['peso', null],
  ['pesos', null],
  ['krona', 'SEK'],
  ['kronor', 'SEK'],
  ['krone', null],
  ['kroner', null],
  ['crowns', null],
  ['shekels', 'ILS'],
  ['forint', 'HUF'],
  ['won', 'KRW'],
])
/** Adjectives before a currency's name. */
const nations: ReadonlyMap<string, string> = new Map([
  ['us', 'USD'],
  ['american', 'USD'],
  ['canadian', 'CAD'],
  ['australian', 'AUD'],
  ['hong', 'HKD'],
  ['singapore', 'SGD'],
  ['argentine', 'ARS'],
  ['mexican', 'MXN'],
  ['colombian', 'COP'],
  ['chilean', 'CLP'],
  ['turkish', 'TRY'],
  ['brazilian', 'BRL'],
  ['british', 'GBP'],
  ['swiss', 'CHF'],
  ['danish', 'DKK'],
  ['norwegian', 'NOK'],
  ['swedish', 'SEK'],
])

/** Whether a token could be a sign or a code, or begin one that is spelled out. */
export function isCurrency({ text }: Token): boolean {
  return text.length === 1 ? /[a-z$€£¥₹₦₩₺₽]/.test(text) : codes.has(text) || dollarsOf.has(text)
}

/** A sign or a code at a token, before the digits. */
export function currencyBefore(tokens: readonly Token[], at: number): Named | undefined {
  const token = tokens[at]
  if (!token) return undefined
  const ahead = tokens[at + 1]
  const prefix = ahead?.text === '$' && ahead.isAttached ? dollarsOf.get(token.text) : undefined
  if (prefix !== undefined) return { currency: prefix, next: at + 2 }
  const sign = signs.get(token.text)
  if (sign !== undefined) return { currency: sign, next: at + 1 }
  const code = codeAt(tokens, at)
  return code && isNumberToken(tokens[code.next]) ? code : undefined
}

/** "INR", and "I N R" as it is spelled out. */
function codeAt(tokens: readonly Token[], at: number): Named | undefined {
  const first = tokens[at]?.text ?? ''
  const spelled = first.length === 1 ? first + (tokens[at + 1]?.text ?? '') + (tokens[at + 2]?.text ?? '') : ''
  const next = spelled.length === 3 ? at + 3 : at + 1
  const code = spelled.length === 3 ? spelled : first
  return codes.has(code) ? { currency: code === 'rmb' ? 'CNY' : code.toUpperCase(), next } : undefined
}

/** A currency's name or code at a token, behind the number; "of euros" and "Canadian dollars" as well. */
export function currencyAt(tokens: readonly Token[], at: number): Named | undefined {
  const [first, second, third, fourth] = [0, 1, 2, 3].map((ahead) => tokens[at + ahead]?.text ?? '')
  const nation = nations.get(first ?? '')
  if (nation !== undefined && words.has(second ?? '')) return { currency: nation, next: at + 2 }
  // "U S dollars" and "U.S. dollars".
  if (first === 'u' && second === 's' && words.has(third ?? '')) return { currency: 'USD', next: at + 3 }
  if (first === 'u' && second === '.' && third === 's' && (fourth === '.' || words.has(fourth ?? ''))) {
    const next = at + (fourth === '.' ? 5 : 4)
    return words.has(tokens[next - 1]?.text ?? '') ? { currency: 'USD', next } : undefined
  }
  const word = words.get(first ?? '')
  if (word !== undefined) return { currency: word, next: at + 1 }
  if (first === 'of' && words.has(second ?? '')) return { currency: words.get(second ?? '') ?? null, next: at + 2 }
  return first === 'try' ? undefined : codeAt(tokens, at)
}
