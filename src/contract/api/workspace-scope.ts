/**
 * Names the workspace of a request. The core refuses a request that arrives after another workspace was opened
 * (`other-workspace`), so that workspaces never mix.
 */
export const workspaceHeader = 'tearsheet-workspace'

/** Procedures that belong to the profile, whichever workspace is open: a group, or one procedure of it. */
const ofProfile: ReadonlySet<string> = new Set([
  'workspaces',
  'preferences',
  'status',
  'storage.backups',
  'storage.createBackup',
  'storage.inspectBackup',
  'storage.restore',
])

export function belongsToWorkspace(path: readonly string[]): boolean {
  return !ofProfile.has(path[0] ?? '') && !ofProfile.has(path.join('.'))
}
