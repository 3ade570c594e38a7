/** The settings of automatic refreshes, stored in `desk.db`. */

import { syncSettings, type SyncSettings } from '#contract/api/sync.ts'
import type { RefreshKind, Schedule, SyncKind } from '#contract/api/sync-kinds.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { hours } from '../duration.ts'
import { readStoredJson } from '../stored-json.ts'
import { getSettingsRow, putSettingsRow } from './sync-store.ts'

/** Until the user changes them. */
const usual: SyncSettings = {
  ages: { statements: 24, calls: 12, ratings: 12, news: 4 },
  schedule: 'off',
  atStart: false,
  scope: 'watched',
  notify: false,
}

/** Milliseconds between two automatic refreshes. */
export const periods = {
  hourly: hours,
  'six-hourly': 6 * hours,
  daily: 24 * hours,
  weekly: 168 * hours,
} as const satisfies Record<Exclude<Schedule, 'off'>, number>

type Changes = { readonly [Name in keyof SyncSettings]?: SyncSettings[Name] | undefined }

/** What the analyst chose for a workspace. An invalid stored value counts as not stored. */
export class SyncSettingsStore {
  readonly #desk: { readonly reader: Reader; readonly writer: Writer | null }
  #now: SyncSettings
  #refreshedAt: number

  constructor(desk: { readonly reader: Reader; readonly writer: Writer | null }) {
    this.#desk = desk
    const row = getSettingsRow(desk.reader)
    this.#now = readStoredJson(syncSettings, row?.settings) ?? usual
    this.#refreshedAt = row?.refreshedAt ?? 0
  }

  get now(): SyncSettings {
    return this.#now
  }

  /** When a refresh last began automatically, ms UTC; 0: never. */
  get refreshedAt(): number {
    return this.#refreshedAt
  }

  set refreshedAt(at: number) {
    this.#write(this.#now, at)
    this.#refreshedAt = at
  }

  change(changes: Changes): SyncSettings {
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const changed = { ...this.#now, ...given }
    this.#write(changed, this.#refreshedAt)
    this.#now = changed
    return changed
  }

  /** Milliseconds after which a kind is due again. */
  ageOf(kind: SyncKind): number {
    const of: Record<SyncKind, RefreshKind> = {
      statements: 'statements',
      enhanced: 'statements',
      lite: 'statements',
      calls: 'calls',
      transcript: 'calls',
      recording: 'calls',
      ratings: 'ratings',
      news: 'news',
      // Never requested by age: a job of exchanges requests them whole.
      securities: 'statements',
    }
    return this.#now.ages[of[kind]] * hours
  }

  /** Before they are in force: what cannot be written is tried again. */
  #write(settings: SyncSettings, refreshedAt: number): void {
    if (this.#desk.writer) putSettingsRow(this.#desk.writer, JSON.stringify(settings), refreshedAt)
  }
}
