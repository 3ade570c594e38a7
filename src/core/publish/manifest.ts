/** The manifest of a publication: which version of the data is published, and the files that it consists of. */

import { z } from 'zod'
import type { PublicationSummary } from '#contract/api/storage.ts'
import { fail } from '../failure-error.ts'
import { readStoredJson } from '../stored-json.ts'
import { ownerLibrary } from './publication-owner.ts'
import { schemaVersion, tableNames } from './published-tables.ts'

/** A folder of one version of the data. */
export const versionName = /^version-([1-9]\d{0,8})$/
export const dataFileName = /^part-[\da-f]{16}\.parquet$/
/** `version-3/statements/edition=enhanced/year=2025/part-….parquet`: never out of the folder. */
const dataFilePath = /^version-[1-9]\d{0,8}\/[a-z_]+(\/[a-z]+=[\w-]+){0,2}\/part-[\da-f]{16}\.parquet$/
const count = z.number().int().nonnegative()
const hash = z.string().regex(/^[\da-f]{64}$/)

const publishedFile = z.object({
  /** From the folder of the publication, with slashes on every system. */
  path: z.string().regex(dataFilePath),
  table: z.enum(tableNames),
  partition: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  rows: count,
  bytes: count,
  sha256: hash,
  /** Of the version of the program and what its rows were made of: while that is the same, the file is not written again. */
  source_sha256: hash,
})
export type PublishedFile = z.infer<typeof publishedFile>

/** What the manifest of every version of the program has, also of a later one, whose tables are not known here. */
const anyManifest = z.object({ tearsheet: z.literal('publication'), schema_version: z.number().int().positive() })

export const manifest = anyManifest.extend({
  program_version: z.string(),
  workspace: z.object({ id: z.string(), name: z.string() }),
  library_id: ownerLibrary,
  created_at: z.iso.datetime(),
  /** The folder of the data. */
  version: z.string().regex(versionName),
  /** The folder of the data before, which stays until the next publication. */
  previous_version: z.string().regex(versionName).nullable(),
  tables: z.array(z.object({ name: z.enum(tableNames), rows: count })),
  files: z.array(publishedFile),
})
export type Manifest = z.infer<typeof manifest>

/** The manifest with this text; null: it is damaged. Throws `newer-version`. */
export function manifestIn(text: string): Manifest | null {
  const { schema_version: version = 0 } = readStoredJson(anyManifest, text) ?? {}
  if (version > schemaVersion) fail({ kind: 'newer-version', detail: 'The publication' })
  return readStoredJson(manifest, text) ?? null
}

export function summaryOf({ created_at, files, tables }: Manifest): PublicationSummary {
  return {
    createdAt: Date.parse(created_at),
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    tables: tables.map(({ name, rows }) => ({ name, rows })),
  }
}
