import type { Hit } from '#contract/api/transcript-search.ts'

/** A hit in a turn that begins at so many seconds; null: it has no timestamp. */
export function hitAt(start: number | null): Hit {
  return {
    kind: 'turn',
    turn: 1,
    recordId: null,
    segmentId: null,
    end: null,
    start,
    speaker: null,
    role: null,
    organization: null,
    side: 'unknown',
    section: 'whole',
    sectionInferred: false,
    sentiment: null,
    confidence: null,
    corrected: false,
    snippet: [],
    language: null,
  }
}
