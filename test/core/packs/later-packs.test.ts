import Database from 'better-sqlite3'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '#core/canonical-json.ts'
import { variantId } from '#core/received-items.ts'
import { announcements } from '../announcements.ts'
import { readable } from '../calls/calls-service.ts'
import { ManualClock } from '../clocks.ts'
import { openedCore, type OpenedCore } from '../opened-core.ts'
import { filledLibrary } from '../publish/filled-library.ts'
import { opened, packOf, passage, watchlistOf } from './made-pack.ts'

const day = 86_400_000

/** The stored calls of HLDN, latest first. */
async function callIdsIn({ api }: OpenedCore): Promise<string[]> {
  const { records } = await api.fetch.calls({ parameters: { symbol: 'HLDN' }, freshness: 'library' })
  return records.map(({ call_id: id }) => String(id))
}

async function readingIn({ api }: OpenedCore, callId: string) {
  const form = { format: 'json', clean: false } as const
  return readable(await api.calls.open({ callId, form, freshness: 'library' }))
}

async function hitsIn({ api }: OpenedCore, query: string): Promise<number | null> {
  const { understood, ...found } = await api.search.run({ query, chosen: {}, order: 'best', offset: 0, limit: 1 })
  return understood && 'result' in found ? found.result.hits : null
}

async function notesIn({ api }: OpenedCore, callId: string) {
  const { highlights } = await api.notes.ofCall({ callId, hash: 'a' })
  return highlights.map(({ highlight }) => highlight)
}

const listNames = async ({ api }: OpenedCore) => (await api.watchlists.names()).lists.map(({ name }) => name)

