import { describe, expect, test } from 'vitest'
import { failureOfQuestion, openedCore } from '../opened-core.ts'
import { day, watchedDesk, rowsOf } from './watched-desk.ts'

describe('a watchlist', () => {
  test('is there after a restart, with its companies in their order and what was written beside them', async () => {
    const opened = await watchedDesk()
    const { desk, list, profile } = opened
    const listId = await list('HLDN', 'VSPO', 'KSTM')
    await desk.watchlists.note({ listId, symbol: 'VSPO', note: 'Break-even needs mix' })
    await desk.watchlists.move({ listId, symbols: ['KSTM'], before: 'HLDN' })
    await opened.close()
    const again = openedCore({ profile }).desk
    const { lists } = await again.watchlists.all()
    expect(lists).toMatchObject([{ id: listId, name: 'Coverage', companies: 3 }])
    const rows = rowsOf(await again.watchlists.table({ listId }))
    expect(rows.map(({ symbol, note }) => [symbol, note])).toEqual([
      ['KSTM', ''],
      ['HLDN', ''],
      ['VSPO', 'Break-even needs mix'],
    ])
  })

  test('holds a company once, wherever it is added again, and keeps its note', async () => {
    const { desk, list, symbols } = await watchedDesk()
    const listId = await list('HLDN', 'VSPO')
    await desk.watchlists.note({ listId, symbol: 'HLDN', note: 'mine' })
    const told = await desk.watchlists.add({
      listId,
      securities: [{ symbol: 'HLDN', note: 'other' }, { symbol: 'ESKD' }],
    })
    expect(told).toEqual({ added: ['ESKD'], there: ['HLDN'] })
    expect(await symbols(listId)).toEqual(['HLDN', 'VSPO', 'ESKD'])
    expect(rowsOf(await desk.watchlists.table({ listId }))[0]?.note).toBe('mine')
    expect(await desk.watchlists.of({ symbol: 'HLDN' })).toEqual({ listIds: [listId] })
  })

  test('gives back what was taken off it, in its place', async () => {
    const { desk, list, symbols } = await watchedDesk()
    const listId = await list('A', 'B', 'C', 'D')
    await desk.watchlists.note({ listId, symbol: 'C', note: 'keep' })
    const { taken } = await desk.watchlists.takeOff({ listId, symbols: ['B', 'C', 'nobody'] })
    expect(await symbols(listId)).toEqual(['A', 'D'])
    await desk.watchlists.putBack({ listId, entries: taken })
    const rows = rowsOf(await desk.watchlists.table({ listId }))
    expect(rows.map(({ symbol, note }) => [symbol, note])).toEqual([
      ['A', ''],
      ['B', ''],
      ['C', 'keep'],
      ['D', ''],
    ])
  })

  test('that was removed can be brought back for a day, and is gone when another is made later', async () => {
    const { desk, list, clock, symbols } = await watchedDesk()
    const listId = await list('A', 'B')
    await desk.watchlists.remove({ listId })
    expect((await desk.watchlists.all()).lists).toEqual([])
    expect(await desk.watchlists.of({ symbol: 'A' })).toEqual({ listIds: [] })
    expect(await failureOfQuestion(desk.watchlists.table({ listId }))).toMatchObject({ kind: 'bad-request' })
    await desk.watchlists.restore({ listId })
    expect(await symbols(listId)).toEqual(['A', 'B'])
    await desk.watchlists.remove({ listId })
    clock.advance(day + 1)
    await list('C')
    expect(await failureOfQuestion(desk.watchlists.restore({ listId }))).toMatchObject({ kind: 'bad-request' })
  })

  test('is duplicated with its companies, notes and view, and what the copy shows is its own', async () => {
    const { desk, list, symbols } = await watchedDesk()
    const listId = await list('A', 'B')
    await desk.watchlists.note({ listId, symbol: 'B', note: 'note' })
    await desk.watchlists.setView({ listId, change: { columns: ['name', 'note'] } })
    const copy = await desk.watchlists.make({ name: 'Copy', like: listId })
    await desk.watchlists.takeOff({ listId: copy.id, symbols: ['A'] })
    const told = await desk.watchlists.table({ listId: copy.id })
    expect([rowsOf(told).map(({ symbol, note }) => [symbol, note]), told.view.columns]).toEqual([
      [['B', 'note']],
      ['name', 'note'],
    ])
    expect(await symbols(listId)).toEqual(['A', 'B'])
  })

  test('stands where it was put among the others', async () => {
    const { desk } = await watchedDesk()
    const ids: string[] = []
    for (const name of ['One', 'Two', 'Three']) ids.push((await desk.watchlists.make({ name })).id)
    await desk.watchlists.arrange({ listIds: [ids[2] ?? '', ids[0] ?? ''] })
    expect((await desk.watchlists.all()).lists.map(({ name }) => name)).toEqual(['Three', 'One', 'Two'])
  })

  test('of thousands is made, moved about and read', async () => {
    const { desk, list, symbols } = await watchedDesk()
    const many = Array.from({ length: 5000 }, (_, at) => `S${at}`)
    const listId = await list(...many)
    await desk.watchlists.move({ listId, symbols: ['S4999', 'S10'], before: 'S0' })
    expect((await symbols(listId)).slice(0, 3)).toEqual(['S10', 'S4999', 'S0'])
  })
})
