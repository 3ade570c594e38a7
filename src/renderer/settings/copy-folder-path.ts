import type { WorkspaceState } from '../app/workspace-state.svelte.ts'

/** Copies a folder's path, for another program; reports success or failure. */
export async function copyFolderPath(workspace: Pick<WorkspaceState, 'say' | 'fail'>, path: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(path)
    workspace.say('Folder path copied.')
  } catch (error) {
    workspace.fail(error)
  }
}
