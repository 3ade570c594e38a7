import type { OfflineStatus } from '#contract/api/sync.ts'
import type { SyncKind } from '#contract/api/sync-kinds.ts'
import { formatCounted } from '../format/sizes.ts'

const counted: Readonly<Record<SyncKind, readonly [one: string, many: string]>> = {
  statements: ['company’s statements', 'companies’ statements'],
  enhanced: ['company’s statements', 'companies’ statements'],
  lite: ['company’s lite statements', 'companies’ lite statements'],
  calls: ['call list', 'call lists'],
  transcript: ['transcript', 'transcripts'],
  recording: ['recording', 'recordings'],
  ratings: ['company’s ratings', 'companies’ ratings'],
  news: ['company’s news', 'companies’ news'],
  securities: ['exchange’s securities', 'exchanges’ securities'],
}

/** What a watchlist lacks to be complete offline: `lacks 23 recordings`, `lacks 23 recordings, 2 transcripts`. */
export function lackText({ missing, missingCount }: Pick<OfflineStatus, 'missing' | 'missingCount'>): string {
  if (missing.length < missingCount) return `lacks ${missingCount.toLocaleString('en-US')} items`
  const kinds = [...Map.groupBy(missing, ({ kind }) => kind)]
  return `lacks ${kinds.map(([kind, items]) => formatCounted(items.length, ...counted[kind])).join(', ')}`
}
