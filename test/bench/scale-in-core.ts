import { createRouterClient } from '@orpc/server'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { FacetChoice } from '#contract/api/transcript-search.ts'
import { openCore } from '#core/core.ts'
import { timed } from './measure.ts'
import { commonWord } from './search-calls.ts'

/**
 * Queries by kind, and what is typed into the securities search. They are given: the calls and securities that they are made of would be
 * part of this process's memory.
 */
const given = z.object({ queries: z.record(z.string(), z.array(z.string())), texts: z.array(z.string()) })

/**
 * Full text and securities through the core's API in a process of their own, as the program runs it. Prints, as JSON, the milliseconds of
 * each, by kind, and the bytes of memory of the process at rest: right after the start, and after all searches.
 */
const [profile = '', wanted = ''] = process.argv.slice(2)
const { queries: queriesByKind, texts } = given.parse(JSON.parse(wanted))
const rounds = 8
const snippets = 50
const core = openCore({ profile, version: 'bench' })
const api = createRouterClient(core.router)
await api.home.read()
const started = await memoryAtRest()

const kinds = Object.entries(queriesByKind)
const took = new Map<string, number[]>([...kinds.map(([kind]) => kind), 'choice'].map((kind) => [kind, []]))
const pages = new Map<string, number>()
for (const [, queries] of kinds) {
  for (const query of queries) {
    const { count, groups } = await search(query, snippets)
    if (count === 0) throw new Error(`${query}: a search that finds nothing measures nothing`)
    pages.set(query, groups)
  }
}
// One query after the other, since the hits of the last one are kept: only a choice among them is of the same query.
for (let round = 0; round < rounds; round += 1) {
  for (const [kind, queries] of kinds) {
    for (const query of queries) {
      took.get(kind)?.push(await timed(() => search(query, pages.get(query) ?? 0)))
      if (kind === commonWord)
        took.get('choice')?.push(await timed(() => search(query, pages.get(query) ?? 0, { section: ['qa'] })))
    }
  }
}

const typed: number[] = []
for (const query of texts) typed.push(await timed(() => api.securities.find({ query, freshness: 'library' })))

const searched = await memoryAtRest()
await core.close()
process.stdout.write(JSON.stringify({ took: Object.fromEntries(took), typed, started, searched }))

/** How many groups together show fifty snippets, with up to three each. */
async function search(
  query: string,
  limit: number,
  chosen: FacetChoice = {},
): Promise<{ count: number; groups: number }> {
  const found = await api.search.run({ query, chosen, order: 'best', offset: 0, limit })
  if (!found.understood) throw new Error(query)
  let [shown, groups] = [0, 0]
  for (const group of found.result.groups) {
    if (shown >= snippets) break
    shown += group.hits.length
    groups += 1
  }
  return { count: found.result.hits, groups }
}

/** As Linux reports it, after some seconds without a request. */
async function memoryAtRest(): Promise<number> {
  await wait(5000)
  const [, kilobytes = 'NaN'] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
