import type { WorkspaceState } from './workspace-state.svelte.ts'

/** The shell checks the address and shows its host before it opens anything. */
export function openHomepage(workspace: WorkspaceState, url: string): void {
  const address = /^[a-z]+:/i.test(url) ? url : `https://${url}`
  workspace.bridge.openExternal(address).then(
    (opened) => {
      if (!opened) workspace.say('The homepage was not opened.')
    },
    (error: unknown) => workspace.fail(error),
  )
}
