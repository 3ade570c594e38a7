import type { WorkspaceState } from '../app/workspace-state.svelte.ts'

/** Copies its path, for another program; reports success or failure. */
export async function copyFolder(workspace: Pick<WorkspaceState, 'say' | 'fail'>, path: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(path)
    workspace.say('Folder path copied.')
  } catch (error) {
    workspace.fail(error)
  }
}