describe('a later pack of the same author', () => {
  test('corrects the turn that an earlier one corrected, and never one of yours', async () => {
    const first = await filledLibrary()
    const { clock } = first
    const [callId = ''] = await callIdsIn(first)
    const text = (await readingIn(first, callId)).turns.text[0] ?? ''
    const packed = async (correction: string, offset: number, name: string) => {
      clock.advance(day)
      await first.api.turnChecks.save({ callId, turn: 0, text, correction })
      await first.api.calls.setTimes({ callId, unit: 'minutes', offset })
      return packOf(first, { companies: ['HLDN'], kinds: ['calls', 'notes'], name })
    }
    const earlier = await packed('quokkas were sold', 5, 'Earlier')
    const later = await packed('wombats were sold', 9, 'Later')
    const stateOf = async (core: OpenedCore) => {
      const { checks } = await core.api.turnChecks.ofCall({ callId })
      return [
        checks.map(({ check }) => check.correction),
        (await readingIn(core, callId)).times.offset,
        [await hitsIn(core, 'quokkas'), await hitsIn(core, 'wombats')],
      ]
    }
    const hers = [['wombats were sold'], 9, [0, 1]]

    const second = openedCore({ clock: new ManualClock(clock.now()) })
    expect(await opened(second, earlier)).toMatchObject({ added: { corrections: 1, times: 1 }, conflicts: [] })
    expect(await stateOf(second)).toEqual([['quokkas were sold'], 5, [1, 0]])
    const result = await opened(second, later)
    expect(result).toMatchObject({ added: { corrections: 0, times: 0 } })
    expect(result.conflicts).toEqual([
      expect.stringMatching(
        /^Ada’s pack corrects the turn “.+” again: “wombats were sold” replaces “quokkas were sold”.$/,
      ),
      expect.stringMatching(/^Ada set the timestamps of “.+” again: minutes, \+9 s replaces minutes, \+5 s.$/),
    ])
    expect(await stateOf(second)).toEqual(hers)
    expect((await opened(second, later)).conflicts).toEqual([])

    const third = openedCore({ clock: new ManualClock(clock.now()) })
    await opened(third, later)
    expect((await opened(third, earlier)).conflicts).toEqual([
      expect.stringMatching(
        / to “quokkas were sold”. The later correction by the same author, “wombats were sold”, stays.$/,
      ),
      expect.stringMatching(
        /^Ada set the timestamps of “.+” to minutes, \+5 s, and later to minutes, \+9 s, which stays.$/,
      ),
    ])
    expect(await stateOf(third)).toEqual(hers)

    const own = openedCore({ clock: new ManualClock(clock.now()) })
    await opened(own, earlier)
    await own.api.turnChecks.save({ callId, turn: 0, text, correction: 'bilbies were sold' })
    await own.api.calls.setTimes({ callId, unit: 'minutes', offset: 7 })
    expect((await opened(own, later)).conflicts).toEqual([
      expect.stringMatching(/ to “wombats were sold”. Your correction “bilbies were sold” stays.$/),
      expect.stringMatching(/ to minutes, \+9 s. The setting here, minutes, \+7 s, stays.$/),
    ])
    expect(await stateOf(own)).toEqual([['bilbies were sold'], 7, [0, 0]])
  })

  test('brings a list that she changes every week under a name of its own each time', async () => {
    const first = openedCore()
    const { id: listId } = await first.api.watchlists.create({ name: 'Coverage' })
    const packs: string[] = []
    for (const symbol of ['HLDN', 'VSPO', 'KSTM']) {
      await first.api.watchlists.addCompanies({ listId, securities: [{ symbol }] })
      packs.push(await packOf(first, { companies: [], watchlistIds: [listId], kinds: [], name: symbol }))
    }
    const [one = '', two = '', three = ''] = packs
    const second = openedCore()
    const changed = 'The watchlist “Coverage” by Ada has changed since an earlier pack. Both are kept.'
    expect((await opened(second, one)).conflicts).toEqual([])
    expect((await opened(second, two)).conflicts).toEqual([changed])
    expect((await opened(second, three)).conflicts).toEqual([changed])
    expect(await listNames(second)).toEqual(['Coverage', 'Coverage (Ada)', 'Coverage (Ada 2)'])
    // All of them can go on to somebody else.
    const watchlistIds = (await second.api.watchlists.names()).lists.map(({ id }) => id)
    expect((await second.api.packs.preview({ companies: [], watchlistIds, kinds: [] })).counts.watchlists).toBe(3)

    const backwards = openedCore()
    await opened(backwards, two)
    const since = 'The watchlist “Coverage” by Ada has changed since this pack. Both are kept.'
    expect((await opened(backwards, one)).conflicts).toEqual([since])
    await backwards.api.watchlists.setNote({ listId, symbol: 'HLDN', note: 'mine' })
    expect((await opened(backwards, one)).conflicts).toEqual([
      'Your watchlist “Coverage” differs from Ada’s. Both are kept.',
    ])
    expect(await listNames(backwards)).toEqual(['Coverage', 'Coverage (Ada)'])
  })

  test('brings a comparison that she changes every week under a name of its own each time', async () => {
    const first = openedCore()
    const usual = { basis: 'annual', alignment: 'fiscal', mode: 'values', asOf: null } as const
    const spec = { ...usual, companies: [{ symbol: 'HLDN' }], lines: ['Revenue'] }
    const watchlistIds = [await watchlistOf(first, 'HLDN')]
    const packs: string[] = []
    let id: string | undefined
    for (const periods of [3, 4, 5]) {
      const saved = await first.api.comparisons.save({ id, name: 'Peers', spec: { ...spec, periods } })
      id = saved.id
      packs.push(await packOf(first, { companies: [], watchlistIds, kinds: ['saved'], name: `Week ${periods}` }))
    }
    const second = openedCore()
    const conflicts: (readonly string[])[] = []
    for (const path of packs) conflicts.push((await opened(second, path)).conflicts)
    const changed = 'The comparison “Peers” by Ada has changed since an earlier pack. Both are kept.'
    expect(conflicts).toEqual([[], [changed], [changed]])
    const names = (await second.api.comparisons.saved()).comparisons.map(({ name }) => name)
    expect(new Set(names)).toEqual(new Set(['Peers', 'Peers (Ada)', 'Peers (Ada 2)']))
    await second.api.comparisons.save({ id, name: 'Peers', spec: { ...spec, periods: 9 } })
    expect((await opened(second, packs[1] ?? '')).conflicts).toEqual([
      'Your comparison “Peers” differs from Ada’s. Both are kept.',
    ])
  })

  test('says whether a highlight is later than the one that is there, and does not bring one again that you recolored', async () => {
    const first = await filledLibrary()
    const { clock } = first
    const [callId = ''] = await callIdsIn(first)
    const { id } = await first.api.notes.add({ callId, passage, color: 'red', note: 'as she wrote it' })
    const earlier = await packOf(first, { companies: ['HLDN'], kinds: ['calls', 'notes'], name: 'Earlier' })
    clock.advance(day)
    await first.api.notes.edit({ id, note: 'as she thinks now' })
    const later = await packOf(first, { companies: ['HLDN'], kinds: ['calls', 'notes'], name: 'Later' })

    clock.advance(day)
    const second = openedCore({ clock: new ManualClock(clock.now()) })
    await opened(second, later)
    await second.api.notes.edit({ id, color: 'green' })
    expect(await opened(second, later)).toMatchObject({ added: { notes: 0 }, conflicts: [] })
    const [highlight] = await notesIn(second, callId)
    expect(highlight).toMatchObject({ color: 'green', note: 'as she thinks now', editedAt: clock.now() - day })
    const since = 'The highlight “said” by Ada has changed since this pack. Both are kept.'
    expect(await opened(second, earlier)).toMatchObject({ added: { notes: 1 }, conflicts: [since] })
    expect(await opened(second, later)).toMatchObject({ added: { notes: 0 }, conflicts: [] })
    expect(await notesIn(second, callId)).toHaveLength(2)
  })

  test('does not bring a changed note again that an earlier version of the program stored', async () => {
    const first = await filledLibrary()
    const { clock } = first
    const [callId = ''] = await callIdsIn(first)
    const { id } = await first.api.notes.add({ callId, passage, color: 'red', note: 'as she wrote it' })
    const earlier = await packOf(first, { companies: ['HLDN'], kinds: ['calls', 'notes'], name: 'Earlier' })
    await first.api.notes.edit({ id, note: 'as she thinks now' })
    const later = await packOf(first, { companies: ['HLDN'], kinds: ['calls', 'notes'], name: 'Later' })

    const second = openedCore({ clock: new ManualClock(clock.now()) })
    await opened(second, earlier)
    expect(await opened(second, later)).toMatchObject({ added: { notes: 1 } })
    const changed = (await notesIn(second, callId)).find((each) => each.id !== id)
    await second.close()
    // Its id was made of the color as well.
    const content = { callId, passage: changed?.passage, color: changed?.color, note: changed?.note }
    const desk = new Database(join(second.profile, 'workspaces', 'sample', 'desk.db'))
    desk
      .prepare('UPDATE highlight SET id = ? WHERE id = ?')
      .run(variantId(id, `Ada ${canonicalJson(content)}`), changed?.id)
    desk.close()
    const updated = openedCore({ profile: second.profile, clock: new ManualClock(clock.now()) })
    expect(await opened(updated, later)).toMatchObject({ added: { notes: 0 } })
    expect(await notesIn(updated, callId)).toHaveLength(2)
  })
})

