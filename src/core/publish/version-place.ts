/** Where a new version of the data is written: into the folder of its readers, or into a folder of its own until it is uploaded. */

import { join } from 'node:path'
import { FailureError } from '../failure-error.ts'
import { codeOf } from '../system-error.ts'
import type { Manifest, PublishedFile } from './manifest.ts'
import * as folderOnDisk from './publication-folder.ts'
import { PublicationLock } from './publication-lock.ts'
import { failOvertaken, type PublicationOwner } from './publication-owner.ts'

export type PlaceRequest =
  | {
      readonly kind: 'folder'
      /** The folder to publish into, which exists. */
      readonly folder: string
      /** Path of the new version until it is complete; see `buildingFolder`. */
      readonly building: string
      /** Who takes its lock; see `lockHolder`. */
      readonly holder: string
    }
  | {
      readonly kind: 'upload'
      /** Path for the files that have to be uploaded. */
      readonly building: string
      /** What is published at the address; null: nothing. */
      readonly before: Manifest | null
      /** The size of each file at the address, by its path from there. */
      readonly bytesByPath: ReadonlyMap<string, number>
      readonly nextVersion: string
    }

/** What `publishLibrary` needs of the place that it publishes to. Throws errors of the file system. */
export interface VersionPlace {
  /** Where the files of the new version are written. */
  readonly building: string
  /** What is published; null: nothing. Throws `invalid-folder`, `newer-version`, `not-published`, `publication-changed`. */
  begin(): Manifest | null
  isThere(published: PublishedFile): boolean
  /** Takes a published file over into the new version, below it at the path of these segments. */
  keep(published: PublishedFile, segments: readonly string[], name: string): void
  /** Called at every step. Throws `publication-changed` when another program has come first. */
  advance(): void
  nextVersion(): string
  /** Marks what is published as this library's where an earlier version of the program marked it: an attempt that fails claims nothing. */
  claim(): void
  /** Throws `not-published` and `publication-changed`; nothing is published then. */
  putInPlace(manifest: Manifest): void
  /** Deletes all but what is published (null: nothing) and was until then, except what another program has open. Never fails. */
  clear(published: Manifest | null): void
  /** In the place of a publication that was ended, to `abandon` it. Throws as `begin` does. */
  takeOver(): void
  /** After an error: leaves what was found, and returns the error as the user is to read it. */
  abandon(error: unknown): unknown
  /** Always the last. */
  end(): void
}

export function placeOf(request: PlaceRequest, owner: PublicationOwner): VersionPlace {
  return request.kind === 'folder' ? new FolderPlace(request, owner) : toUpload(request)
}

/** A folder, which belongs to this program alone while it has the lock. */
class FolderPlace implements VersionPlace {
  readonly building: string
  readonly #folder: string
  readonly #holder: string
  readonly #owner: PublicationOwner
  #lock: PublicationLock | null = null
  /** What was published when it began; null: nothing. */
  #before: Manifest | null = null
  /** Nothing is cleared before: what is there may be somebody else's. */
  #isOwn = false

  constructor({ folder, building, holder }: Extract<PlaceRequest, { kind: 'folder' }>, owner: PublicationOwner) {
    this.building = building
    this.#folder = folder
    this.#holder = holder
    this.#owner = owner
  }

  begin(): Manifest | null {
    const published = this.#take()
    folderOnDisk.markNewFolder(this.#folder, this.#owner)
    this.clear(published)
    return published
  }

  takeOver(): void {
    this.#take()
  }

  #take(): Manifest | null {
    // Before anything is written there, and again once nobody else can write.
    folderOnDisk.demandOwnFolder(this.#folder, this.#owner)
    this.#lock = PublicationLock.take(folderOnDisk.makeOwnFolder(this.#folder), this.#holder)
    folderOnDisk.demandOwnFolder(this.#folder, this.#owner)
    const published = folderOnDisk.readManifest(this.#folder)
    folderOnDisk.demandOwnManifest(published, this.#owner)
    this.#before = published
    this.#isOwn = true
    return published
  }

  isThere({ path, bytes }: PublishedFile): boolean {
    return folderOnDisk.isThere(join(this.#folder, path), bytes)
  }

  keep({ path }: PublishedFile, segments: readonly string[], name: string): void {
    const target = folderOnDisk.makeFolders(this.building, segments)
    folderOnDisk.linkOrCopy(join(this.#folder, path), join(target, name))
  }

  advance(): void {
    this.#lock?.renew()
  }

  nextVersion(): string {
    return folderOnDisk.nextVersion(this.#folder)
  }

  claim(): void {
    folderOnDisk.claimFolder(this.#folder, this.#owner)
  }

  putInPlace(manifest: Manifest): void {
    this.#lock?.demand()
    if (!folderOnDisk.nameVersion(this.#folder, this.building, manifest.version)) failOvertaken()
    folderOnDisk.demandFiles(this.#folder, manifest.files)
    this.#lock?.demand()
    this.claim()
    folderOnDisk.writeManifest(this.#folder, manifest)
  }

  clear(published: Manifest | null): void {
    try {
      if (this.#lock?.isHeld === true) folderOnDisk.clearUnpublished(this.#folder, published)
    } catch (error) {
      // What is published is whole, with or without this.
      if (codeOf(error) === '') throw error
    }
  }

  abandon(error: unknown): unknown {
    if (this.#lock === null || !this.#isOwn) return error
    try {
      if (this.#lock.isHeld) this.#leaveAsFound()
      else {
        folderOnDisk.removeBuilding(this.building)
        failOvertaken()
      }
    } catch (problem) {
      if (problem instanceof FailureError && !(error instanceof FailureError)) return problem
      // The folder is gone or cannot be written, which is what the user reads already. The next publication clears it.
    }
    return error
  }

  #leaveAsFound(): void {
    // Read again, since an error may come from the last step. A manifest that has gone meanwhile is that of a disk which is going.
    const published = folderOnDisk.readManifest(this.#folder)
    if (published === null && this.#before !== null) return
    folderOnDisk.leaveAsFound(this.#folder, published)
  }

  end(): void {
    if (this.#lock === null) return
    try {
      this.#lock.release()
      folderOnDisk.releaseFolder(this.#folder)
    } catch {
      // The same. An empty folder of ours is used again.
    }
  }
}

/**
 * A kept file is copied at the address itself. The rest is up to whoever uploads the new files, and does so alone; see `S3Publication`.
 */
function toUpload({
  building,
  before,
  bytesByPath,
  nextVersion,
}: Extract<PlaceRequest, { kind: 'upload' }>): VersionPlace {
  return {
    building,
    begin: () => before,
    isThere: ({ path, bytes }) => bytesByPath.get(path) === bytes,
    keep: () => undefined,
    advance: () => undefined,
    nextVersion: () => nextVersion,
    claim: () => undefined,
    putInPlace: () => undefined,
    clear: () => undefined,
    takeOver: () => undefined,
    abandon: (error) => error,
    end: () => undefined,
  }
}
