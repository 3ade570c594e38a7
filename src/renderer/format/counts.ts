/** Formats whole numbers and plain decimals, in the number format of the window: `1,204 calls`, `1 call`, `0.25`. */

import { formatBytes as bytesText } from '#contract/format-bytes.ts'
import { numberFormat } from './number-format.svelte.ts'

/** By number format and digits: to make one takes longer than all that it writes on a page. */
const writers = new Map<string, Intl.NumberFormat>()

type Digits = Pick<
  Intl.NumberFormatOptions,
  'minimumFractionDigits' | 'maximumFractionDigits' | 'maximumSignificantDigits'
>

function written(value: number, digits: Digits): string {
  const format = numberFormat()
  const key = `${format} ${JSON.stringify(digits)}`
  const writer = writers.get(key) ?? new Intl.NumberFormat(format, digits)
  writers.set(key, writer)
  return writer.format(value)
}

/** As many decimals as the number has, three at most. */
export function formatNumber(value: number): string {
  return written(value, {})
}

/** Always with so many decimals: `0.50`. */
export function formatFixed(value: number, decimals: number): string {
  return formatDecimals(value, decimals, decimals)
}

/** From so many decimals to so many: `0.5`, `0.0333`. */
export function formatDecimals(value: number, least: number, most: number): string {
  return written(value, { minimumFractionDigits: least, maximumFractionDigits: most })
}

/** With so many digits that count, at most: `0.0083`. */
export function formatDigits(value: number, most: number): string {
  return written(value, { maximumSignificantDigits: most })
}

export function formatCounted(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

export function formatBytes(bytes: number): string {
  return bytesText(bytes, numberFormat())
}
