/** The API of the sample library: how far the first download of sample data has come. */

import { z } from 'zod'
import { change, instant, query } from './base.ts'

/** Kinds of the sample library's bulk downloads, in the order in which a page counts them. */
export const sampleKinds = ['securities', 'statements', 'calls', 'ratings', 'news'] as const
export type SampleKind = (typeof sampleKinds)[number]

const count = z.number().int()

const company = z.object({
  symbol: z.string(),
  name: z.string().nullable(),
  /** What the library has of it. */
  periods: count,
  calls: count,
  recordings: count,
  ratings: count,
  news: count,
  /** `loading`: something of it has come, and more is to come. */
  state: z.enum(['waiting', 'loading', 'loaded']),
})
export type SampleCompany = z.infer<typeof company>

const sampleLibrary = z.object({
  /** `paused`: its download is paused, or waits for the sample service. `stopped`: it was cancelled; what had come is kept. */
  state: z.enum(['loading', 'paused', 'loaded', 'stopped']),
  /** The sample began to load in this session: Home shows the first steps. */
  isFirstStart: z.boolean(),
  startedAt: instant,
  companies: z.array(company),
  /** Downloads: how many there are, which grows while lists of calls come in, and how many have ended. */
  progress: z.array(z.object({ kind: z.enum(sampleKinds), ended: count, total: count })),
  securities: count,
})
export type SampleLibraryState = z.infer<typeof sampleLibrary>

/** The invented companies that a first start loads, so that every screen has something on it. */
export const sampleLibraryProcedures = {
  /** Null: the open workspace is no sample, or nothing of the sample library was ever loaded into it. */
  read: query.output(z.object({ library: sampleLibrary.nullable() })),
  /** Begins the loading, or continues one that was stopped. Throws `no-such-workspace` in another workspace, `read-only`. */
  load: change.output(z.object({})),
}
