/** Copies the path of a folder to the clipboard, and reports it in the status bar. */

import type { WorkspaceState } from '../app/workspace-state.svelte.ts'

export async function copyFolderPath(workspace: Pick<WorkspaceState, 'say' | 'fail'>, path: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(path)
    workspace.say('Folder path copied.')
  } catch (error) {
    workspace.fail(error)
  }
}
