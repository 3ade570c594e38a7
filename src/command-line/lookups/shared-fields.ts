/** Fields and texts that several lookups share: symbols, dates, limits, links into the program. */

import { z } from 'zod'
import { packOrigin } from '#contract/api/pack-words.ts'
import type { PackSource } from '#contract/api/provenance.ts'
import { formatDeepLink, type LinkedView } from '#contract/deep-link.ts'
import { isProportion, type UnitKind } from '#contract/service/statement-lines.ts'
import type { LibraryApi } from '../library-reading.ts'

export const symbol = z.string().trim().min(1).max(40).describe('A symbol as used by the service, such as HLDN')
export const symbols = z.array(symbol).max(100)

/** `YYYY-MM-DD`: a day in this computer’s time zone. */
const day = z.iso.date()

/** Everything that the library received until the end of the day. */
export const asOf = day
  .optional()
  .describe('What the library had received by the end of this day (YYYY-MM-DD); default: now')
const from = day.optional().describe('First day (YYYY-MM-DD)')
const to = day.optional().describe('Last day (YYYY-MM-DD)')

/** Most rows of one response, so that an assistant is not given a whole library at once. */
export const mostRows = 1000

export function limit(usual: number, most: number) {
  return z.int().min(1).max(most).default(usual).describe(`Most rows: 1 to ${most}; default ${usual}`)
}

export const offset = z
  .int()
  .min(0)
  .default(0)
  .describe('How many rows to skip, to see rows beyond the limit; default 0')

/** Midnight at which a day begins in this computer’s time zone. Milliseconds since 1970. */
export function startOfDay(text: string): number {
  return new Date(`${text}T00:00:00`).getTime()
}

export function endOfDay(text: string): number {
  return new Date(`${text}T23:59:59.999`).getTime()
}

/** The input of a list of the library: of which companies, from when to when. */
export const listInput = z.strictObject({
  symbols: symbols.default([]).describe('Symbols; none: all companies'),
  from,
  to,
  limit: limit(20, 500),
  offset,
})

interface ListFilter extends Pick<z.infer<typeof listInput>, 'from' | 'to'> {
  readonly symbols: readonly string[]
}

/** The filter of a list by companies and days. */
export function listFilter({ symbols, from, to }: ListFilter) {
  return {
    ...(symbols.length > 0 && { symbols: [...symbols] }),
    ...(from !== undefined && { from: startOfDay(from) }),
    ...(to !== undefined && { to: endOfDay(to) }),
  }
}

/** Of figures of statements, in responses and for assistants. */
export const reportedCurrency =
  'Monetary figures are in each company’s reporting currency, which the data service does not state; nothing is converted.'
export const currency = z.string().describe('Currency of monetary figures, including those per share and per employee')

/** The analyst chooses it in the window, and reads the same figures in a response. */
export const adjustedForSplits = z
  .boolean()
  .describe('EPS and shares before a share split are adjusted for it, as set in Tearsheet; false: as reported')
export const splitsAdjusted = 'EPS and shares before a share split are adjusted for it, as set in Tearsheet.'

/** How a figure compares with that of the year-ago period. */
export const figureChange = z.enum(['growth', 'difference'])

/** Amounts grow, by a fraction; what is a proportion, a number of days or a score differs, in its unit. */
export function changeIn(unit: UnitKind): z.infer<typeof figureChange> {
  return isProportion(unit) ? 'difference' : 'growth'
}

/** An instant as a time in UTC, to the second; null stays null. */
export const time = z.string().nullable()

export function timeOf(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString().replace(/\.\d{3}Z$/, 'Z')
}

/** The day of a time in this computer’s time zone, as --from and --to have it: `2026-01-31`. */
export function dayOf(time: string | null): string | null {
  if (time === null) return null
  const date = new Date(time)
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return parts.map((part, at) => String(part).padStart(at === 0 ? 4 : 2, '0')).join('-')
}

const pack = z.object({ origin: z.string(), author: z.string(), madeAt: time, workspace: z.string(), host: z.string() })
type Pack = z.infer<typeof pack>

/** The pack in which a record came. */
export const packedIn = pack
  .nullable()
  .describe('The colleague’s pack that this came from; null: it came from the service')

/** The packs in which the records of a period came. */
export const packedInEach = z
  .array(pack)
  .describe('The colleagues’ packs that records of this came from; empty: all came from the service')

export function packIn(pack: PackSource | null): Pack | null {
  return (
    pack && {
      ...pack,
      origin: packOrigin(pack, (moment) => timeOf(moment) ?? ''),
      madeAt: timeOf(pack.madeAt),
    }
  )
}

/** A record, as known at a moment; null: now. */
interface KnownRecord {
  readonly recordId: number
  readonly at: number | null
}

/** The packs of records and of transcripts, in their order. */
export async function packsOf(
  api: LibraryApi,
  { records = [], callIds = [] }: { readonly records?: readonly KnownRecord[]; readonly callIds?: readonly string[] },
  signal: AbortSignal,
): Promise<{ readonly records: readonly (Pack | null)[]; readonly calls: readonly (Pack | null)[] }> {
  const found = await api.source.packs({ records: [...records], callIds: [...callIds] }, { signal })
  return { records: found.records.map(packIn), calls: found.calls.map(packIn) }
}

/** The packs of each period of several records, each pack once. */
export async function packsOfPeriods(
  api: LibraryApi,
  periods: readonly (readonly number[])[],
  at: number | null,
  signal: AbortSignal,
): Promise<readonly (readonly Pack[])[]> {
  const { records } = await packsOf(api, { records: periods.flat().map((recordId) => ({ recordId, at })) }, signal)
  let next = 0
  return periods.map((recordIds) => {
    const packs = records.slice(next, (next += recordIds.length))
    return [...new Map(packs.flatMap((each) => (each ? [[each.origin, each] as const] : []))).values()]
  })
}

/** “From a pack made by Ada on 2026-11-01T08:00:00Z.”, with the number of rows where it is not all of them. */
export function packNotes(rows: readonly (Pack | null | readonly Pack[])[]): readonly string[] {
  const origins = rows.flatMap((row) =>
    row === null ? [] : 'origin' in row ? [row.origin] : row.map(({ origin }) => origin),
  )
  return [...Map.groupBy(origins, (origin) => origin)].map(([origin, { length }]) =>
    length === rows.length ? `${origin}.` : `${length} of ${rows.length} are ${origin.replace(/^From/, 'from')}.`,
  )
}

/** Opens the place in Tearsheet; null: no link can name it. */
export const link = z.string().nullable().describe('Opens this in Tearsheet')

export function linkTo(view: LinkedView): string | null {
  return formatDeepLink(view)
}

interface ShownRows {
  readonly shown: number
  readonly offset: number
  readonly total: number
  /** There are more than `total`, which are not counted and cannot be reached. */
  readonly isAtLeast?: boolean
}

/** “3 of 120 are shown. Use --limit or --offset for more.”; nothing where all are. */
export function moreNote({ shown, offset, total, isAtLeast = false }: ShownRows): readonly string[] {
  if (shown >= total && !isAtLeast) return []
  const isLast = offset + shown >= total
  const advice = isLast ? (isAtLeast ? ' Narrow the query to see others.' : '') : ' Use --limit or --offset for more.'
  return [`${shown} of ${isAtLeast ? 'at least ' : ''}${total} are shown.${advice}`]
}
