/** Opens the core: creates every part, connects the parts, and returns what a shell uses. */

import PQueue from 'p-queue'
import type { Status } from '#contract/api/api.ts'
import type { Failure } from '#contract/failure.ts'
import { Announcer } from './announcer.ts'
import { systemClock, type Clock } from './clock.ts'
import type { CommandLine } from '#contract/api/assistants.ts'
import type { AdministratorPolicy } from '#contract/api/policy.ts'
import type { CoreServices } from './core-services.ts'
import { openDatabase } from './database/open-database.ts'
import { openToRead } from './database/open-to-read.ts'
import { SnapshotFiles } from './database/read-snapshot.ts'
import { lockProfile } from './database/profile-lock.ts'
import { isWritable } from './database/writable.ts'
import { DefectLog } from './defect-log.ts'
import { failureOf } from './failure-error.ts'
import { damageHandler } from './reopen-after-damage.ts'
import { ProfilePreferences } from './profile-preferences.ts'
import { Packs } from './packs/packs.ts'
import { Publications } from './publish/publications.ts'
import { S3CredentialStore } from './service/s3/s3-credentials.ts'
import { existingFolders, openFolders } from './profile.ts'
import type { MediaResponse, MediaRequest } from './recordings/media-response.ts'
import { DataRecoveries, restoredNotice } from './recovery/data-recoveries.ts'
import { Permissions } from './policy/permissions.ts'
import { noPolicy } from './policy/policy-file.ts'
import { apiRouter, type ApiRouter } from './api-router.ts'
import { ApiKeys } from './service/api-keys.ts'
import { proxiesFor, displayedRoute, type Environment, type SystemProxy } from './service/proxies.ts'
import { StatusBoard } from './status-board.ts'
import { OperationLock } from './storage/operation-lock.ts'
import { openingRestored, restoreFailed, resumeRestore } from './storage/install-restore.ts'
import { Storage } from './storage/storage.ts'
import { clearUnfinished } from './storage/unfinished-files.ts'
import { OpenWindows } from './tabs/open-windows.ts'
import { Updates } from './updates/updates.ts'
import type { OpenWorkspaceDependencies } from './workspaces/open-workspace.ts'
import { sampleId, Workspaces } from './workspaces/workspaces.ts'

/** What a shell passes to the core. */
export interface CoreOptions {
  /** The profile folder; made when it is missing. */
  readonly profile: string
  readonly version: string
  /** Address of the sample service, when the shell started one. Without it the sample workspace is offline. */
  readonly sample?: { readonly baseUrl: string; readonly key: string } | undefined
  /** Whether an unused sample workspace is filled from the sample service. */
  readonly loadsSample?: boolean
  /** The system's proxy for an address. Absent: the environment has it. */
  readonly systemProxy?: SystemProxy | undefined
  /** The shell's environment variables. */
  readonly environment?: Environment
  /** The administrator's policy as read by the shell. Absent: there is none. */
  readonly policy?: AdministratorPolicy
  /**
   * Opens a profile that exists for reading only, next to a program that may have it open: takes no lock, creates nothing and sends
   * nothing. Changes fail with `read-only`.
   */
  readonly readsOnly?: boolean
  readonly commandLine?: CommandLine
  /** Whether the workspace that is opened last is the one of the next start. False: for a command, which leaves the choice to the window. */
  readonly remembersWorkspace?: boolean
  readonly clock?: Clock
  readonly random?: () => number
}

/** The program without its shell: what the window requests, the keys, and sound for the player. */
export interface Core {
  readonly router: ApiRouter
  readonly keys: ApiKeys
  readonly s3Credentials: S3CredentialStore
  /**
   * Of a core that only reads: whether another program has changed preferences or settings, opened another workspace, or replaced a file
   * since. Such a core is opened again. What others write to lists, notes and the library is read at each request in any case.
   */
  isCurrent(): boolean
  /** Sound for an audio element, out of the active workspace; see `Recordings.openMedia`. */
  openMedia(callId: string, request: MediaRequest, signal: AbortSignal): Promise<MediaResponse>
  /** When the publication that the last refresh or download began has ended; gives why it failed. */
  publishedAfterRefresh(): Promise<Failure | null>
  /** Whether a thread hangs on a network share that does not respond, also of a closed core: the process does not end without help then. */
  hasHungThread(): boolean
  close(): Promise<void>
}

