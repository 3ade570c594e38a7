/** Parses JSON without losing digits of numbers that a double cannot hold. */

import { rawNumber } from '#contract/service/raw-json.ts'

/** A double holds any decimal of up to 15 significant digits (IEEE 754): a shorter run of digits needs no look. */
const longRun = 16

/** Whether a text has a run of digits and points that is long enough to lose some. Tests one character in sixteen. */
export function hasLongNumber(text: string): boolean {
  for (let at = longRun - 1; at < text.length; at += longRun) {
    if (!isOfNumber(text.charCodeAt(at))) continue
    let first = at
    while (first > 0 && isOfNumber(text.charCodeAt(first - 1))) first -= 1
    let last = at
    while (last + 1 < text.length && isOfNumber(text.charCodeAt(last + 1))) last += 1
    if (last - first + 1 >= longRun) return true
    at = last
  }
  return false
}

function isOfNumber(character: number): boolean {
  return (character >= 48 && character <= 57) || character === 46
}

/**
 * Whether a decimal text's double has all of its digits. `0.10000000000000001` does: some services write all seventeen digits of
 * a double. `9007199254740993` does not.
 */
export function isExact(text: string): boolean {
  const number = Number(text)
  if (!Number.isFinite(number)) return false
  const digits = significantDigits(text)
  // More digits than `toPrecision` writes.
  if (digits.length > 100) return false
  return digits === '' ? number === 0 : number !== 0 && significantDigits(number.toPrecision(digits.length)) === digits
}

/** Without sign, point, exponent and the zeros at either end. */
function significantDigits(text: string): string {
  const [mantissa = ''] = text.trim().toLowerCase().split('e')
  return mantissa.replaceAll(/[^\d]/g, '').replace(/^0+/, '').replace(/0+$/, '')
}

/** Like `JSON.parse`, but a number that a double cannot represent stays a text that `JSON.stringify` writes unchanged. */
export function parseKeepingDigits(text: string): unknown {
  return JSON.parse(text, (_, value, { source }) =>
    typeof value === 'number' && source !== undefined && !isExact(source) ? rawNumber(source) : value,
  )
}

/** The digits of the numbers that a double cannot hold, by their dotted path. */
export type SourceDigits = ReadonlyMap<string, string>
const none: SourceDigits = new Map()

/** A stored or received record as plain values, and what these could not hold. */
export function parseRecord(body: string): { readonly raw: unknown; readonly digits: SourceDigits } {
  const raw: unknown = JSON.parse(body)
  if (!hasLongNumber(body)) return { raw, digits: none }
  const digits = new Map<string, string>()
  collect(parseKeepingDigits(body), '', digits)
  return { raw, digits }
}

function collect(value: unknown, path: string, digits: Map<string, string>): void {
  if (typeof value !== 'object' || value === null) return
  if (JSON.isRawJSON(value)) {
    digits.set(path, JSON.stringify(value))
    return
  }
  for (const [key, each] of Object.entries(value)) collect(each, path === '' ? key : `${path}.${key}`, digits)
}
