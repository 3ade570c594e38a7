/** The page that a hit opens. */

import type { HitRow } from '#contract/api/transcript-search.ts'
import { showing, type TabLocation } from '../app/tab-locations.ts'

/** The call at the turn, or the rating or news item; null: neither is known. */
export function locationOfHit({ callId, title, turn, recordId, kind, symbol }: HitRow): TabLocation | null {
  if (callId !== null) return { screen: 'call', callId, title, turn }
  return recordId === null ? null : showing(kind === 'news' ? 'news' : 'rating', symbol ?? '', recordId)
}
