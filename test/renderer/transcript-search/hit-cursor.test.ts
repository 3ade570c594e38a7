import { expect, test } from 'vitest'
import type { HitGroup } from '#contract/api/transcript-search.ts'
import { HitCursor, shownHits } from '../../../src/renderer/transcript-search/hit-cursor.svelte.ts'
import { callEntry } from '../calls/call-entry.ts'
import { InputState, inEffectRoot } from '../in-effect-root.svelte.ts'
import { hitAt } from './hit-at.ts'

const call = (callId: string): HitGroup => ({
  call: callEntry(callId),
  title: callId,
  symbol: null,
  at: null,
  count: 1,
  hits: [hitAt(10)],
})

/** A cursor over the hits of a query, one in each call. */
function openCursor(query: string, ...callIds: string[]) {
  const found = new InputState({ query, groups: callIds.map(call) })
  const cursor = inEffectRoot(
    () =>
      new HitCursor(
        () => shownHits(found.value.groups, ({ hits }) => hits),
        () => found.value.query,
      ),
  )
  return {
    cursor,
    becomes: (next: string, ...ids: string[]) => {
      found.value = { query: next, groups: ids.map(call) }
      return cursor.hit?.group.title
    },
  }
}

test('the current hit stays current when the same query is run again over a new call', () => {
  const { cursor, becomes } = openCursor('price', 'a', 'b')
  cursor.moveBy(1)
  expect([becomes('price', 'new', 'a', 'b'), cursor.index]).toEqual(['b', 2])
})

test('the hits of another query begin with the first', () => {
  const { cursor, becomes } = openCursor('price', 'a', 'b')
  cursor.moveBy(1)
  expect(becomes('mix', 'a', 'b')).toBe('a')
})
