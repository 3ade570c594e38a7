import { createRouterClient } from '@orpc/server'
import { mkdirSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { OfflineChoice } from '#contract/api/sync.ts'
import { openCore } from '#core/core.ts'
import { failureOf } from '#core/failure-error.ts'
import { randomFor, type Random } from '#sample/data/random.ts'
import { call } from './read-written.ts'
import type { Line, Target } from './written-values.ts'

/**
 * An analyst, a second window and the schedule at work on one profile: edits, downloads and operations on the library's files, side by
 * side, until this process is killed. Each line is on its way through the pipe before the next step begins.
 */
const [profile = '', disk = '', published = '', baseUrl = '', key = '', seed = ''] = process.argv.slice(2)
const core = openCore({ profile, version: '0.0.0-test', sample: { baseUrl, key } })
const api = createRouterClient(core.router)
const listed = (await api.watchlists.all()).lists[0]
if (!listed) throw new Error('the profile has no watchlist')
const { id: listId } = listed
const pack = join(disk, 'kills.tearsheet-pack')
for (const folder of [disk, published]) mkdirSync(folder, { recursive: true })

function print(line: Line): void {
  writeSync(1, `${JSON.stringify(line)}\n`)
}

const passage = { firstTurn: 0, from: 0, lastTurn: 0, to: 4, segmentId: null, quote: 'said', before: '', after: '' }

const edits: Readonly<Record<Target, (value: string) => Promise<unknown>>> = {
  preference: (value) => api.preferences.write({ paperHeader: value }),
  note: (value) => api.watchlists.setNote({ listId, symbol: 'HLDN', note: value }),
  draft: (value) => api.drafts.save({ key: 'note:HLDN', title: 'note on HLDN', text: value, location: '{}' }),
  metric: async (value) => {
    const [metric] = (await api.metrics.list()).metrics
    return api.metrics.save({ name: 'Margin', formula: value, unit: 'money', ...(metric && { id: metric.id }) })
  },
  synonyms: (value) => api.search.setSynonyms({ sets: [['guidance', value]] }),
  'list name': (value) => api.watchlists.rename({ listId, name: value }),
  'transcript check': (value) =>
    api.turnChecks.restore({
      words: { callId: call.callId, text: 'said', occurrence: 0 },
      check: { correction: value, author: '', at: 0 },
    }),
  highlight: (value) =>
    api.notes.add({ callId: call.callId, passage: { ...passage, hash: call.hash }, color: 'red', note: value }),
  company: (value) => api.watchlists.addCompanies({ listId, securities: [{ symbol: value }] }),
  'saved search': (value) => api.search.save({ name: value, query: 'guidance', chosen: {} }),
}

/** The value of an edit: the same for the same seed, and never used twice. */
function valueOf(target: Target, number: number): string {
  if (target === 'metric') return `[Revenue] + ${number}`
  if (target === 'company') return `X${seed}N${number}`
  return `${seed} ${number}`
}

async function edit(random: Random): Promise<never> {
  for (let number = 1; ; number += 1) {
    const target = random.pick(Object.keys(edits) as Target[])
    const value = valueOf(target, number)
    print({ kind: 'writing', target, value })
    const outcome = await outcomeOf(edits[target](value))
    print(outcome === 'done' ? { kind: 'confirmed', target, value } : { kind: 'did', what: `edit ${target}`, outcome })
    // Yields to others: a user who never pauses would starve background work.
    await wait(random.whole(0, 12))
  }
}

const symbols = ['HLDN', 'VSPO', 'LWFL', 'HRTF', 'NRWT'] as const

const offlineChoice: OfflineChoice = {
  kinds: ['enhanced', 'calls', 'ratings', 'news', 'recordings'],
  years: 3,
  callMonths: 12,
  ratingMonths: 12,
  newsMonths: 12,
  quality: 'smallest',
}

const fetches: readonly ((random: Random) => Promise<unknown>)[] = [
  (random) => api.fetch.ratings({ parameters: { symbol: random.pick(symbols) }, freshness: 'service' }),
  (random) => api.fetch.news({ parameters: { symbol: random.pick(symbols) }, freshness: 'service' }),
  (random) =>
    api.fetch.enhancedFundamentals({
      parameters: { symbol: random.pick(symbols), fiscal_period: 'FY' },
      freshness: 'service',
    }),
  async (random) => {
    const { records } = await api.fetch.calls({ parameters: { symbol: random.pick(symbols) }, freshness: 'service' })
    const { call_id: callId } = random.pick(records)
    return callId ? api.fetch.call({ parameters: { call_id: callId }, freshness: 'service' }) : null
  },
  () =>
    api.sync.start({
      scope: { of: 'list', listId },
      choice: offlineChoice,
    }),
  () => api.sync.refresh({ scope: { of: 'watched' } }),
]

interface Step {
  readonly kind: string
  readonly failure?: { readonly kind: string } | null
}

/** How an operation ended: `done`, or the kind of its failure. */
async function lastOf(steps: Promise<AsyncIterable<Step>>): Promise<string> {
  let last = ''
  for await (const { kind, failure } of await steps) last = failure?.kind ?? kind
  return last
}

const operations: Readonly<Record<string, (random: Random) => Promise<unknown>>> = {
  compact: () => lastOf(api.storage.compact()),
  backup: (random) => lastOf(api.storage.createBackup({ folder: random.chance(0.5) ? null : disk })),
  verify: () => lastOf(api.storage.verify()),
  move: () => lastOf(api.storage.move({ folder: disk })),
  'move back': () => lastOf(api.storage.move({ folder: null })),
  publish: () => lastOf(api.storage.publish({ folder: published })),
  'make a pack': () => {
    rmSync(pack, { force: true })
    const companies = ['HLDN', 'VSPO']
    const kinds = ['statements' as const, 'calls' as const, 'notes' as const]
    const named = { author: 'Ada', name: 'kills', passphrase: null }
    return lastOf(api.packs.make({ companies, watchlistIds: [], kinds, folder: disk, ...named }))
  },
  'open a pack': () => lastOf(api.packs.open({ path: pack, passphrase: null })),
  'end offline': () => api.sync.endOffline({ listId }),
  'create, take offline and delete a watchlist': async (random) => {
    const other = await api.watchlists.create({ name: 'Short-lived', copyOf: listId })
    const scope = { of: 'list', listId: other.id } as const
    const choice = { ...offlineChoice, kinds: ['ratings' as const, 'news' as const] }
    const [download] = await Promise.allSettled([
      api.sync.start({ scope, choice }),
      wait(random.whole(0, 30)).then(() => api.watchlists.remove({ listId: other.id })),
    ])
    if (download.status === 'rejected') throw download.reason
  },
  'remove recordings': async () => {
    const recordings = await api.storage.recordings()
    return api.storage.removeRecordings({ callIds: recordings.slice(0, 2).map(({ callId }) => callId) })
  },
  'create and delete a workspace': async () => {
    const search = { query: 'q', type: 'query_by', page: 'page', key: 'unknown' } as const
    const { id } = await api.workspaces.create({ name: 'Live', baseUrl: 'https://data.example.com', search })
    return api.workspaces.remove({ id })
  },
}

/** Refusals are answers: what is in the way of what is one of the things that are tried here. */
async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    const done = await work
    return typeof done === 'string' ? done : 'done'
  } catch (error) {
    const data = error instanceof Error && 'data' in error ? (error.data as { kind?: string } | undefined) : undefined
    const kind = data?.kind ?? failureOf(error)?.kind
    if (kind === undefined) throw error
    return kind
  }
}

async function repeat(
  name: string,
  pause: number,
  next: (random: Random) => [string, Promise<unknown>],
): Promise<never> {
  const random = randomFor(seed, name)
  for (;;) {
    await wait(random.whole(0, pause))
    const [what, work] = next(random)
    print({ kind: 'did', what, outcome: await outcomeOf(work) })
  }
}

await Promise.all([
  edit(randomFor(seed, 'edits')),
  repeat('fetches', 40, (random) => {
    const fetch = random.pick(fetches)
    return ['fetch', fetch(random)]
  }),
  ...[
    { window: 'one window', pause: 60 },
    { window: 'another window', pause: 1500 },
  ].map(({ window, pause }) =>
    repeat(window, pause, (random) => {
      const [name, operation] = random.pick(Object.entries(operations))
      return [name, operation(random)]
    }),
  ),
])
