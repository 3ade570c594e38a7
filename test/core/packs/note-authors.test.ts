import { expect, test } from 'vitest'
import type { OverviewPassage } from '#contract/api/overview.ts'
import { readable } from '../calls/calls-service.ts'
import { ManualClock } from '../clocks.ts'
import { openedCore, type OpenedCore } from '../opened-core.ts'
import { filledLibrary } from '../publish/filled-library.ts'
import { opened, packOf } from './made-pack.ts'

const note = 'Tariffs are not in the guidance.'

/** Highlights the beginning of a turn of the company's latest call. */
async function highlight({ api }: OpenedCore, turn: number, text: string) {
  const { call } = await api.overview.call({ symbol: 'HLDN' })
  const { callId } = call?.entry ?? { callId: '' }
  const form = { format: 'json', clean: false } as const
  const { hash, turns } = await readable(await api.calls.open({ callId, form, freshness: 'library' }))
  const place = { firstTurn: turn, from: 0, lastTurn: turn, to: 20, segmentId: null }
  const passage = { ...place, hash, quote: turns.text[turn]?.slice(0, 20) ?? '', before: '', after: '' }
  return { hash, ...(await api.notes.add({ callId, passage, color: 'amber', note: text })) }
}

/** The highlights among quoted passages. */
function quotedIn(passages: readonly OverviewPassage[] = []) {
  return passages.map((passage) => passage.highlight).filter((highlight) => highlight !== null)
}

/** A note of the latest call in every result that has it, by the name of the result. */
async function notesIn({ api }: OpenedCore, callId: string) {
  const { brief } = await api.brief.compose({ symbol: 'HLDN', callId })
  const { call } = await api.overview.call({ symbol: 'HLDN' })
  return {
    preview: (await api.calls.preview({ callId }))?.notes,
    'tear sheet': (await api.tearSheet.compose({ symbol: 'HLDN' })).notes.entries,
    'command field': (await api.home.findSaved({ text: 'guidance' })).notes,
    overview: quotedIn(call?.passages),
    brief: quotedIn(brief?.passages),
  }
}

const signed = (author: string | null, editedAt: number): unknown[] => [expect.objectContaining({ author, editedAt })]

test('a note of a colleague has its author and day wherever it is shown, and your own has no author (K2)', async () => {
  const first = await filledLibrary()
  const { callId, id, createdAt, hash } = await highlight(first, 2, 'Ask about tariffs.')
  // A later day signs the words of that day, as in the reader.
  first.clock.advance(86_400_000)
  const { editedAt } = await first.api.notes.edit({ id, note })
  expect(editedAt).toBe(createdAt + 86_400_000)
  const path = await packOf(first)
  const own = signed(null, editedAt)
  const shown = { preview: own, 'tear sheet': own, 'command field': own, overview: own, brief: own }
  expect(await notesIn(first, callId)).toEqual(shown)

  const second = openedCore({ clock: new ManualClock(first.clock.now()) })
  await opened(second, path)
  const hers = signed('Ada', editedAt)
  expect(await notesIn(second, callId)).toEqual(Object.fromEntries(Object.keys(shown).map((result) => [result, hers])))
  const day = new Date(editedAt).toISOString().slice(0, 10)
  for (const as of ['markdown', 'html'] as const) {
    const { base64 } = await second.api.notes.export({ callId, hash, as, only: 'all' })
    expect([as, Buffer.from(base64, 'base64').toString()]).toEqual([as, expect.stringContaining(`Ada, ${day}`)])
  }
})
