/**
 * Names the workspace that a request was made in. The core refuses one that arrives after another workspace was opened
 * (`other-workspace`), so that nothing of one workspace is asked of, or written into, another.
 */
export const workspaceHeader = 'tearsheet-workspace'

/** What belongs to the profile, whichever workspace is open: a noun, or one procedure of it. */
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
