import type { SearchNames } from '#contract/desk/workspaces.ts'
import type { Reader, Writer } from '../database/handles.ts'

export interface WorkspaceSettings {
  readonly id: string
  readonly name: string
  readonly kind: 'sample' | 'live'
  readonly baseUrl: string
  readonly recordingsBase: string
  readonly search: SearchNames
}

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
}

export function getSettings(db: Reader): WorkspaceSettings | undefined {
  const row = db.get<Row>(
    `SELECT id, name, kind, base_url AS baseUrl, recordings_base AS recordingsBase, search_query AS query,
       search_type AS type, search_page AS page, search_key AS key FROM workspace`,
  )
  if (!row) return undefined
  const { query, type, page, key, ...settings } = row
  return { ...settings, search: { query, type, page, key } }
}

export function putSettings(db: Writer, { search, ...settings }: WorkspaceSettings): void {
  db.run(
    `INSERT OR REPLACE INTO workspace (only, id, name, kind, base_url, recordings_base, search_query, search_type, search_page, search_key)
     VALUES (1, @id, @name, @kind, @baseUrl, @recordingsBase, @query, @type, @page, @key)`,
    { ...settings, ...search },
  )
}
