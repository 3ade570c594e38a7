import type PQueue from 'p-queue'
import type { Status } from '#contract/desk/desk.ts'
import type { Workspace } from '#contract/desk/workspaces.ts'
import type { Announcer } from './announcer.ts'
import type { DefectLog } from './defect-log.ts'
import type { ProfilePreferences } from './preferences.ts'
import type { Storage } from './storage/storage.ts'
import type { Workspaces } from './workspaces/workspaces.ts'

/** What the router joins. */
export interface CoreParts {
  readonly workspaces: Workspaces
  readonly storage: Storage
  readonly preferences: ProfilePreferences
  readonly announcer: Announcer
  readonly log: DefectLog
  /** Changes run one after another. */
  readonly changes: PQueue
  status(): Status
  /** Opens another workspace in place of the active one. */
  activate(id: string): Promise<Workspace>
  /** Sets aside what is damaged in the active workspace, once a run. */
  mend(): void
  /** The text without any key. */
  redact(text: string): string
}