test('a correction stays where a colleague whose account has the same name corrects the turn too', async () => {
  const first = await filledLibrary()
  const { clock } = first
  const [callId = ''] = await callIdsIn(first)
  const text = (await readingIn(first, callId)).turns.text[0] ?? ''
  const packed = async (author: string, correction: string) => {
    clock.advance(day)
    await first.api.turnChecks.save({ callId, turn: 0, text, correction })
    return packOf(first, { companies: ['HLDN'], kinds: ['calls', 'notes'], author, name: author })
  }
  const ofAda = await packed('Ada', 'quokkas were sold')
  const ofBob = await packed('Bob', 'wombats were sold')

  const second = openedCore({ clock: new ManualClock(clock.now()) })
  await opened(second, ofAda)
  expect((await opened(second, ofBob)).conflicts).toEqual([
    expect.stringMatching(
      /^Bob’s pack corrects the turn “.+” to “wombats were sold”. The correction “quokkas were sold” from Ada’s pack stays.$/,
    ),
  ])
  const { checks } = await second.api.turnChecks.ofCall({ callId })
  expect(checks.map(({ check }) => check.correction)).toEqual(['quokkas were sold'])
})

test('a list or search that has the name of one of yours is named after its author, and added once', async () => {
  const first = openedCore()
  const listId = await watchlistOf(first, 'HLDN')
  await first.api.search.save({ name: 'Pricing', query: 'pricing', chosen: {} })
  const path = await packOf(first, { companies: [], watchlistIds: [listId], kinds: ['saved'] })

  const second = openedCore()
  const { id: own } = await second.api.watchlists.create({ name: 'Coverage' })
  await second.api.search.save({ name: 'Pricing', query: 'price', chosen: {} })
  expect(await opened(second, path)).toMatchObject({
    added: { watchlists: 1, searches: 1 },
    conflicts: [
      'There is already a saved search “Pricing”. Ada’s is added as “Pricing (Ada)”.',
      'There is already a watchlist “Coverage”. Ada’s is added as “Coverage (Ada)”.',
    ],
  })
  await second.api.watchlists.rename({ listId: own, name: 'Mine' })
  expect(await opened(second, path)).toMatchObject({ added: { watchlists: 0, searches: 0 }, conflicts: [] })
  expect(await listNames(second)).toEqual(['Mine', 'Coverage (Ada)'])
  const { searches } = await second.api.search.saved()
  expect(searches.map(({ name }) => name).toSorted()).toEqual(['Pricing', 'Pricing (Ada)'])
})

test('a call that is open while a pack is opened shows the transcript, notes and corrections that came in it', async () => {
  const first = await filledLibrary()
  const [callId = '', other = ''] = await callIdsIn(first)
  const text = (await readingIn(first, other)).turns.text[0] ?? ''
  await first.api.notes.add({ callId, passage, color: 'red', note: 'hers' })
  await first.api.turnChecks.save({ callId: other, turn: 0, text, correction: 'quokkas were sold' })
  const path = await packOf(first, { companies: ['HLDN'], kinds: ['calls'], name: 'Calls' })
  const notes = await packOf(first, { companies: ['HLDN'], kinds: ['notes'], name: 'Notes' })

  const second = openedCore({ clock: new ManualClock(first.clock.now()) })
  const { heard, until } = await announcements(second.api)
  const announcedBy = async (opening: string) => {
    const before = heard.length
    await opened(second, opening)
    await second.api.notes.add({ callId: opening, passage, color: 'red', note: '' })
    while (!heard.some((each) => each.kind === 'notes' && each.id === opening)) await until(heard.length + 1)
    return heard.slice(before)
  }
  expect(await announcedBy(path)).toContainEqual({ kind: 'call', id: callId })
  const announced = await announcedBy(notes)
  expect(announced).toContainEqual({ kind: 'notes', id: callId })
  // Once when its words are there, and once more when its figures can be read from them.
  expect(announced.filter((each) => each.kind === 'call' && each.id === other)).toHaveLength(2)
})
