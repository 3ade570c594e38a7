/** Copies a text to the clipboard, and reports it in the status bar. */

import type { WorkspaceState } from '../app/workspace-state.svelte.ts'

/** `name`: what it is, at the beginning of the sentence. */
export async function copyText(
  workspace: Pick<WorkspaceState, 'say' | 'fail'>,
  text: string,
  name: 'Path' | 'Folder path' | 'Address' | 'Report' | 'Configuration',
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    workspace.say(`${name} copied.`)
  } catch (error) {
    workspace.fail(error)
  }
}
