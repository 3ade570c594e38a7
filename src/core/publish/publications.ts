/** Publishes the library of the open workspace into a folder or to an S3 address, and says what is published in the folder. */

import { join } from 'node:path'
import type { ApiInputs, ApiOutputs } from '#contract/api/api.ts'
import type { PublicationSummary, S3Address } from '#contract/api/storage.ts'
import { s3AddressName } from '#contract/s3-address-rules.ts'
import type { Failure } from '#contract/failure.ts'
import type { Clock } from '../clock.ts'
import { sqliteFailure } from '../database/reader-writer.ts'
import type { DefectLog } from '../defect-log.ts'
import { fail, FailureError, failureOf } from '../failure-error.ts'
import type { Permissions } from '../policy/permissions.ts'
import { rejectOnAbort } from '../reject-on-abort.ts'
import type { ProfilePreferences, PublishPlace } from '../profile-preferences.ts'
import type { ProfileFolders } from '../profile.ts'
import { validPath } from '../storage/folder-checks.ts'
import type { OperationLock } from '../storage/operation-lock.ts'
import { operationSteps, type Steps } from '../storage/operation-steps.ts'
import type { Report } from '../storage/run-storage-worker.ts'
import { noting, unfinishedName } from '../storage/unfinished-files.ts'
import type { ProxiesOf } from '../service/proxies.ts'
import type { Workspaces } from '../workspaces/workspaces.ts'
import { summaryOf } from './manifest.ts'
import { buildingFolder } from './publication-folder.ts'
import { lockHolder } from './publication-lock.ts'
import type { PublicationOwner } from './publication-owner.ts'
import { PublicationThreads } from './publication-threads.ts'
import { publishFailure, stagingFailure } from './publish-failure.ts'
import type { Published, PublishRequest } from './publish-library.ts'
import { getLibraryIdentity, keepLibraryId, renewLibraryId } from './publish-store.ts'
import { S3Client } from '../service/s3/s3-client.ts'
import type { S3CredentialStore } from '../service/s3/s3-credentials.ts'
import { explainedS3Failure, notPublished } from '../service/s3/s3-failure.ts'
import { S3Publication } from './s3-publication.ts'
import type { PlaceRequest } from './version-place.ts'

interface PublicationsDependencies {
  readonly folders: ProfileFolders
  readonly workspaces: Workspaces
  readonly preferences: ProfilePreferences
  readonly clock: Clock
  readonly log: DefectLog
  readonly version: string
  readonly permissions: Permissions
  readonly s3Credentials: S3CredentialStore
  readonly proxies: ProxiesOf
  readonly random: () => number
  /** Who owns the files. */
  readonly operations: OperationLock
  readonly notice: (failure: Failure) => void
}

type Outcome = PublicationSummary & {
  to: string
  isChanged: boolean
  isCleared: boolean
  written: { files: number; bytes: number }
}

export class Publications {
  readonly #dependencies: PublicationsDependencies
  readonly #threads: PublicationThreads

  constructor(dependencies: PublicationsDependencies) {
    this.#dependencies = dependencies
    this.#threads = new PublicationThreads(dependencies.clock)
  }

  /** Whether a thread hangs on a share that does not respond, so that the process does not end without help. */
  get hasHungThread(): boolean {
    return this.#threads.hasHungThread
  }

