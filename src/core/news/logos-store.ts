import type { Logo } from '#contract/desk/news.ts'
import type { Reader, Writer } from '../database/handles.ts'

export interface StoredLogo {
  /** ms UTC. */
  readonly askedAt: number
  readonly type: Logo['type'] | null
  readonly bytes: Buffer | null
}

export function getLogo(db: Reader, url: string): StoredLogo | undefined {
  return db.get('SELECT asked_at AS askedAt, type, bytes FROM logo WHERE url = ?', [url])
}

export function putLogo(db: Writer, url: string, { askedAt, type, bytes }: StoredLogo): void {
  db.run('INSERT OR REPLACE INTO logo (url, asked_at, type, bytes) VALUES (?, ?, ?, ?)', [url, askedAt, type, bytes])
}
