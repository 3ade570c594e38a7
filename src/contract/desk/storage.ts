import { z } from 'zod'
import { ask } from './base.ts'

/**
 * What takes space in a workspace's folder. `contents`: every record as it came, with its versions; `answers`: which answer brought
 * it; `free`: pages of the library that hold nothing, which compacting gives back; `journals`: what SQLite keeps beside a database.
 */
export const storageKinds = [
  'contents',
  'answers',
  'fundamentals',
  'calls',
  'full-text',
  'ratings',
  'news',
  'securities',
  'other',
  'free',
  'journals',
  'desk',
  'recordings',
  'set-aside',
  'files',
] as const
export const storageKind = z.enum(storageKinds)
export type StorageKind = z.infer<typeof storageKind>

/** Bytes of a company's own: its records as they came with all versions, what is kept of them for reading, its recordings. */
export const companyStorage = z.object({
  symbol: z.string(),
  name: z.string().nullable(),
  fundamentals: z.number(),
  calls: z.number(),
  ratings: z.number(),
  news: z.number(),
  recordings: z.number(),
  total: z.number(),
})
export type CompanyStorage = z.infer<typeof companyStorage>

export const storageReport = z.object({
  folder: z.string(),
  /** Of all files in it: the sum of `kinds`. */
  bytes: z.number(),
  kinds: z.array(z.object({ kind: storageKind, bytes: z.number(), things: z.number().int().nullable() })),
  /** Largest first. */
  companies: z.array(companyStorage),
  /** What is of no one company: indexes, the list of securities, free pages. With `companies` it makes `bytes`. */
  shared: z.number(),
  /** On the disk; null where the file system does not say. */
  bytesFree: z.number().nullable(),
})
export type StorageReport = z.infer<typeof storageReport>

export const storage = {
  /** What takes space in the active workspace, measured page by page and file by file. */
  report: ask.output(storageReport),
}
