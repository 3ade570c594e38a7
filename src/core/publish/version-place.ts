/** Where a new version of the data is written: into the folder of its readers, or into a folder of its own until it is uploaded. */

import { join } from 'node:path'
import type { Manifest, PublishedFile } from './manifest.ts'
import * as folderOnDisk from './publication-folder.ts'

export type PlaceRequest =
  | {
      readonly kind: 'folder'
      /** The folder to publish into, which exists. */
      readonly folder: string
      /** Path of the new version until it is complete; see `buildingFolder`. */
      readonly building: string
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
  /** What is published; null: nothing. Throws `invalid-folder` and `newer-version`. */
  begin(): Manifest | null
  isThere(published: PublishedFile): boolean
  /** Takes a published file over into the new version, below it at the path of these segments. */
  keep(published: PublishedFile, segments: readonly string[], name: string): void
  nextVersion(): string
  putInPlace(manifest: Manifest): void
  /** Deletes what is not published any more. */
  clear(): void
}

export function placeOf(request: PlaceRequest, workspace: string): VersionPlace {
  return request.kind === 'folder' ? inFolder(request, workspace) : toUpload(request)
}

function inFolder({ folder, building }: Extract<PlaceRequest, { kind: 'folder' }>, workspace: string): VersionPlace {
  return {
    building,
    begin: () => {
      folderOnDisk.demandOwnFolder(folder, workspace)
      folderOnDisk.clearUnpublished(folder)
      return folderOnDisk.readManifest(folder)
    },
    isThere: ({ path, bytes }) => folderOnDisk.isThere(join(folder, path), bytes),
    keep: ({ path }, segments, name) =>
      folderOnDisk.linkOrCopy(join(folder, path), join(folderOnDisk.makeFolders(building, segments), name)),
    nextVersion: () => folderOnDisk.nextVersion(folder),
    putInPlace: (manifest) => folderOnDisk.putInPlace(folder, building, manifest),
    clear: () => folderOnDisk.clearUnpublished(folder),
  }
}

/** A kept file is copied at the address itself. The rest is up to whoever uploads the new files; see `S3Publication`. */
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
    nextVersion: () => nextVersion,
    putInPlace: () => undefined,
    clear: () => undefined,
  }
}