/** Nothing listens at this address. Port 1 would not do: requests to it are refused before they are sent. */
const noSample: NonNullable<CoreOptions['sample']> = { baseUrl: 'http://127.0.0.1:2', key: 'none' }

/**
 * Opens everything, in one place, and passes it on. Throws FailureError: `profile-in-use`, `profile-missing`, `newer-version`,
 * `foreign-file`, for reading only also `library-unavailable` and `older-version`; whatever was already open is closed again.
 */
export function openCore(options: CoreOptions): Core {
  const {
    profile,
    version,
    sample = noSample,
    loadsSample = false,
    readsOnly = false,
    remembersWorkspace = true,
    clock = systemClock,
    random = Math.random,
  } = options
  const { systemProxy, environment = {}, policy = noPolicy, commandLine = { missing: 'repository' } } = options
  const folders = readsOnly ? existingFolders(profile) : openFolders(profile)
  const closing: (() => void)[] = []
  try {
    if (!readsOnly && isWritable(profile)) {
      const lock = lockProfile(profile)
      closing.unshift(() => lock.release())
    }
    const preferences = new ProfilePreferences(profile, readsOnly ? openToRead : openDatabase)
    closing.unshift(() => preferences.close())
    const announcer = new Announcer()
    const keys = new ApiKeys((workspace) => {
      announcer.announce({ kind: 'workspaces' })
      if (workspaces.active.folder.id === workspace) workspaces.active.keyEntered()
    })
    const s3Credentials = new S3CredentialStore(() => announcer.announce({ kind: 'workspaces' }))
    const redact = (text: string) => s3Credentials.redact(keys.redact(text))
    const log = new DefectLog(profile, clock, { redact })
    const board = new StatusBoard(clock, () => announcer.announce({ kind: 'status' }))
    board.notice(preferences.notices)
    const permissions = new Permissions(policy, sample.baseUrl)
    if (policy.problem !== null) board.notice([{ kind: 'damaged-policy', detail: policy.problem }])
    const restoreEnded = (error: unknown) => {
      log.report(error, 'restore')
      board.notice([restoreFailed])
    }
    if (!preferences.isReadOnly) clearUnfinished(folders)
    const restore = preferences.isReadOnly ? null : resumeRestore(folders, preferences, restoreEnded)
    const changes = new PQueue({ concurrency: 1 })
    const operations = new OperationLock(clock, () => announcer.announce({ kind: 'storage' }))
    const mend = damageHandler({ workspaces: () => workspaces, operations, changes, board, log })
    const proxySettings = () => policy.proxy ?? preferences.read().proxy
    const proxies = proxiesFor({ settings: proxySettings, system: systemProxy, environment })
    let published: Promise<Failure | null> = Promise.resolve(null)
    const dependencies: OpenWorkspaceDependencies = {
      clock,
      random,
      keys,
      proxies,
      permissions,
      loadsSample: loadsSample && sample !== noSample,
      readsOnly,
      announce: (announcement) => {
        announcer.announce(announcement)
        if (announcement.kind !== 'synced') return
        workspaces.active.library.inBackground(async (signal) => {
          published = publications.refreshed(signal)
          await published
        })
      },
      reportOutcome: (outcome) => board.reportOutcome(outcome),
      notice: (failure) => board.notice([failure]),
      backgroundWorkFailed: (error) => {
        const failure = failureOf(error)
        if (!failure) log.report(error, 'background')
        if (failure?.kind === 'damaged') mend()
      },
    }
    const snapshots = new SnapshotFiles()
    const opening = () =>
      new Workspaces(folders, preferences, dependencies, { sampleUrl: sample.baseUrl, remembersWorkspace, snapshots })
    const workspaces = openingRestored(restore, opening, restoreEnded)
    if (!readsOnly) keys.hold({ workspace: sampleId, origin: new URL(sample.baseUrl).origin, key: sample.key })
    board.notice(workspaces.active.notices)
    const { announce } = dependencies
    const storage = new Storage({
      folders,
      workspaces,
      preferences,
      clock,
      log,
      version,
      announce,
      changes,
      operations,
      snapshots,
    })
    const packs = new Packs({ folders, workspaces, preferences, clock, log, version, changes, operations })
    const publications = new Publications({
      folders,
      workspaces,
      preferences,
      permissions,
      s3Credentials,
      proxies,
      random,
      clock,
      log,
      version,
      operations,
      notice: (failure) => board.notice([failure]),
    })
    for (const { name } of workspaces.missing()) board.notice([{ kind: 'workspace-missing', detail: name }])
    const recoveries = new DataRecoveries({ folders, workspaces, announce })
    const restoreDisplaced = async () => {
      const files = await workspaces.restoreDisplaced()
      board.notice(workspaces.active.notices)
      board.notice(restoredNotice(files, workspaces.active))
    }
    const otherOpened = () => {
      storage.clearLeft()
      board.forgetNetwork()
      board.notice(workspaces.active.notices)
    }
    const services: CoreServices = {
      profile,
      commandLine,
      workspaces,
      storage,
      publications,
      packs,
      recoveries,
      operations,
      keepInPlace: async (signal) => {
        // A long operation has the files open; this is repeated after it.
        if (readsOnly || operations.running !== null || workspaces.active.displaced.length === 0) return
        await operations.run('recover', signal, () => changes.add(restoreDisplaced))
      },
      preferences,
      policy,
      permissions,
      updates: new Updates({
        policy,
        version,
        clock,
        keys,
        proxies,
        seen: () => preferences.seenUpdateFeed,
        see: (feed) => {
          if (!preferences.isReadOnly) preferences.seenUpdateFeed = feed
        },
      }),
      announcer,
      log,
      windows: new OpenWindows(),
      changes,
      mend,
      redact,
      route: async () => {
        const url = new URL(workspaces.active.settings.baseUrl)
        const about = { settings: proxySettings(), managed: policy.proxy !== null, host: url.host }
        try {
          return { ...about, proxies: (await proxies(url)).map(displayedRoute), failure: null }
        } catch (error) {
          return { ...about, proxies: [], failure: failureOf(error) ?? { kind: 'defect' } }
        }
      },
      status: () => statusOf(board, workspaces, version),
      activate: async ({ id, forPack }) => {
        const before = workspaces.active
        const workspace = await workspaces.activate(id, { forPack })
        if (workspaces.active !== before) otherOpened()
        return workspace
      },
      deleteSample: async () => {
        const before = workspaces.active
        await workspaces.deleteSample()
        if (workspaces.active !== before) otherOpened()
      },
      removeWorkspace: async (id) => {
        const before = workspaces.active
        await workspaces.remove(id)
        if (workspaces.active !== before) otherOpened()
      },
    }
    return {
      router: apiRouter(services),
      keys,
      s3Credentials,
      isCurrent: () => preferences.isUnchanged && workspaces.isCurrent,
      openMedia: async (callId, request, signal) => {
        await workspaces.rested
        return workspaces.active.recordings.openMedia(callId, request, signal)
      },
      publishedAfterRefresh: () => published,
      hasHungThread: () => publications.hasHungThread,
      close: async () => {
        announcer.close()
        await operations.close()
        await changes.onIdle()
        await workspaces.close()
        snapshots.close()
        for (const close of closing) close()
      },
    }
  } catch (error) {
    for (const close of closing) close()
    throw error
  }
}

function statusOf(board: StatusBoard, workspaces: Workspaces, version: string): Status {
  const { queue } = workspaces.active
  return {
    network: board.network,
    inProgress: queue.inProgress,
    waiting: queue.waiting,
    awaited: workspaces.active.awaited,
    pausedUntil: queue.pausedUntil,
    lastFailure: board.lastFailure,
    notices: [...board.notices],
    version,
  }
}
