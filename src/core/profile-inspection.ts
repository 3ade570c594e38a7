/**
 * Inspects a profile for the doctor report without changing it: its folders, workspaces, databases
 * and proxy routes.
 */

import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ProxySettings } from '#contract/api/network.ts'
import { defaultPreferences } from '#contract/api/default-preferences.ts'
import { preferences } from '#contract/api/api.ts'
import type { DatabaseKind } from './database/database-kind.ts'
import { deskDatabase } from './database/desk-schema.ts'
import { readWithExtraConnection } from './database/extra-connection.ts'
import { examine } from './database/integrity-check.ts'
import { libraryDatabase } from './database/library-schema.ts'
import { lockProfile } from './database/profile-lock.ts'
import { profileDatabase } from './database/profile-schema.ts'
import { openReadOnly } from './database/open-read-only.ts'
import { isSqliteError, sqliteFailure, type Reader } from './database/reader-writer.ts'
import { isWritable } from './database/writable.ts'
import { failureOf } from './failure-error.ts'
import { isWorkspaceId, workspaceFolder } from './profile.ts'
import { getPreference } from './profile-preferences.ts'
import { proxiesFor, displayedRoute, type Environment, type SystemProxy } from './service/proxies.ts'
import { freeIn, namesIn } from './storage/folder-checks.ts'
import { codeOf } from './system-error.ts'
import { getSettings } from './workspaces/workspace-store.ts'

/** A check of every page takes about a second per 200 MB. Bytes. */
const largestChecked = 1024 * 1024 * 1024

/**
 * `intact`: every page was checked. `in-use`, `unfinished` (changes wait in its log), `large`, `read-only`: not checked.
 * `damaged`, `newer` (a later version made it), `foreign` (another program made it), `unreadable` (the disk fails, or the user may not
 * read it): what is wrong with it.
 */
export type DatabaseCondition =
  | 'missing'
  | 'intact'
  | 'in-use'
  | 'unfinished'
  | 'large'
  | 'read-only'
  | 'damaged'
  | 'newer'
  | 'foreign'
  | 'unreadable'

export interface InspectedDatabase {
  readonly file: string
  /** On disk, without its log. */
  readonly bytes: number
  readonly condition: DatabaseCondition
}

export interface InspectedWorkspace {
  readonly id: string
  /** Null when its settings cannot be read. */
  readonly name: string | null
  readonly isActive: boolean
  /** The data service; null for the sample, or when the settings cannot be read. */
  readonly service: URL | null
  readonly databases: readonly InspectedDatabase[]
}

export interface ProfileInspection {
  /** `folder`: the nearest folder that exists, where the profile would be created. */
  readonly profile: {
    readonly exists: boolean
    readonly isWritable: boolean
    readonly isInUse: boolean
    /** Null: the file system does not say. */
    readonly freeBytes: number | null
    readonly database: InspectedDatabase
  }
  /** Proxy of the whole profile. */
  readonly proxy: ProxySettings
  readonly workspaces: readonly InspectedWorkspace[]
}

/** A profile's content, for a support request. Changes nothing; no program can open the profile meanwhile. */
export function inspectProfile(profile: string): ProfileInspection {
  const exists = existsSync(profile)
  const place = nearestFolder(profile)
  const canWrite = isWritable(place)
  const lock = exists && canWrite && existsSync(join(profile, 'profile.lock')) ? takeLock(profile) : null
  try {
    const isInUse = lock === 'in-use'
    const file = join(profile, 'profile.db')
    const stored = readFrom(file, profileDatabase, isInUse, (reader) => ({
      proxy: preferences.shape.proxy.safeParse(getPreference(reader, 'proxy')).data,
      active: getPreference(reader, 'active-workspace'),
    }))
    const database = { file, ...inspectDatabase(file, profileDatabase, isInUse) }
    return {
      profile: { exists, isWritable: canWrite, isInUse, freeBytes: freeIn(place), database },
      proxy: stored?.proxy ?? defaultPreferences.proxy,
      workspaces: workspacesIn(profile).map((id) => inspectWorkspace(profile, id, stored?.active, isInUse)),
    }
  } finally {
    if (lock !== null && lock !== 'in-use') lock.release()
  }
}

