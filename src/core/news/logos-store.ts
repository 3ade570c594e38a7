/** SQL of stored logos. */

import type { Logo } from '#contract/api/news.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'

interface StoredLogo {
  /** ms UTC. */
  readonly requestedAt: number
  readonly type: Logo['type'] | null
  readonly bytes: Buffer | null
}

export function getLogo(db: Reader, url: string): StoredLogo | undefined {
  return db.get('SELECT asked_at AS requestedAt, type, bytes FROM logo WHERE url = ?', [url])
}

export function putLogo(db: Writer, url: string, { requestedAt, type, bytes }: StoredLogo): void {
  db.run('INSERT OR REPLACE INTO logo (url, asked_at, type, bytes) VALUES (?, ?, ?, ?)', [
    url,
    requestedAt,
    type,
    bytes,
  ])
}
