import { describe, expect, test } from 'vitest'
import { announcements } from '../announcements.ts'
import { transcribed } from '../calls/calls-service.ts'
import { failureOfQuestion, openedCore } from '../opened-core.ts'
import { searchSetup } from './search-setup.ts'

describe('a saved search', () => {
  test('says how many hits are new since it was last looked at', async () => {
    const { api, clock, store, storeNews } = await searchSetup()
    await store('a', transcribed('Jane Doe: Margins widened.', 'Jane Doe: Margins fell.'))
    clock.advance(1000)
    const saved = await api.search.save({ name: 'Margins', query: 'margin', chosen: {} })
    expect(saved).toMatchObject({ name: 'Margins', query: 'margin', savedAt: clock.now(), hits: 2, unseen: 0 })
    clock.advance(1000)
    await store('b', transcribed('Jane Doe: Margins again.'))
    await storeNews({ id: 9, ticker: 'ACME', headline: 'A margin beat', catalyst: '' })
    expect(await api.search.saved()).toEqual({ searches: [{ ...saved, hits: 4, unseen: 2 }] })
    clock.advance(1000)
    expect(await api.search.markSeen({ id: saved.id })).toEqual({ ...saved, hits: 4, unseen: 0 })
  })

  test('counts within its chosen values', async () => {
    const { api, clock, store } = await searchSetup()
    const chosen = { company: ['OTHR'] }
    await api.search.save({ name: 'Theirs', query: 'margin', chosen })
    clock.advance(1000)
    await store('a', transcribed('Jane Doe: Margins widened.'))
    await store('b', { ...transcribed('Jane Doe: Margins widened.'), symbol: 'OTHR' })
    expect((await api.search.saved()).searches).toMatchObject([{ chosen, hits: 1, unseen: 1 }])
  })

  test('is renamed and forgotten, and every window is notified', async () => {
    const { api } = await searchSetup()
    const { heard, until } = await announcements(api)
    const { id } = await api.search.save({ name: 'Margins', query: 'margin', chosen: {} })
    expect(await api.search.rename({ id, name: 'Gross margins' })).toMatchObject({ id, name: 'Gross margins' })
    await api.search.remove({ id })
    expect(await api.search.saved()).toEqual({ searches: [] })
    expect(await failureOfQuestion(api.search.rename({ id, name: 'x' }))).toMatchObject({ kind: 'not-in-library' })
    await until(3)
    expect(heard).toEqual([{ kind: 'searches' }, { kind: 'searches' }, { kind: 'searches' }])
  })

  test('that cannot be honored any more is kept, without a count', async () => {
    const { api } = await searchSetup()
    await api.search.save({ name: 'Odd', query: 'margin AND', chosen: {} })
    expect((await api.search.saved()).searches).toMatchObject([{ query: 'margin AND', hits: null, unseen: null }])
  })

  test('that was saved or looked at while the clock was ahead counts what comes once the clock is right', async () => {
    const { api, clock, store } = await searchSetup()
    const right = clock.now()
    clock.set(right + 30 * 86_400_000)
    await store('a', transcribed('Jane Doe: Margins widened.'))
    clock.advance(1000)
    const { id } = await api.search.save({ name: 'Margins', query: 'margin', chosen: {} })
    await api.search.save({ name: 'Again', query: 'margins', chosen: {} })
    await api.search.markSeen({ id })
    clock.set(right)
    await api.watchlists.all()
    expect((await api.search.saved()).searches).toMatchObject([{ unseen: 0 }, { unseen: 0 }])
    clock.advance(1000)
    await store('b', transcribed('Jane Doe: Margins again.'))
    expect((await api.search.saved()).searches).toMatchObject([
      { hits: 2, unseen: 1 },
      { hits: 2, unseen: 1 },
    ])
  })

  test('and the synonyms outlive the program', async () => {
    const opened = await searchSetup()
    const { api, profile } = opened
    const saved = await api.search.save({ name: 'Margins', query: 'margin', chosen: { kind: ['turn'] } })
    await api.search.setSynonyms({ sets: [['fcf', 'free cash flow']] })
    await opened.close()
    const later = openedCore({ profile }).api
    expect(await later.search.saved()).toEqual({ searches: [saved] })
    expect(await later.search.synonyms()).toEqual({ sets: [['fcf', 'free cash flow']] })
  })
})
