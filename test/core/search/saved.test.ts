import { describe, expect, test } from 'vitest'
import { announcements } from '../announcements.ts'
import { transcribed } from '../calls/calls-service.ts'
import { failureOfQuestion, openedCore } from '../opened-core.ts'
import { searchDesk } from './search-desk.ts'

describe('a saved search', () => {
  test('says how many hits came since it was last looked at', async () => {
    const { desk, clock, store, storeNews } = await searchDesk()
    await store('a', transcribed('Jane Doe: Margins widened.', 'Jane Doe: Margins fell.'))
    clock.advance(1000)
    const saved = await desk.search.save({ name: 'Margins', query: 'margin', chosen: {} })
    expect(saved).toMatchObject({ name: 'Margins', query: 'margin', savedAt: clock.now(), hits: 2, fresh: 0 })
    clock.advance(1000)
    await store('b', transcribed('Jane Doe: Margins again.'))
    await storeNews({ id: 9, ticker: 'ACME', headline: 'A margin beat', catalyst: '' })
    expect(await desk.search.saved()).toEqual({ searches: [{ ...saved, hits: 4, fresh: 2 }] })
    clock.advance(1000)
    expect(await desk.search.seen({ id: saved.id })).toEqual({ ...saved, hits: 4, fresh: 0 })
  })

  test('counts within its chosen values', async () => {
    const { desk, clock, store } = await searchDesk()
    const chosen = { company: ['OTHR'] }
    await desk.search.save({ name: 'Theirs', query: 'margin', chosen })
    clock.advance(1000)
    await store('a', transcribed('Jane Doe: Margins widened.'))
    await store('b', { ...transcribed('Jane Doe: Margins widened.'), symbol: 'OTHR' })
    expect((await desk.search.saved()).searches).toMatchObject([{ chosen, hits: 1, fresh: 1 }])
  })

  test('is renamed and forgotten, and every window is told', async () => {
    const { desk } = await searchDesk()
    const { heard, until } = await announcements(desk)
    const { id } = await desk.search.save({ name: 'Margins', query: 'margin', chosen: {} })
    expect(await desk.search.rename({ id, name: 'Gross margins' })).toMatchObject({ id, name: 'Gross margins' })
    await desk.search.forget({ id })
    expect(await desk.search.saved()).toEqual({ searches: [] })
    expect(await failureOfQuestion(desk.search.rename({ id, name: 'x' }))).toMatchObject({ kind: 'not-in-library' })
    await until(3)
    expect(heard).toEqual([{ kind: 'searches' }, { kind: 'searches' }, { kind: 'searches' }])
  })

  test('that cannot be honoured any more is kept, without a count', async () => {
    const { desk } = await searchDesk()
    await desk.search.save({ name: 'Odd', query: 'margin AND', chosen: {} })
    expect((await desk.search.saved()).searches).toMatchObject([{ query: 'margin AND', hits: null, fresh: null }])
  })

  test('and the synonyms outlive the program', async () => {
    const opened = await searchDesk()
    const { desk, profile } = opened
    const saved = await desk.search.save({ name: 'Margins', query: 'margin', chosen: { kind: ['turn'] } })
    await desk.search.setSynonyms({ sets: [['fcf', 'free cash flow']] })
    await opened.close()
    const later = openedCore({ profile }).desk
    expect(await later.search.saved()).toEqual({ searches: [saved] })
    expect(await later.search.synonyms()).toEqual({ sets: [['fcf', 'free cash flow']] })
  })
})
