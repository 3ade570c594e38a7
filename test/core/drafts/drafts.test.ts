import { describe, expect, test } from 'vitest'
import { ManualClock } from '../clocks.ts'
import { announcements } from '../announcements.ts'
import { copyOf } from '../folders.ts'
import { openedCore } from '../opened-core.ts'

const note = { key: 'note:one', text: 'Margins: ask ag', title: 'note on HLDN', location: '{"screen":"call"}' }

describe('text that is being written and not saved', () => {
  test('is there after the program was killed, as it was typed last', async () => {
    const clock = new ManualClock()
    const { api, profile } = openedCore({ clock })
    await api.drafts.save({ ...note, text: 'Margins' })
    clock.advance(5)
    await api.drafts.save(note)
    // The files as a kill leaves them.
    const again = openedCore({ profile: copyOf(profile), clock })
    expect(await again.api.drafts.all()).toEqual([{ ...note, savedAt: clock.now() }])
  })

  test('goes when it was saved or discarded, and only that', async () => {
    const clock = new ManualClock()
    const { api } = openedCore({ clock })
    await api.drafts.save(note)
    clock.advance(5)
    await api.drafts.save({ ...note, key: 'synonyms' })
    await api.drafts.discard({ key: note.key })
    await api.drafts.discard({ key: 'one that is not there' })
    expect((await api.drafts.all()).map(({ key }) => key)).toEqual(['synonyms'])
  })

  test('goes in the same step in which it is saved, so that a kill in between leaves one of the two', async () => {
    const { api } = openedCore()
    const { id: listId } = await api.watchlists.create({ name: 'CopyCompleteness' })
    await api.drafts.save(note)
    await api.watchlists.addCompanies({ listId, securities: [{ symbol: 'HLDN' }], draft: note.key })
    expect(await api.drafts.all()).toEqual([])
    await api.drafts.save(note)
    await api.watchlists.setNote({ listId, symbol: 'HLDN', note: 'Margins', draft: note.key })
    expect(await api.drafts.all()).toEqual([])
    await api.drafts.save(note)
    await api.search.setSynonyms({ sets: [['guidance', 'outlook']], draft: note.key })
    expect(await api.drafts.all()).toEqual([])
    await api.drafts.save(note)
    await api.metrics.save({ name: 'Margin', formula: '[Revenue]', unit: 'money', draft: note.key })
    expect(await api.drafts.all()).toEqual([])
  })

  test('stays when it cannot be saved', async () => {
    const { api } = openedCore()
    const { id: listId } = await api.watchlists.create({ name: 'CopyCompleteness' })
    await api.drafts.save(note)
    const saving = api.watchlists.setNote({ listId, symbol: 'NOT ON IT', note: 'Margins', draft: note.key })
    await expect(saving).rejects.toThrow()
    expect((await api.drafts.all()).map(({ key }) => key)).toEqual([note.key])
  })

  test('is announced whenever it changes, so that no other window continues an old one', async () => {
    const { api } = openedCore()
    const { until } = await announcements(api)
    await api.drafts.save(note)
    await api.drafts.discard({ key: note.key })
    await api.search.setSynonyms({ sets: [['guidance', 'outlook']], draft: note.key })
    const heard = (await until(4)).filter(({ kind }) => kind === 'draft')
    expect(heard).toEqual([false, true, true].map((ended) => ({ kind: 'draft', key: note.key, ended })))
  })

  test('belongs to its workspace', async () => {
    const { api } = openedCore()
    await api.drafts.save(note)
    const search = { query: 'q', type: 'query_by', page: 'page', key: 'unknown' } as const
    const { id } = await api.workspaces.create({ name: 'Live', baseUrl: 'https://data.example.com', search })
    await api.workspaces.activate({ id })
    expect(await api.drafts.all()).toEqual([])
    await api.workspaces.activate({ id: 'sample' })
    expect((await api.drafts.all()).map(({ key }) => key)).toEqual([note.key])
  })
})
