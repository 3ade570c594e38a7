import type { WorkspaceState } from './workspace-state.svelte.ts'

/** Opens a company's homepage in the system's browser. The shell checks the address and shows its host first. */
export function openHomepage(workspace: WorkspaceState, url: string): void {
  const address = /^[a-z]+:/i.test(url) ? url : `https://${url}`
  workspace.bridge.openExternal(address).then(
    (opened) => {
      if (!opened) workspace.say('The homepage was not opened.')
    },
    (error: unknown) => workspace.fail(error),
  )
}
