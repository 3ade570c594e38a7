/** Chooses what of the user's own data goes into a pack. */

import { setImmediate } from 'node:timers/promises'
import type { ApiInputs } from '#contract/api/api.ts'
import type { PackCounts } from '#contract/api/packs.ts'
import { fail } from '../failure-error.ts'
import { namesNoOthers } from '../transcript-search/named-companies.ts'
import type { OpenWorkspace } from '../workspaces/open-workspace.ts'
import { datedJson, fieldsIn, type PackedCorrections, type PackedTimes } from './own-entries.ts'
import { entryNames, mostCompanies, mostWatchlists } from './pack-format.ts'
import { getCompanyNames } from './packs-store.ts'

type Choice = ApiInputs['packs']['preview']

interface OwnData {
  /** By the name of the entry, as JSON. */
  readonly entries: Readonly<Record<string, string>>
  readonly counts: Pick<PackCounts, 'notes' | 'searches' | 'comparisons' | 'watchlists' | 'metrics' | 'corrections'>
}

/** Milliseconds of reading before other requests get their turn. */
const slice = 15

/** Symbols of the chosen companies; none is in both. */
export interface ChosenSymbols {
  /** As the user entered them, in any case. */
  readonly entered: readonly string[]
  /** Of the chosen watchlists, without those. */
  readonly listed: readonly string[]
}

/**
 * Throws `bad-request` when no company is chosen, and `pack-not-made` when there are more companies or lists than a pack may have, or two
 * lists of the same name.
 */
export function symbolsOf({ watchlists }: OpenWorkspace, { companies, watchlistIds }: Choice): ChosenSymbols {
  const ids = new Set(watchlistIds)
  demandAtMost(mostWatchlists, ids.size, 'watchlists')
  const names = new Set<string>()
  const entered = new Set(companies)
  const listed = new Set<string>()
  for (const id of ids) {
    const list = watchlists.list(id) ?? fail({ kind: 'bad-request', detail: 'no such watchlist' })
    if (names.has(list.name)) fail({ kind: 'pack-not-made', detail: sameName(list.name) })
    names.add(list.name)
    for (const symbol of list.symbols) if (!entered.has(symbol)) listed.add(symbol)
  }
  const chosen = entered.size + listed.size
  if (chosen === 0) fail({ kind: 'bad-request', detail: 'no company is chosen' })
  demandAtMost(mostCompanies, chosen, 'companies')
  return { entered: [...entered], listed: [...listed] }
}

/** Who opens the pack could not tell them apart. */
function sameName(name: string): string {
  return `two of the chosen watchlists are named “${name}”. Rename one of them`
}

function demandAtMost(most: number, chosen: number, items: string): void {
  if (chosen <= most) return
  const [count, limit] = [chosen.toLocaleString('en-US'), most.toLocaleString('en-US')]
  const detail = `${count} ${items} are chosen, but a pack can have at most ${limit}. Create several packs instead`
  fail({ kind: 'pack-not-made', detail })
}

/**
 * What of the user's own data goes into a pack. Other requests have turns while the calls are read. Throws when `signal` aborts.
 *
 * @param callIds the calls of these companies and periods
 */
export async function ownDataOf(
  active: OpenWorkspace,
  { kinds: wanted, watchlistIds }: Choice,
  {
    symbols,
    callIds,
    now,
  }: { readonly symbols: readonly string[]; readonly callIds: readonly string[]; readonly now: number },
  signal: AbortSignal,
): Promise<OwnData> {
  const kinds = new Set(wanted)
  const entries: Record<string, string> = {}
  const notes: ReturnType<OpenWorkspace['notes']['highlightsOf']> = []
  const corrections: PackedCorrections = []
  const times: PackedTimes = []
  let began = performance.now()
  for (const callId of kinds.has('notes') || kinds.has('calls') ? callIds : []) {
    if (kinds.has('notes')) {
      notes.push(...active.notes.highlightsOf(callId))
      corrections.push(...active.turnChecks.packed([callId], now))
    }
    const set = kinds.has('calls') ? active.calls.timesSetFor(callId) : null
    if (set !== null) times.push({ callId, ...set })
    if (performance.now() - began < slice) continue
    await setImmediate()
    signal.throwIfAborted()
    began = performance.now()
  }
  if (notes.length > 0) entries[entryNames.notes] = datedJson(notes, now)
  if (corrections.length > 0) entries[entryNames.corrections] = JSON.stringify(corrections)
  if (times.length > 0) entries[entryNames.times] = JSON.stringify(times)
  const chosen = new Set(symbols)
  const comparisons = kinds.has('saved')
    ? active.comparisons
        .saved()
        .comparisons.filter(({ spec }) => spec.companies.every(({ symbol }) => chosen.has(symbol)))
    : []
  const searches = kinds.has('saved') ? await searchesOf(active, chosen) : []
  if (comparisons.length + searches.length > 0) entries[entryNames.saved] = datedJson({ searches, comparisons }, now)
  const lists = [...new Set(watchlistIds)].flatMap((id) => active.watchlists.packed(id) ?? [])
  // A single list is written as the first format has it, so that an earlier program opens the pack.
  if (lists.length === 1) entries[entryNames.watchlist] = datedJson(lists[0], now)
  if (lists.length > 1) entries[entryNames.watchlists] = datedJson(lists, now)
  const metrics = active.metrics.packed(fieldsIn([comparisons, lists.map(({ view }) => view)]))
  if (metrics.length > 0) entries[entryNames.metrics] = datedJson(metrics, now)
  return {
    entries,
    counts: {
      notes: notes.length,
      searches: searches.length,
      comparisons: comparisons.length,
      watchlists: lists.length,
      metrics: metrics.length,
      corrections: corrections.length,
    },
  }
}

/**
 * The saved searches that name no other company than these, neither in their filter nor in their query. One that names none goes along with
 * any of them; one whose query cannot be parsed may name others, and does not.
 */
async function searchesOf({ library, search }: OpenWorkspace, chosen: ReadonlySet<string>) {
  const symbols = [...chosen]
  const companies = { symbols, names: getCompanyNames(library.reader, symbols) }
  const found: ReturnType<typeof search.saved.packed> = []
  for (const saved of search.saved.packed()) {
    const { company = [] } = saved.chosen
    const { query } = await search.fullText.parse(saved.query)
    if (query && company.every((symbol) => chosen.has(symbol)) && namesNoOthers(query, companies)) found.push(saved)
    // Each query is parsed: other requests get a turn in between.
    await setImmediate()
  }
  return found
}
