/** The user's own data in a pack: notes, saved searches and comparisons, a watchlist; with their schemas. */

import { z } from 'zod'
import { comparisonSpec } from '#contract/api/comparisons.ts'
import { highlight } from '#contract/api/notes.ts'
import { facetChoice } from '#contract/api/transcript-search.ts'
import { watched, watchlistView } from '#contract/api/watchlists.ts'

const name = z.string().min(1).max(300)
const id = z.string().min(1).max(300)
const savedAt = z.number().int().min(0)

export const packedNotes = z.array(highlight).max(100_000)

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
