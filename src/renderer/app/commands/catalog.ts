/**
 * The catalog of every command in the program, by the part of the window that binds it. Settings,
 * shortcuts and palette are made from it.
 */

import { alerts } from './alerts.ts'
import { checks } from './checks.ts'
import { callComparison } from './call-comparison.ts'
import { allCalls, callReader, calls } from './calls.ts'
import type { CommandEntry } from './command.ts'
import { chartStrip, company, financials, overview, restatements } from './company.ts'
import { compare, comparePicture, scatter } from './compare.ts'
import { everywhere } from './everywhere.ts'
import { guidance } from './guidance.ts'
import { firstStart, home } from './home.ts'
import { offline, offlineItems } from './offline.ts'
import { player } from './player.ts'
import { allRecords, records } from './ratings-news.ts'
import { screener } from './screener.ts'
import { hits, questioners, securitiesSearch, termGrid } from './search.ts'
import {
  connectCoverage,
  storageBackup,
  storageCompact,
  storagePacks,
  storagePublish,
  storageSizes,
} from './settings.ts'
import { exporting, tables, workbookUpdate } from './tables.ts'
import { listTimeline, timeline } from './timeline.ts'
import { watchlists } from './watchlists.ts'

/** Every command of the program, by the part of the window that binds it. A command that is not here cannot be bound. */
const scopes = {
  everywhere,
  player,
  home,
  firstStart,
  watchlists,
  company,
  overview,
  financials,
  chartStrip,
  restatements,
  callReader,
  callComparison,
  calls,
  allCalls,
  records,
  allRecords,
  guidance,
  timeline,
  listTimeline,
  compare,
  comparePicture,
  scatter,
  screener,
  securitiesSearch,
  hits,
  termGrid,
  questioners,
  alerts,
  checks,
  offline,
  offlineItems,
  exporting,
  workbookUpdate,
  tables,
  connectCoverage,
  storageSizes,
  storageBackup,
  storagePublish,
  storagePacks,
  storageCompact,
} as const

export type ScopeName = keyof typeof scopes
export type CommandIdOf<Scope extends ScopeName> = keyof (typeof scopes)[Scope]['commands'] & string
export type CommandId = { readonly [Scope in ScopeName]: CommandIdOf<Scope> }[ScopeName]

export interface Command extends CommandEntry {
  readonly id: CommandId
  readonly scope: ScopeName
  readonly section: string
}

export const scopeNames = Object.keys(scopes) as readonly ScopeName[]

/** In the order in which Settings lists them. */
export const catalog: readonly Command[] = scopeNames.flatMap((scope) =>
  commandIdsOf(scope).map((id) => {
    const { section, commands }: { section: string; commands: Readonly<Record<string, CommandEntry>> } = scopes[scope]
    return { ...(commands[id] ?? fail(id)), id, scope, section }
  }),
)

const byId: ReadonlyMap<string, Command> = new Map(catalog.map((command) => [command.id, command]))

export function commandOf(id: CommandId): Command {
  return byId.get(id) ?? fail(id)
}

/** For ids from a file or from another version of the program. */
export function isCommandId(id: string): id is CommandId {
  return byId.has(id)
}

export function commandIdsOf<Scope extends ScopeName>(scope: Scope): readonly CommandIdOf<Scope>[] {
  return Object.keys(scopes[scope].commands) as CommandIdOf<Scope>[]
}

function fail(id: string): never {
  throw new Error(`no command ${id}`)
}
