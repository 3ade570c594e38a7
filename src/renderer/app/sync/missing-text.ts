/**
 * What a watchlist lacks to be complete offline, in words: `missing: 23 recordings, ratings of 2
 * companies`.
 */

import type { OfflineStatus } from '#contract/api/sync.ts'
import type { SyncKind } from '#contract/api/sync-kinds.ts'
import { formatCounted, formatNumber } from '../../format/counts.ts'

const counted: Readonly<Partial<Record<SyncKind, readonly [one: string, many: string]>>> = {
  calls: ['call list', 'call lists'],
  transcript: ['transcript', 'transcripts'],
  recording: ['recording', 'recordings'],
}
const records: Readonly<Partial<Record<SyncKind, string>>> = {
  statements: 'statements',
  enhanced: 'statements',
  lite: 'lite statements',
  ratings: 'ratings',
  news: 'news',
}

function countText(kind: SyncKind, items: number): string {
  if (kind === 'securities') return `securities of ${formatCounted(items, 'exchange')}`
  const names = counted[kind]
  if (names) return formatCounted(items, ...names)
  return `${records[kind] ?? ''} of ${formatCounted(items, 'company', 'companies')}`
}

export function lackText({ missing, missingCount }: Pick<OfflineStatus, 'missing' | 'missingCount'>): string {
  if (missing.length < missingCount) return `missing: ${formatNumber(missingCount)} items`
  const kinds = [...Map.groupBy(missing, ({ kind }) => kind)]
  return `missing: ${kinds.map(([kind, items]) => countText(kind, items.length)).join(', ')}`
}
