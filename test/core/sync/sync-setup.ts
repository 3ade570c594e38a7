import type { ServerResponse } from 'node:http'
import type { OfflineChoice, SyncItem, SyncJob } from '#contract/api/sync.ts'
import type { Clock } from '#core/clock.ts'
import { ManualClock } from '../clocks.ts'
import { liveWorkspace, openedCore, type ApiClient, type OpenedCore } from '../opened-core.ts'
import { listed, paged } from '../records.ts'
import { json, scriptedService, type Heard } from '../service/scripted-service.ts'
import { callOf, newsOf, ratingOf, twoYears } from '../watchlists/watchlist-setup.ts'

export const everything: OfflineChoice = {
  kinds: ['enhanced', 'calls', 'ratings', 'news'],
  years: 10,
  callMonths: 24,
  ratingMonths: 24,
  newsMonths: 12,
  quality: 'highest',
}

/** Responds in the service's place: true when it did. */
export type Fault = (response: ServerResponse, heard: Heard) => boolean

/** What a service knows of each of these: eight quarters, so many calls a quarter apart, a rating, a news item. */
export function worldOf(symbols: readonly string[], calls = 2) {
  const quarter = 91
  return {
    fundamentals: symbols.flatMap(twoYears),
    calls: symbols.flatMap((symbol) =>
      Array.from({ length: calls }, (_, at) => callOf(symbol, `${symbol}-${at + 1}`, -10 - at * quarter)),
    ),
    ratings: symbols.map((symbol, at) => ratingOf(symbol, 100 + at, '2025-12-01 10:00:00.000000')),
    news: symbols.map((symbol, at) => newsOf(symbol, 200 + at, '2025-12-02T10:00:00Z')),
  }
}

/** A service of such a world that counts its requests, and can be made to fail. */
async function syncService(world: ReturnType<typeof worldOf>) {
  const resource: { world: typeof world; fault: Fault } = { world, fault: () => false }
  const service = await scriptedService((response, heard) => {
    if (resource.fault(response, heard)) return
    const { url } = heard
    const symbol = url.searchParams.get('symbol')
    const of = (records: Record<string, unknown>[], field: string) => records.filter((each) => each[field] === symbol)
    const id = url.pathname.split('/calls/')[1]
    if (id !== undefined) {
      const call = resource.world.calls.find(({ call_id: each }) => each === decodeURIComponent(id))
      return call ? json(response, call) : json(response, { message: 'no' }, 404)
    }
    if (url.pathname.endsWith('/calls'))
      return json(response, paged(of(resource.world.calls, 'symbol').map((call) => ({ ...call, transcripts: [] }))))
    if (url.pathname.endsWith('/ratings')) return json(response, listed(of(resource.world.ratings, 'ticker')))
    if (url.pathname.endsWith('/news')) return json(response, listed(of(resource.world.news, 'ticker')))
    if (url.pathname.endsWith('/lite')) return json(response, [])
    return json(response, paged(of(resource.world.fundamentals, 'symbol')))
  })
  return { ...service, resource }
}

/** A desk on such a service, with a list of its companies. */
export async function syncSetup(
  symbols: readonly string[] = ['HLDN', 'ACME'],
  { clock = new ManualClock(), calls = 2 }: { clock?: ManualClock; calls?: number } = {},
) {
  const service = await syncService(worldOf(symbols, calls))
  const opened = openedCore({ clock })
  const workspace = await liveWorkspace(opened, service.origin, { key: 'some-long-key' })
  const { id: listId } = await opened.api.watchlists.create({ name: 'CopyCompleteness' })
  await opened.api.watchlists.addCompanies({ listId, securities: symbols.map((symbol) => ({ symbol })) })
  return { ...opened, workspace, service, clock, listId, scope: { of: 'list', listId } as const }
}

/** The core on the same profile once more, with its workspace's key. */
export async function reopened(profile: string, workspace: string, origin: string, clock: Clock): Promise<OpenedCore> {
  const opened = openedCore({ profile, clock })
  opened.core.keys.hold({ workspace, origin, key: 'some-long-key' })
  return opened
}

export async function jobOf(api: ApiClient, id: number): Promise<SyncJob> {
  const { jobs } = await api.sync.jobs()
  const job = jobs.find((each) => each.id === id)
  if (!job) throw new Error(`no job ${id}`)
  return job
}

export async function itemsOf(api: ApiClient, jobId: number, states: SyncItem['state'][] = []): Promise<SyncItem[]> {
  return (await api.sync.items({ jobId, states, offset: 0, limit: 1000 })).items
}

/** When the job is so. Time goes by meanwhile, so many milliseconds between two looks. */
export async function untilJob(
  { api, clock }: { api: ApiClient; clock: ManualClock },
  id: number,
  isSo: (job: SyncJob) => boolean,
  step = 1,
): Promise<SyncJob> {
  for (;;) {
    const job = await jobOf(api, id)
    if (isSo(job)) return job
    clock.advance(step)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** When so many requests have come, without any time going by. */
export async function untilHeard(service: { readonly heard: readonly unknown[] }, count: number): Promise<void> {
  while (service.heard.length < count) await new Promise((resolve) => setImmediate(resolve))
}

export const isDone = ({ state }: SyncJob) => state === 'done'
