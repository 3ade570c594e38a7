/** The services of the core that the API router calls, as one type. */

import type { CommandLine } from '#contract/api/assistants.ts'
import type PQueue from 'p-queue'
import type { ApiOutputs, Status } from '#contract/api/api.ts'
import type { AdministratorPolicy } from '#contract/api/policy.ts'
import type { Workspace } from '#contract/api/workspaces.ts'
import type { Announcer } from './announcer.ts'
import type { DefectLog } from './defect-log.ts'
import type { Permissions } from './policy/permissions.ts'
import type { ProfilePreferences } from './profile-preferences.ts'
import type { Packs } from './packs/packs.ts'
import type { Publications } from './publish/publications.ts'
import type { DataRecoveries } from './recovery/data-recoveries.ts'
import type { OperationLock } from './storage/operation-lock.ts'
import type { Storage } from './storage/storage.ts'
import type { OpenWindows } from './tabs/open-windows.ts'
import type { Updates } from './updates/updates.ts'
import type { Workspaces } from './workspaces/workspaces.ts'

export interface CoreServices {
  /** The profile’s folder. */
  readonly profile: string
  readonly commandLine: CommandLine
  readonly workspaces: Workspaces
  readonly storage: Storage
  readonly publications: Publications
  readonly packs: Packs
  readonly recoveries: DataRecoveries
  /** Who owns the files of the profile. */
  readonly operations: OperationLock
  readonly preferences: ProfilePreferences
  readonly policy: AdministratorPolicy
  readonly permissions: Permissions
  readonly updates: Updates
  readonly announcer: Announcer
  readonly log: DefectLog
  readonly windows: OpenWindows
  /** Changes run one after another. */
  readonly changes: PQueue
  status(): Status
  /** Opens another workspace in place of the active one. */
  activate(wanted: { readonly id: string; readonly forPack: boolean }): Promise<Workspace>
  /** Deletes the sample workspace with all that is in it. */
  deleteSample(): Promise<void>
  removeWorkspace(id: string): Promise<void>
  /** Sets aside what is damaged in the active workspace, once a run. */
  mend(): void
  /** Ensures that the active workspace's databases are still where they were opened, before a query. */
  keepInPlace(signal: AbortSignal): Promise<void>
  /** How the service of the active workspace is reached. */
  route(): Promise<ApiOutputs['network']['route']>
  /** The text without any key. */
  redact(text: string): string
}
