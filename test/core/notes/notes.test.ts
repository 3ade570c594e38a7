import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { announcements } from '../announcements.ts'
import { callOnWire, callsSetup, transcribed } from '../calls/calls-service.ts'
import { failureOfQuestion, openedCore } from '../opened-core.ts'
import { passageOf, version } from './transcripts.ts'

const spoken = [
  'Jane Doe: Welcome to the third quarter call of Acme Inc, and thank you for joining us today.',
  'John Roe: Margins widened by two points, and we expect margins to improve through the year.',
  'Ann Poe: Could you say more about margins in Europe, where demand has been soft?',
]

/** A stored call with its text as the reader shows it. */
async function storedCall() {
  const setup = await callsSetup()
  setup.resource.calls = [callOnWire('a', transcribed(...spoken))]
  const reading = await setup.open('a')
  const shown = version(reading.hash, reading.turns.text)
  const add = (words: string, note = '') =>
    setup.api.notes.add({ callId: 'a', passage: passageOf(shown, words), color: 'amber', note })
  return { ...setup, reading, shown, add, notes: setup.api.notes }
}

describe('highlights and notes', () => {
  test('are there after a restart, as they were made, with where listening stopped', async () => {
    const stored = await storedCall()
    const { add, notes, reading, clock, profile } = stored
    const later = await add('we expect margins to improve', 'Guidance?\nAsk again.')
    clock.advance(5)
    const earlier = await add('third quarter call')
    await notes.savePosition({ callId: 'a', seconds: 61.5, turn: 1 })
    clock.advance(5)
    await notes.savePosition({ callId: 'a', seconds: 75.25, turn: 2 })
    await stored.close()
    const again = openedCore({ profile, clock })
    expect(await again.api.notes.ofCall({ callId: 'a', hash: reading.hash })).toEqual({
      highlights: [
        { highlight: earlier, range: { firstTurn: 0, from: 15, lastTurn: 0, to: 33 }, how: 'exact' },
        { highlight: later, range: { firstTurn: 1, from: 35, lastTurn: 1, to: 63 }, how: 'exact' },
      ],
      position: { seconds: 75.25, turn: 2, at: clock.now() },
    })
    expect(later).toMatchObject({ note: 'Guidance?\nAsk again.', color: 'amber', createdAt: clock.now() - 10 })
  })

  test('do not forget where listening stopped when reading goes on elsewhere, nor the other way round', async () => {
    const { notes, clock } = await storedCall()
    const before = await notes.position({ callId: 'a' })
    await notes.savePosition({ callId: 'a', seconds: 61.5 })
    await notes.savePosition({ callId: 'a', turn: 2 })
    await notes.savePosition({ callId: 'a', seconds: 75.25 })
    expect([before, await notes.position({ callId: 'a' })]).toEqual([
      null,
      { seconds: 75.25, turn: 2, at: clock.now() },
    ])
  })

  test('follow their words into a newer version of the call, and stay where they were in the earlier one (W27)', async () => {
    const { add, notes, reading, resource, open, clock } = await storedCall()
    await add('we expect margins to improve')
    await add('Could you say more')
    clock.advance(1000)
    resource.calls = [callOnWire('a', transcribed('Operator: Please stand by.', ...spoken.slice(0, 2)))]
    const newer = await open('a', { freshness: 'service' })
    const places = async (hash: string) =>
      (await notes.ofCall({ callId: 'a', hash })).highlights.map(({ how, range }) => [how, range?.firstTurn])
    expect(await places(newer.hash)).toEqual([
      ['moved', 2],
      ['lost', undefined],
    ])
    expect(await places(reading.hash)).toEqual([
      ['exact', 1],
      ['exact', 2],
    ])
  })

  test('are edited, removed and put back just as they were', async () => {
    const { add, notes, reading, clock } = await storedCall()
    const made = await add('two points', 'check')
    clock.advance(7)
    const edited = await notes.edit({ id: made.id, note: 'checked' })
    expect(edited).toEqual({ ...made, note: 'checked', editedAt: made.editedAt + 7 })
    expect(await notes.edit({ id: made.id, color: 'red' })).toMatchObject({ color: 'red', note: 'checked' })
    const removed = await notes.remove({ id: made.id })
    expect((await notes.ofCall({ callId: 'a', hash: reading.hash })).highlights).toEqual([])
    expect(await failureOfQuestion(notes.remove({ id: made.id }))).toMatchObject({ kind: 'not-in-library' })
    expect(await failureOfQuestion(notes.edit({ id: made.id, note: '' }))).toMatchObject({ kind: 'not-in-library' })
    clock.advance(7)
    expect(await notes.restore({ highlight: removed })).toEqual(removed)
    expect(await notes.restore({ highlight: { ...removed, note: 'older' } })).toEqual(removed)
    const [only] = (await notes.ofCall({ callId: 'a', hash: reading.hash })).highlights
    expect(only).toMatchObject({ highlight: removed, how: 'exact' })
  })

  test('are announced by their call, so that every window shows them; where listening stopped is not', async () => {
    const { add, notes, api } = await storedCall()
    const { heard, until } = await announcements(api)
    const { id } = await add('two points')
    await notes.savePosition({ callId: 'a', seconds: 1, turn: 0 })
    await notes.edit({ id, note: 'x' })
    await notes.restore({ highlight: await notes.remove({ id }) })
    await until(4)
    expect(heard).toEqual(Array.from({ length: 4 }, () => ({ kind: 'notes', id: 'a' })))
  })

  test('outlive the library: with their quotes, though their place is gone', async () => {
    const stored = await storedCall()
    const { add, profile, reading, clock, api } = stored
    const { active } = await api.workspaces.list()
    await add('two points', 'kept')
    await stored.close()
    for (const name of ['library.db', 'library.db-wal', 'library.db.session'])
      rmSync(join(profile, 'workspaces', active, name), { force: true })
    const again = openedCore({ profile, clock })
    expect((await again.api.notes.ofCall({ callId: 'a', hash: reading.hash })).highlights).toMatchObject([
      { highlight: { passage: { quote: 'two points' }, note: 'kept' }, range: null, how: 'lost' },
    ])
  })

  test('that end before they begin, or hold nothing, are refused', async () => {
    const { notes, shown } = await storedCall()
    const passage = passageOf(shown, 'two points')
    const refused = (changed: Partial<typeof passage>) =>
      failureOfQuestion(notes.add({ callId: 'a', passage: { ...passage, ...changed }, color: 'red', note: '' }))
    expect(await refused({ to: passage.from })).toMatchObject({ kind: 'bad-request' })
    expect(await refused({ lastTurn: 0 })).toMatchObject({ kind: 'bad-request' })
    expect(await refused({ quote: '' })).toMatchObject({ kind: 'bad-request' })
    expect(await refused({ from: -1 })).toMatchObject({ kind: 'bad-request' })
  })
})

describe('the export of a call', () => {
  test('is one file under a name of our own, with the text, the notes and where they come from', async () => {
    const { add, notes, reading } = await storedCall()
    await add('two points', 'check against the filing')
    const asked = { callId: 'a', hash: reading.hash, as: 'markdown', only: 'all' } as const
    const { fileName, mediaType, base64 } = await notes.export(asked)
    const text = Buffer.from(base64, 'base64').toString()
    expect([fileName, mediaType]).toEqual(['ACME-2025-10-28-transcript.md', 'text/markdown; charset=utf-8'])
    expect(text).toContain(reading.hash)
    expect(text).toContain('Margins widened by <mark>two points</mark><sup>1</sup>, and we expect')
    expect(text).toContain('> 1\\. amber: check against the filing')
    expect(await failureOfQuestion(notes.export({ ...asked, hash: '0'.repeat(64) }))).toMatchObject({
      kind: 'not-in-library',
    })
  })
})
