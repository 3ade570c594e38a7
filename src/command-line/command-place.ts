/** What surrounds a command: its streams, its folder, the system; and the library that it reads. */

import { resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { AdministratorPolicy } from '#contract/api/policy.ts'
import { defaultProfileFolder, type ProcessEnvironment } from '#core/window/profile-folder.ts'
import type { LibraryPlace } from './library-reading.ts'

export interface CommandPlace extends ProcessEnvironment {
  readonly version: string
  readonly runtime: {
    /** As `process.versions`. */
    readonly versions: Readonly<Record<string, string | undefined>>
    /** `linux 6.1, x64`. */
    readonly system: string
  }
  /** Relative paths are meant from here. */
  readonly folder: string
  readonly input: Readable
  readonly output: Writable
  readonly errors: Writable
  /** Characters in a line of the terminal; null: the output is no terminal. */
  readonly width: number | null
  /** The region of the system, as a locale: `de-DE`. */
  readonly locale: string
  /** The policy as it is now: an assistant stays connected while it may change. */
  readonly readPolicy: () => AdministratorPolicy
  /** Cancels a command that works, and ends one that serves. */
  readonly ending: AbortSignal
  /** Called when a thread hangs on a network share that does not respond, so that the process does not end without help. */
  readonly onHungThread?: () => void
}

/** Profile and workspace as an option names them; null: the default one. */
export function libraryPlace(place: CommandPlace, profile: string | null, workspace: string | null): LibraryPlace {
  return {
    profile: profile === null ? defaultProfileFolder(place) : resolve(place.folder, profile),
    workspace,
    version: place.version,
    policy: place.readPolicy(),
  }
}
