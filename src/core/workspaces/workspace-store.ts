/** Reads and writes the settings of a workspace in its database. */

import { z } from 'zod'
import { workspace, type SearchNames } from '#contract/api/workspaces.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { operationNames } from '#contract/service/operations.ts'
import type { AcceptedPageSizes } from '../service/page-sizes.ts'
import { readStoredJson } from '../stored-json.ts'

export interface WorkspaceSettings {
  readonly id: string
  readonly name: string
  readonly kind: 'sample' | 'live'
  readonly baseUrl: string
  readonly recordingsBase: string
  readonly search: SearchNames
  /** What the service at `baseUrl` was found to accept. */
  readonly pageSizes: AcceptedPageSizes
}

/** What a profile stores of a workspace besides its folder; never its key. */
export const knownWorkspace = workspace.omit({ hasKey: true })
export type KnownWorkspace = z.infer<typeof knownWorkspace>

const storedPageSizes = z.partialRecord(z.enum(operationNames), z.number().int().min(1))

interface Row {
  readonly id: string
  readonly name: string
  readonly kind: 'sample' | 'live'
  readonly baseUrl: string
  readonly recordingsBase: string
  readonly query: string
  readonly type: string
  readonly page: string
  readonly key: SearchNames['key']
  /** JSON. */
  readonly pageSizes: string
}

export function getSettings(db: Reader): WorkspaceSettings | undefined {
  const row = db.get<Row>(
    `SELECT id, name, kind, base_url AS baseUrl, recordings_base AS recordingsBase, search_query AS query,
       search_type AS type, search_page AS page, search_key AS key, page_sizes AS pageSizes FROM workspace`,
  )
  if (!row) return undefined
  const { query, type, page, key, pageSizes, ...settings } = row
  return {
    ...settings,
    search: { query, type, page, key },
    // Sizes that cannot be read are found out again.
    pageSizes: readStoredJson(storedPageSizes, pageSizes) ?? {},
  }
}

export function putSettings(db: Writer, { search, pageSizes, ...settings }: WorkspaceSettings): void {
  db.run(
    `INSERT OR REPLACE INTO workspace
       (only, id, name, kind, base_url, recordings_base, search_query, search_type, search_page, search_key, page_sizes)
     VALUES (1, @id, @name, @kind, @baseUrl, @recordingsBase, @query, @type, @page, @key, @pageSizes)`,
    { ...settings, ...search, pageSizes: JSON.stringify(pageSizes) },
  )
}
