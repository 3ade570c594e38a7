/** Searches all stored transcripts for selected words. */

import type { WorkspaceState } from './workspace-state.svelte.ts'

const longestQuery = 200

/** For the words exactly as they are selected. */
export function searchTranscripts(workspace: Pick<WorkspaceState, 'open'>, selected: string): void {
  const words = selected.replaceAll(/[\s"]+/g, ' ').trim()
  workspace.open({ screen: 'text', query: `"${words.slice(0, longestQuery)}"`, view: 'hits' })
}
