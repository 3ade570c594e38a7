import { describe, expect, test } from 'vitest'
import { failureOfQuestion, openedCore } from '../opened-core.ts'
import { day, watchlistSetup, rowsOf } from './watchlist-setup.ts'

describe('a watchlist', () => {
  test('is there after a restart, with its companies in their order and what was written next to them', async () => {
    const opened = await watchlistSetup()
    const { api, list, profile } = opened
    const listId = await list('HLDN', 'VSPO', 'KSTM')
    await api.watchlists.setNote({ listId, symbol: 'VSPO', note: 'Break-even needs mix' })
    await api.watchlists.moveCompanies({ listId, symbols: ['KSTM'], before: 'HLDN' })
    await opened.close()
    const again = openedCore({ profile }).api
    const { lists } = await again.watchlists.all()
    expect(lists).toMatchObject([{ id: listId, name: 'CopyCompleteness', companies: 3 }])
    const rows = rowsOf(await again.watchlists.table({ listId }))
    expect(rows.map(({ symbol, note }) => [symbol, note])).toEqual([
      ['KSTM', ''],
      ['HLDN', ''],
      ['VSPO', 'Break-even needs mix'],
    ])
  })

  test('holds a company once, wherever it is added again, and keeps its note', async () => {
    const { api, list, symbols } = await watchlistSetup()
    const listId = await list('HLDN', 'VSPO')
    await api.watchlists.setNote({ listId, symbol: 'HLDN', note: 'mine' })
    const told = await api.watchlists.addCompanies({
      listId,
      securities: [{ symbol: 'HLDN', note: 'other' }, { symbol: 'ESKD' }],
    })
    expect(told).toEqual({ added: ['ESKD'], alreadyListed: ['HLDN'] })
    expect(await symbols(listId)).toEqual(['HLDN', 'VSPO', 'ESKD'])
    expect(rowsOf(await api.watchlists.table({ listId }))[0]?.note).toBe('mine')
    expect(await api.watchlists.listsOf({ symbol: 'HLDN' })).toEqual({ listIds: [listId] })
    expect(await api.watchlists.members()).toEqual({ lists: [{ listId, symbols: ['HLDN', 'VSPO', 'ESKD'] }] })
  })

  test('restores what was removed from it, in its place', async () => {
    const { api, list, symbols } = await watchlistSetup()
    const listId = await list('A', 'B', 'C', 'D')
    await api.watchlists.setNote({ listId, symbol: 'C', note: 'keep' })
    const { removed } = await api.watchlists.removeCompanies({ listId, symbols: ['B', 'C', 'nobody'] })
    expect(await symbols(listId)).toEqual(['A', 'D'])
    await api.watchlists.restoreCompanies({ listId, entries: removed })
    const rows = rowsOf(await api.watchlists.table({ listId }))
    expect(rows.map(({ symbol, note }) => [symbol, note])).toEqual([
      ['A', ''],
      ['B', ''],
      ['C', 'keep'],
      ['D', ''],
    ])
  })

  test('has the note of a removed company again after Undo, also when the company was added again meanwhile', async () => {
    const { api, list } = await watchlistSetup()
    const listId = await list('A', 'B')
    for (const symbol of ['A', 'B']) await api.watchlists.setNote({ listId, symbol, note: `first of ${symbol}` })
    const { removed } = await api.watchlists.removeCompanies({ listId, symbols: ['A', 'B'] })
    await api.watchlists.addCompanies({ listId, securities: [{ symbol: 'A' }, { symbol: 'B', note: 'newer' }] })
    await api.watchlists.restoreCompanies({ listId, entries: removed })
    const rows = rowsOf(await api.watchlists.table({ listId }))
    expect(rows.map(({ symbol, note }) => [symbol, note])).toEqual([
      ['A', 'first of A'],
      ['B', 'newer'],
    ])
  })

  test('that was removed can be brought back for a day, and is gone when another is made later', async () => {
    const { api, list, clock, symbols } = await watchlistSetup()
    const listId = await list('A', 'B')
    await api.watchlists.remove({ listId })
    expect((await api.watchlists.all()).lists).toEqual([])
    expect(await api.watchlists.listsOf({ symbol: 'A' })).toEqual({ listIds: [] })
    expect(await api.watchlists.members()).toEqual({ lists: [] })
    expect(await failureOfQuestion(api.watchlists.table({ listId }))).toMatchObject({ kind: 'no-such-watchlist' })
    const note = api.watchlists.setNote({ listId, symbol: 'A', note: 'written where nobody reads it' })
    expect(await failureOfQuestion(note)).toMatchObject({ kind: 'no-such-watchlist' })
    await api.watchlists.restore({ listId })
    expect(await symbols(listId)).toEqual(['A', 'B'])
    await api.watchlists.remove({ listId })
    clock.advance(day + 1)
    await list('C')
    expect(await failureOfQuestion(api.watchlists.restore({ listId }))).toMatchObject({ kind: 'no-such-watchlist' })
  })

  test('is duplicated with its companies, notes and view, and what the copy shows is its own', async () => {
    const { api, list, symbols } = await watchlistSetup()
    const listId = await list('A', 'B')
    await api.watchlists.setNote({ listId, symbol: 'B', note: 'note' })
    await api.watchlists.setView({ listId, change: { columns: ['name', 'note'] } })
    const copy = await api.watchlists.create({ name: 'Copy', copyOf: listId })
    await api.watchlists.removeCompanies({ listId: copy.id, symbols: ['A'] })
    const told = await api.watchlists.table({ listId: copy.id })
    expect([rowsOf(told).map(({ symbol, note }) => [symbol, note]), told.view.columns]).toEqual([
      [['B', 'note']],
      ['name', 'note'],
    ])
    expect(await symbols(listId)).toEqual(['A', 'B'])
  })

  test('keeps its position among the others', async () => {
    const { api } = await watchlistSetup()
    const ids: string[] = []
    for (const name of ['One', 'Two', 'Three']) ids.push((await api.watchlists.create({ name })).id)
    await api.watchlists.reorder({ listIds: [ids[2] ?? '', ids[0] ?? ''] })
    expect((await api.watchlists.all()).lists.map(({ name }) => name)).toEqual(['Three', 'One', 'Two'])
  })

  test('of thousands is made, moved about and read', async () => {
    const { api, list, symbols } = await watchlistSetup()
    const many = Array.from({ length: 5000 }, (_, at) => `S${at}`)
    const listId = await list(...many)
    await api.watchlists.moveCompanies({ listId, symbols: ['S4999', 'S10'], before: 'S0' })
    expect((await symbols(listId)).slice(0, 3)).toEqual(['S10', 'S4999', 'S0'])
  })
})
