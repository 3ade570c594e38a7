import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ManualClock } from '../clocks.ts'
import { ownFolder } from '../folders.ts'
import { openedCore, type OpenedCore } from '../opened-core.ts'
import { filledLibrary } from '../publish/filled-library.ts'
import { altered, inEntries } from './altered-pack.ts'
import { opened, packOf, passage } from './made-pack.ts'

function recordingsOf({ profile }: Pick<OpenedCore, 'profile'>): string {
  return join(profile, 'workspaces', 'sample', 'recordings')
}

/** A colleague's library with the recordings of two calls and a note on one of them. */
async function withRecordings() {
  const filled = await filledLibrary()
  const { records } = await filled.api.fetch.calls({ parameters: { symbol: 'HLDN' }, freshness: 'library' })
  const callIds = records.slice(0, 2).map(({ call_id: id }) => String(id))
  await filled.close()
  mkdirSync(recordingsOf(filled), { recursive: true })
  for (const callId of callIds) writeFileSync(join(recordingsOf(filled), `${callId}.mp3`), 'sound')
  const core = openedCore({ profile: filled.profile, clock: filled.clock })
  const [callId = ''] = callIds
  const note = { callId, passage, color: 'red', note: 'as she wrote it' } as const
  return { ...core, clock: filled.clock, callId, noteId: (await core.api.notes.add(note)).id }
}

test('a pack whose recordings cannot be written says what was added and what differs from yours all the same (K2)', async () => {
  const first = await withRecordings()
  const second = openedCore({ clock: new ManualClock(first.clock.now()) })
  await opened(second, await packOf(first, { companies: ['HLDN'], kinds: ['calls', 'notes'] }))
  await first.api.notes.edit({ id: first.noteId, note: 'as she thinks now' })
  const path = await packOf(first, { companies: ['HLDN'], name: 'Later' })
  // A file is where the folder of recordings would be.
  rmSync(recordingsOf(second), { recursive: true, force: true })
  writeFileSync(recordingsOf(second), '')

  const conflicts = ['The highlight “said” by Ada has changed since an earlier pack. Both are kept.']
  const result = await opened(second, path)
  expect(result).toMatchObject({ added: { notes: 1, recordings: 0 }, conflicts })
  expect(result.failure).not.toBeNull()
  rmSync(recordingsOf(second))
  const again = { added: { notes: 0, recordings: 2 }, conflicts, failure: null }
  expect(await opened(second, path)).toMatchObject(again)
})

test('a pack that is left while its recordings are copied ends with the one that is copied', async () => {
  const first = await withRecordings()
  const path = await packOf(first, { companies: ['HLDN'] })
  const second = openedCore({ clock: new ManualClock(first.clock.now()) })
  const leaving = new AbortController()
  const steps = await second.api.packs.open({ path, passphrase: null }, { signal: leaving.signal })
  let last
  for await (const step of steps) {
    if (step.kind === 'progress' && step.isFinal) leaving.abort()
    last = step
  }
  expect(last).toMatchObject({ kind: 'done', added: { notes: 1 }, failure: { kind: 'cancelled' } })
  expect((await second.api.recordings.transfers()).transfers.length).toBeLessThan(2)
  expect(await opened(second, path)).toMatchObject({ added: { notes: 0 }, failure: null })
  expect((await second.api.recordings.transfers()).transfers).toHaveLength(2)
})

test('a recording of a pack is from that pack, and verified only against what the service stated to this library (K2)', async () => {
  const first = await withRecordings()
  // The bytes of somebody who means harm, and who says that they are right.
  const path = altered(await packOf(first, { companies: ['HLDN'] }), join(ownFolder(), 'a.tearsheet-pack'), {
    entries: inEntries('recordings.json', (all: object[]) =>
      all.map((each) => ({ ...each, verified: 'size', stated: 5 })),
    ),
  })
  const pack = { author: 'Ada', madeAt: first.clock.now() }
  const transferIn = async ({ api }: OpenedCore) => (await api.recordings.read({ callId: first.callId })).transfer

  const second = openedCore({ clock: new ManualClock(first.clock.now()) })
  await opened(second, path)
  expect(await transferIn(second)).toMatchObject({ state: 'on-disk', bytes: 5, verified: 'no', stated: null, pack })

  const third = await filledLibrary()
  const { offers } = await third.api.recordings.read({ callId: first.callId })
  const stated = offers.find(({ format }) => format === 0)?.bytes
  await opened(third, path)
  expect(await transferIn(third)).toMatchObject({ state: 'on-disk', bytes: 5, verified: 'differs', stated, pack })
})