/**
 * How a request to this address would leave the computer: `host:port` of each proxy in the order in which they are tried; null:
 * directly. Rejects with FailureError when no proxy can be used.
 */
export async function inspectRoute(
  url: URL,
  {
    settings,
    system,
    environment,
  }: { settings: ProxySettings; system: SystemProxy | undefined; environment: Environment },
): Promise<readonly (string | null)[]> {
  const routes = await proxiesFor({ settings: () => settings, system, environment })(url)
  return routes.map(displayedRoute)
}

function inspectWorkspace(profile: string, id: string, active: unknown, isInUse: boolean): InspectedWorkspace {
  const folders = { root: profile, workspaces: join(profile, 'workspaces') }
  const folder = workspaceFolder(folders, id)
  const settings = readFrom(folder.desk, deskDatabase, isInUse, getSettings)
  return {
    id,
    name: settings?.name ?? null,
    isActive: active === id,
    service: settings?.kind === 'live' && URL.canParse(settings.baseUrl) ? new URL(settings.baseUrl) : null,
    databases: [
      { file: folder.desk, ...inspectDatabase(folder.desk, deskDatabase, isInUse) },
      { file: folder.library, ...inspectDatabase(folder.library, libraryDatabase, isInUse) },
    ],
  }
}

function inspectDatabase(file: string, kind: DatabaseKind, isInUse: boolean): Omit<InspectedDatabase, 'file'> {
  const bytes = statSync(file, { throwIfNoEntry: false })?.size
  if (bytes === undefined) return { bytes: 0, condition: 'missing' }
  return { bytes, condition: conditionOf(file, kind, bytes, isInUse) }
}

function conditionOf(file: string, kind: DatabaseKind, bytes: number, isInUse: boolean): DatabaseCondition {
  if (isInUse) return 'in-use'
  if (bytes > largestChecked) return 'large'
  // A writable connection would merge the log into the file on closing, which the next start has to decide.
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return 'unfinished'
  // A connection to a database with a write-ahead log makes files beside it, and removes them.
  if (!isWritable(file) || !isWritable(dirname(file))) return 'read-only'
  try {
    examine(file, kind)
    return 'intact'
  } catch (error) {
    const failure = failureOf(error)
    if (failure?.kind === 'newer-version') return 'newer'
    if (failure?.kind === 'foreign-file') return 'foreign'
    if (sqliteFailure(error)?.failure.kind === 'damaged') return 'damaged'
    if (isUnreadable(error)) return 'unreadable'
    throw error
  }
}

/** Undefined when the file is missing or unreadable: its own condition says why. */
function readFrom<Value>(
  file: string,
  kind: DatabaseKind,
  isInUse: boolean,
  read: (reader: Reader) => Value,
): Value | undefined {
  if (!existsSync(file)) return undefined
  try {
    // While the program has it open, a copy of file and log could be of two moments.
    const connection = isInUse
      ? readWithExtraConnection(file, kind, false)
      : openReadOnly(file, kind, { kind: 'read-only' })
    try {
      return read(connection.reader)
    } finally {
      connection.close()
    }
  } catch (error) {
    if (failureOf(error) !== undefined || sqliteFailure(error) !== undefined || isUnreadable(error)) return undefined
    throw error
  }
}

/** The system, or SQLite for it, cannot open or read the file. */
function isUnreadable(error: unknown): boolean {
  return codeOf(error) !== '' || (isSqliteError(error) && /^SQLITE_(?:CANTOPEN|IOERR)/.test(error.code))
}

function takeLock(profile: string): ReturnType<typeof lockProfile> | 'in-use' | null {
  try {
    return lockProfile(profile)
  } catch (error) {
    const failure = failureOf(error)
    if (failure === undefined) throw error
    return failure.kind === 'profile-in-use' ? 'in-use' : null
  }
}

function workspacesIn(profile: string): readonly string[] {
  return namesIn(join(profile, 'workspaces')).filter(isWorkspaceId).toSorted()
}

function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path))
}
