import { describe, expect, test } from 'vitest'
import { packKinds } from '#contract/api/pack-kinds.ts'
import { ManualClock } from '../clocks.ts'
import { openedCore, type OpenedCore } from '../opened-core.ts'
import { filledLibrary } from '../publish/filled-library.ts'
import { opened, packOf, passage } from './made-pack.ts'

const statements = { symbol: 'HLDN', basis: 'annual', comparison: 'none', freshness: 'library' } as const

/** What lists show of the company, each with the day that decides whether it belongs to a period. */
async function listedIn({ api }: OpenedCore) {
  const { periods } = await api.financials.open(statements)
  const { records: calls } = await api.fetch.calls({ parameters: { symbol: 'HLDN' }, freshness: 'library' })
  const { records: news } = await api.fetch.news({ parameters: { symbol: 'HLDN' }, freshness: 'library' })
  // As this computer's calendar has it, which is that of the limits.
  const day = (time: unknown) => new Date(String(time)).toLocaleDateString('sv-SE')
  return {
    periods: periods.map(({ endPeriod }) => endPeriod).toSorted(),
    calls: calls.map((each) => day(each.start_time)).toSorted(),
    news: news.map((each) => day(each.created_at)).toSorted(),
  }
}

describe('a pack of some periods', () => {
  test('has what lies between its days and nothing else, and says so when it is opened', async () => {
    const first = await filledLibrary()
    const all = await listedIn(first)
    // In the middle of what is stored, so that each side of a limit has something.
    const from = all.calls[2] ?? ''
    const path = await packOf(first, { companies: ['HLDN'], periods: { from, to: null } })
    const second = openedCore({ clock: new ManualClock(first.clock.now()) })
    expect(await second.api.packs.inspect({ path, passphrase: null })).toMatchObject({ periods: { from, to: null } })
    expect(await opened(second, path)).toMatchObject({ periods: { from, to: null } })
    const later = (days: readonly string[]) => days.filter((day) => day >= from)
    expect(await listedIn(second)).toEqual({
      periods: later(all.periods),
      calls: later(all.calls),
      news: later(all.news),
    })
    expect(later(all.calls).length).toBeLessThan(all.calls.length)
    expect(later(all.periods).length).toBeLessThan(all.periods.length)

    // The rest comes in a second pack, and then nothing is missing.
    const to = all.calls[1] ?? ''
    const older = await packOf(first, { companies: ['HLDN'], periods: { from: null, to }, name: 'Older' })
    const { counts } = await first.api.packs.preview({
      companies: ['HLDN'],
      watchlistIds: [],
      kinds: [...packKinds],
      periods: { from: null, to },
    })
    expect(counts.calls).toBe(2)
    await opened(second, older)
    expect((await listedIn(second)).calls).toEqual(all.calls)
  })

  test('leaves out notes on calls of other periods', async () => {
    const first = await filledLibrary()
    const { records } = await first.api.fetch.calls({ parameters: { symbol: 'HLDN' }, freshness: 'library' })
    const [latest, before] = records
    for (const call of [latest, before])
      await first.api.notes.add({
        callId: String(call?.call_id),
        passage,
        color: 'red',
        note: String(call?.start_time),
      })
    const from = String(latest?.start_time).slice(0, 10)
    const path = await packOf(first, { companies: ['HLDN'], periods: { from, to: null } })
    const second = openedCore({ clock: new ManualClock(first.clock.now()) })
    expect((await opened(second, path)).added).toMatchObject({ notes: 1, calls: 1 })
    const { highlights } = await second.api.notes.ofCall({ callId: String(latest?.call_id), hash: 'a' })
    expect(highlights.map(({ highlight }) => highlight.note)).toEqual([String(latest?.start_time)])
  })
})
