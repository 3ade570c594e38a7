/**
 * Schemas of single values in the service's records: text, number, integer, flag, list of texts.
 */

import { z } from 'zod'

/**
 * docs/interface.md does not show which response fields are required, and says that fields whose example is null may be null.
 * So every field may be absent or null, and the three (absent, null, zero) stay distinct.
 */
export const text = z.string().nullish()
export const number = z.number().nullish()
export const integer = z.int().nullish()
export const flag = z.boolean().nullish()
export const texts = z.array(z.string()).nullish()

/** A closed list in the interface, an open one here: an unknown value is stored as received. */
export type Open<Known extends string> = Known | (string & {})
export function open<const Known extends readonly [string, ...string[]]>(known: Known) {
  return z.custom<Open<Known[number]>>((value) => typeof value === 'string', {
    error: `expected text such as ${known.join(', ')}`,
  })
}
