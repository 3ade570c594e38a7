import type { WorkspaceState } from '../app/workspace-state.svelte.ts'

/** Its path, for another program; says so, or why not. */
export async function copyFolder(workspace: Pick<WorkspaceState, 'say' | 'fail'>, path: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(path)
    workspace.say('Folder path copied.')
  } catch (error) {
    workspace.fail(error)
  }
}
