/** Copies a path to the clipboard, and reports it in the status bar. */

import type { WorkspaceState } from '../app/workspace-state.svelte.ts'

export async function copyPath(
  workspace: Pick<WorkspaceState, 'say' | 'fail'>,
  path: string,
  name: 'Path' | 'Folder path' = 'Path',
): Promise<void> {
  try {
    await navigator.clipboard.writeText(path)
    workspace.say(`${name} copied.`)
  } catch (error) {
    workspace.fail(error)
  }
}
