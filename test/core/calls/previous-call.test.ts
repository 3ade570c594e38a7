import { describe, expect, test } from 'vitest'
import { readJsonText } from '#contract/api/serialized-json.ts'
import type { WatchlistTable } from '#contract/api/watchlists.ts'
import type { ScreenCondition } from '#contract/api/screens.ts'
import { briefSetup, quarterCall } from '../brief/brief-setup.ts'
import { group, matchesIn, screen } from '../screener/screen-setup.ts'
import { isDone, untilJob } from '../sync/sync-setup.ts'
import { day, twoYears } from '../watchlists/watchlist-setup.ts'

/** So many days from the first Monday of 2026; what is said, and its summary, have one score. */
function scored(quarter: string, days: number, score: number) {
  const call = quarterCall(quarter, days, [
    ['Ines Vardal', 'Orders were as we had planned them for the quarter.', score],
  ])
  return { ...call, summary: { summary: `Orders in ${quarter}.`, sentiment: score } }
}

const conference = (days: number) => ({
  ...scored('at the Northern Industrials Conference', days, -0.9),
  call_title: 'HLDN at the Northern Industrials Conference',
})

const earlier = () => [
  scored('Q3 2024', -430, 0.5),
  scored('Q4 2024', -340, 0.6),
  scored('Q1 2025', -250, 0.5),
  scored('Q2 2025', -160, 0.4),
]

const firstCell = ({ columns }: WatchlistTable) => columns.map(({ cells }) => readJsonText(cells)[0])[0]

/** What each page says that a company's latest call is compared with, once that call was downloaded. */
async function comparedWith(latest: ReturnType<typeof scored>) {
  const { api, knows, clock, brief, list, sync } = await briefSetup({
    fundamentals: twoYears('HLDN'),
    calls: [...earlier(), conference(-20)],
  })
  const listId = await list('HLDN')
  await api.watchlists.setView({ listId, change: { columns: ['callSentimentChange'] } })
  await api.alerts.add({ condition: { kind: 'sentiment' }, listId: null })
  clock.advance(2 * day)
  knows.calls.push(latest)
  await sync('HLDN')
  await api.fetch.call({ parameters: { call_id: latest.call_id }, freshness: 'service' })
  const job = await api.sync.refresh({ scope: { of: 'watched' } })
  await untilJob({ api, clock }, job.id, isDone)
  const { tone } = await brief({ callId: latest.call_id })
  const { call } = await api.overview.call({ symbol: 'HLDN' })
  const { companies } = await api.home.read()
  const transcript = companies.flatMap(({ items }) => items).find(({ kind }) => kind === 'transcript')
  const anyChange: ScreenCondition = {
    kind: 'call',
    id: 's',
    attribute: 'sentiment-change',
    operator: 'at-least',
    value: -2,
  }
  const columns = [{ kind: 'plain', key: 'sentiment-change' } as const]
  const screened = await api.screens.run({ spec: { ...screen(group('all', anyChange)), columns } })
  const { alerts } = await api.alerts.log({ jobId: job.id, offset: 0, limit: 100 })
  return {
    brief: tone.at(-2)?.call,
    overview: call?.previousSentiment?.call,
    home: transcript?.kind === 'transcript' ? transcript.previousSentiment : undefined,
    watchlist: firstCell(await api.watchlists.table({ listId })),
    screen: matchesIn(screened)[0]?.sentimentChange,
    alerts: alerts.flatMap(({ event }) => (event.kind === 'sentiment' ? [event.previous] : [])),
  }
}

describe('the previous call', () => {
  test('of an earnings call is the previous earnings call on every page, whatever conference was in between', async () => {
    const { watchlist, screen: change, ...rest } = await comparedWith(scored('Q3 2025', 1, 0.1))
    expect(rest).toMatchObject({ brief: 0.4, overview: 0.4, home: 0.4, alerts: [[0.4, 0.5, 0.6, 0.5]] })
    expect([watchlist, change].map((each) => Number(each).toFixed(6))).toEqual(['-0.300000', '-0.300000'])
  })

  test('of a conference is the latest call of any kind', async () => {
    const latest = { ...conference(1), call_id: 'second-conference' }
    const { watchlist, screen: change, ...rest } = await comparedWith(latest)
    expect(rest).toMatchObject({ brief: -0.9, overview: -0.9, home: -0.9, alerts: [] })
    expect([watchlist, change].map(Number)).toEqual([0, 0])
  })
})
