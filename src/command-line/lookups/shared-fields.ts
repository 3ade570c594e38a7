/** Fields and texts that several lookups share: symbols, dates, limits, links into the program. */

import { z } from 'zod'
import { packOrigin } from '#contract/api/pack-words.ts'
import type { PackSource } from '#contract/api/provenance.ts'
import { formatDeepLink, type LinkedView } from '#contract/deep-link.ts'

export const symbol = z.string().trim().min(1).max(40).describe('A symbol as the service names it, such as HLDN')
export const symbols = z.array(symbol).max(100)

/** `YYYY-MM-DD`: a day on this computer’s calendar. */
const day = z.iso.date()

/** Everything that the library received until the end of the day. */
export const asOf = day
  .optional()
  .describe('What the library had received by the end of this day (YYYY-MM-DD); default: now')
const from = day.optional().describe('First day (YYYY-MM-DD)')
const to = day.optional().describe('Last day (YYYY-MM-DD)')

export function limit(usual: number, most: number) {
  return z.int().min(1).max(most).default(usual).describe(`Most rows: 1 to ${most}; default ${usual}`)
}

/** Midnight at which a day begins on this computer. Milliseconds since 1970. */
export function startOfDay(text: string): number {
  return new Date(`${text}T00:00:00`).getTime()
}

export function endOfDay(text: string): number {
  return new Date(`${text}T23:59:59.999`).getTime()
}

/** The input of a list of the library: of which companies, from when to when. */
export const listInput = z.object({
  symbols: symbols.default([]).describe('Symbols; none: all companies'),
  from,
  to,
  limit: limit(20, 500),
})

/** The filter of a list by companies and days. */
export function listFilter({ symbols, from, to }: z.infer<typeof listInput>) {
  return {
    ...(symbols.length > 0 && { symbols }),
    ...(from !== undefined && { from: startOfDay(from) }),
    ...(to !== undefined && { to: endOfDay(to) }),
  }
}

/** An instant as a time in UTC, to the second; null stays null. */
export const time = z.string().nullable()

export function timeOf(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString().replace(/\.\d{3}Z$/, 'Z')
}

/** The pack in which a record came. */
export const packedIn = z
  .object({ origin: z.string(), author: z.string(), madeAt: time, workspace: z.string(), host: z.string() })
  .nullable()
  .describe('The pack of a colleague in which this came; null: it came from the service')

export function packIn(pack: PackSource | null): z.infer<typeof packedIn> {
  return (
    pack && {
      ...pack,
      origin: packOrigin(pack, (moment) => timeOf(moment) ?? ''),
      madeAt: timeOf(pack.madeAt),
    }
  )
}

/** Opens the place in Tearsheet; null: no link can name it. */
export const link = z.string().nullable().describe('Opens this in Tearsheet')

export function linkTo(view: LinkedView): string | null {
  return formatDeepLink(view)
}

/** “3 of 120 are shown.”; nothing where all are. */
export function moreNote(shown: number, total: number): readonly string[] {
  return shown < total ? [`${shown} of ${total} are shown. Use --limit for more.`] : []
}