  /**
   * Where the open workspace is published, and what is there. A folder is read in a thread, within a limit. Nothing is requested of an S3
   * endpoint for it.
   */
  async publication(): Promise<ApiOutputs['storage']['publication']> {
    const { preferences, workspaces } = this.#dependencies
    const { id } = workspaces.active.folder
    const { to, folder, s3 } = preferences.publishPlace(id)
    const afterRefresh = preferences.publishAfterRefresh.includes(id)
    const about = { to, folder, s3: s3?.address ?? null, afterRefresh }
    if (to === 's3') return { ...about, published: s3?.published ?? null, failure: null }
    if (folder === null) return { ...about, published: null, failure: null }
    try {
      return { ...about, published: await this.#threads.look(folder, this.#owner()), failure: null }
    } catch (error) {
      return { ...about, published: null, failure: this.#failure(error) }
    }
  }

  /** Throws `read-only`. */
  setAfterRefresh(on: boolean): void {
    const { preferences, workspaces } = this.#dependencies
    const { id } = workspaces.active.folder
    const others = preferences.publishAfterRefresh.filter((each) => each !== id)
    preferences.publishAfterRefresh = on ? [...others, id] : others
  }

  /**
   * Publishes again where the user wants that. Gives the failure, which is a notice too, except that another operation owns the files: the
   * next refresh publishes. A folder without a publication is a disk that is not connected, and is not published into.
   */
  async refreshed(signal: AbortSignal): Promise<Failure | null> {
    const { permissions, preferences, workspaces } = this.#dependencies
    // Before the folder is read, which takes long on a share that does not respond.
    if (!permissions.exports || !preferences.publishAfterRefresh.includes(workspaces.active.folder.id)) return null
    const { to, folder, s3, published, failure } = await this.publication()
    const wanted = to === 's3' ? s3 && { s3 } : folder !== null && { folder }
    if (!wanted) return null
    const isMissing = to === 'folder' && published === null && failure === null
    const missing: Failure = { kind: 'publication-missing', detail: folder ?? '' }
    const last = isMissing ? missing : (failure ?? (await this.#lastFailure(this.#publish(wanted, signal, true))))
    if (last === null || last.kind === 'in-use' || last.kind === 'cancelled') return null
    this.#dependencies.notice(last)
    return last
  }

  async #lastFailure(steps: Steps<Outcome>): Promise<Failure | null> {
    let last: Failure | null = null
    for await (const step of steps) if (step.kind === 'failed') last = step.failure
    return last
  }

  /** Cancelled or failed, it leaves what was published before. */
  publish(wanted: ApiInputs['storage']['publish'], requestSignal: AbortSignal): Steps<Outcome> {
    return this.#publish(wanted, requestSignal, false)
  }

  #publish(
    wanted: ApiInputs['storage']['publish'],
    requestSignal: AbortSignal,
    isAfterRefresh: boolean,
  ): Steps<Outcome> {
    return operationSteps(
      this.#dependencies,
      'publish',
      requestSignal,
      (ending, report) =>
        's3' in wanted
          ? this.#toS3(wanted.s3, isAfterRefresh, ending, report)
          : this.#toFolder(wanted.folder, ending, report),
      's3' in wanted ? stagingFailure : publishFailure,
    )
  }

  async #toFolder(wanted: string, ending: AbortSignal, report: Report): Promise<Outcome> {
    const { folders, workspaces } = this.#dependencies
    const folder = validPath(wanted)
    const { id } = workspaces.active.folder
    const owner = this.#owner()
    try {
      await rejectOnAbort(this.#threads.look(folder, owner), ending)
      await rejectOnAbort(workspaces.active.indexed, ending)
    } catch (error) {
      if (ending.aborted) fail({ kind: 'cancelled' })
      throw error
    }
    this.#rememberTried(id, 'folder', { folder })
    const place: PlaceRequest = {
      kind: 'folder',
      folder,
      building: buildingFolder(folder),
      holder: lockHolder(folders.root, owner.library),
    }
    try {
      const { manifest, written, isChanged } = await this.#write(place, ending, report)
      this.#afterPublication(owner, { to: 'folder', folder })
      return { ...summaryOf(manifest), to: folder, written, isChanged, isCleared: true }
    } catch (error) {
      // A thread that was ended has left what it wrote, and its lock.
      if (ending.aborted) await this.#threads.clear(place, owner)
      throw error
    }
  }

  /**
   * The files that changed are written into the profile, then uploaded. The address is remembered, unless its credentials come from the
   * environment of a command, which no later publication has. What a command publishes to the remembered address is remembered too.
   */
  async #toS3(address: S3Address, isAfterRefresh: boolean, ending: AbortSignal, report: Report): Promise<Outcome> {
    const { folders, workspaces, s3Credentials, permissions } = this.#dependencies
    const { clock, proxies, random } = this.#dependencies
    if (!URL.canParse(address.endpoint)) notPublished('the address of the endpoint is not valid')
    const { id } = workspaces.active.folder
    const isCommand = s3Credentials.areOfEnvironment(id, new URL(address.endpoint).origin)
    if (!isCommand) this.#rememberTried(id, 's3', { s3: { address, published: null } })
    const client = new S3Client(address, {
      credentialsFor: (origin) => s3Credentials.forOrigin(id, origin),
      clock,
      proxies,
      random,
      demandService: permissions.demandService,
    })
    let publication: S3Publication | null = null
    try {
      const owner = this.#owner()
      const began = await S3Publication.begin(client, owner, ending)
      publication = began
      await rejectOnAbort(workspaces.active.indexed, ending)
      const building = unfinishedName(join(folders.root, 'publication'))
      return await noting(folders, { parts: [building], move: null }, async () => {
        const { before, bytesByPath, nextVersion } = began
        const place: PlaceRequest = { kind: 'upload', building, before, bytesByPath, nextVersion }
        const { manifest, written, isChanged } = await this.#write(place, ending, report)
        if (!isChanged) await began.claim(ending)
        const isCleared = !isChanged || (await began.publish(manifest, building, ending, report))
        const summary = summaryOf(manifest)
        const known = isCommand ? this.#rememberedS3(id, address) : { address }
        this.#afterPublication(owner, {
          ...(!isCommand && { to: 's3' }),
          ...(known && { s3: { address: known.address, published: summary } }),
        })
        return { ...summary, to: s3AddressName(address), written, isChanged, isCleared }
      })
    } catch (error) {
      await publication?.abandon()
      if (ending.aborted) fail({ kind: 'cancelled' })
      const failure = failureOf(error)
      if (failure === undefined) throw error
      throw new FailureError(explainedS3Failure(failure, { address, isCommand, isAfterRefresh }))
    } finally {
      client.close()
    }
  }

  /**
   * Remembers a place before anything is there, for the next attempt. One of an earlier publication stays until the new place has a
   * publication: what is published after a refresh goes on to where it arrives.
   */
  #rememberTried(workspace: string, target: PublishPlace['to'], tried: Partial<PublishPlace>): void {
    const { to, folder, s3 } = this.#dependencies.preferences.publishPlace(workspace)
    const isKnown = { folder: folder !== null, s3: (s3?.published ?? null) !== null }
    if (!isKnown[target]) this.#remember(workspace, { ...tried, to: isKnown.folder || isKnown.s3 ? to : target })
  }

  /** The remembered address, where this one is the same place; null: it is another. */
  #rememberedS3(workspace: string, { endpoint, bucket, prefix }: S3Address): PublishPlace['s3'] {
    const { s3 } = this.#dependencies.preferences.publishPlace(workspace)
    const isSame = s3?.address.endpoint === endpoint && s3.address.bucket === bucket && s3.address.prefix === prefix
    return isSame ? s3 : null
  }

  #remember(workspace: string, changed: Partial<PublishPlace>): void {
    const { preferences } = this.#dependencies
    if (preferences.isReadOnly) return
    preferences.setPublishPlace(workspace, { ...preferences.publishPlace(workspace), ...changed })
  }

  /**
   * Whose the publications of the open workspace are. A library that was restored from a backup made before it had an id is the one that was
   * published last.
   */
  #owner(): PublicationOwner {
    const { preferences, workspaces } = this.#dependencies
    const { active } = workspaces
    const { id } = active.folder
    const known = getLibraryIdentity(active.library.reader)
    if (known !== undefined) {
      const published = known.isProvisional ? preferences.publishPlace(id).library : undefined
      return { library: published ?? known.id, workspace: id }
    }
    renewLibraryId(active.demandWriter())
    return this.#owner()
  }

  /**
   * After a publication: its library keeps the id, in backups too, and the profile remembers the place. Where neither can be stored, as on a
   * full disk, that is a notice: the library is published.
   */
  #afterPublication({ library, workspace }: PublicationOwner, place: Partial<PublishPlace>): void {
    const { log, notice, workspaces } = this.#dependencies
    const { writer } = workspaces.active.library
    try {
      if (writer) keepLibraryId(writer, library)
      this.#remember(workspace, { ...place, library })
    } catch (error) {
      const failure = failureOf(sqliteFailure(error) ?? error)
      if (failure === undefined) log.report(error, 'storage.publish')
      else notice(failure)
    }
  }

  #write(place: PlaceRequest, ending: AbortSignal, report: Report): Promise<Published> {
    return this.#threads.publish(this.#request(place), ending, report)
  }

  #request(place: PlaceRequest): PublishRequest {
    const { clock, version, workspaces } = this.#dependencies
    const { folder: files, isReadOnly, settings, databaseBytes } = workspaces.active
    return {
      workspace: { id: files.id, name: settings.name },
      libraryId: this.#owner().library,
      databases: { library: files.library, desk: files.desk },
      isReadOnly,
      libraryBytes: databaseBytes.library,
      place,
      programVersion: version,
      now: clock.now(),
    }
  }

  #failure(error: unknown): NonNullable<ApiOutputs['storage']['publication']['failure']> {
    const failure = failureOf(publishFailure(sqliteFailure(error) ?? error))
    if (failure === undefined) this.#dependencies.log.report(error, 'storage.publish')
    return failure ?? { kind: 'defect' }
  }
}
