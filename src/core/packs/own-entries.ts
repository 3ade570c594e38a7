/** The user's own data in a pack, with the schemas: notes, corrections, saved searches, comparisons, watchlists, their metrics. */

import { z } from 'zod'
import { timeUnits } from '#contract/api/calls.ts'
import { comparisonSpec } from '#contract/api/comparisons.ts'
import { namedMetric } from '#contract/api/metrics.ts'
import { highlight } from '#contract/api/notes.ts'
import { facetChoice } from '#contract/api/transcript-search.ts'
import { checkedWords, turnCorrection } from '#contract/api/turn-checks.ts'
import { watched, watchlistView } from '#contract/api/watchlists.ts'
import { mostWatchlists, shownName } from './pack-format.ts'

const name = z.string().min(1).max(300)
const id = z.string().min(1).max(300)
const savedAt = z.number().int().min(0)

export const packedNotes = z.array(highlight.extend({ author: shownName.optional() })).max(100_000)

const packedSearch = z.object({ id, name, query: z.string().max(2000), chosen: facetChoice, savedAt })

const packedComparison = z.object({ id, name, spec: comparisonSpec, savedAt })

export const packedSaved = z.object({
  searches: z.array(packedSearch).max(10_000),
  comparisons: z.array(packedComparison).max(10_000),
})

export const packedWatchlist = z.object({
  id,
  name,
  view: watchlistView,
  companies: z.array(watched.omit({ seenAt: true })).max(5000),
})
type PackedWatchlist = z.infer<typeof packedWatchlist>

export const packedWatchlists = z.array(packedWatchlist).max(mostWatchlists)

/** The watchlists of a pack, which has them in one entry or the other; null: it does not have the entry. */
export function watchlistsOf(
  one: PackedWatchlist | null,
  several: readonly PackedWatchlist[] | null,
): readonly PackedWatchlist[] {
  return several ?? (one === null ? [] : [one])
}

/** Of what the user wrote. */
const dates: ReadonlySet<string> = new Set(['createdAt', 'editedAt', 'savedAt', 'addedAt'])

/** What was written while the clock was ahead has the date of the pack: one of the future is refused where the pack is opened. */
export function datedJson(entry: unknown, now: number): string {
  return JSON.stringify(entry, (name, value: unknown) =>
    dates.has(name) && typeof value === 'number' ? Math.min(value, now) : value,
  )
}

const ownField = /\bown\.[\w-]+/g

/** The fields of own metrics in what was saved, such as the columns of a watchlist. */
export function fieldsIn(saved: unknown): string[] {
  return JSON.stringify(saved).match(ownField) ?? []
}

/** The same, with the fields that own metrics have in this workspace. */
export function withFields<Saved>(saved: Saved, fields: ReadonlyMap<string, string>): Saved {
  return JSON.parse(JSON.stringify(saved).replace(ownField, (field) => fields.get(field) ?? field)) as Saved
}

const metricId = z.string().regex(/^[\w-]{1,100}$/)

export const packedMetrics = z.array(namedMetric.extend({ id: metricId, savedAt })).max(1000)

/** With the author's own name where it is known; empty: it is not. */
export const packedCorrections = z
  .array(
    checkedWords.extend({
      callId: id,
      ...turnCorrection.shape,
      author: z.union([z.literal(''), shownName.max(256)]),
      at: savedAt,
    }),
  )
  .max(20_000)

export type PackedCorrections = z.infer<typeof packedCorrections>

/** Unit and offset of the timestamps of calls, as the author set them. */
export const packedTimes = z
  .array(
    z.object({
      callId: id,
      unit: z.enum(timeUnits).nullable(),
      /** Seconds. */
      offset: z.number().min(-7200).max(7200),
    }),
  )
  .max(100_000)
export type PackedTimes = z.infer<typeof packedTimes>
