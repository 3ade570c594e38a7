/** Plays a call from a screen other than its own. */

import type { CallToPlay } from './play-next.ts'
import type { WorkspaceState } from './workspace-state.svelte.ts'

/** Loads a call, at a second if one is given, and plays it, or says why it cannot be played. */
export async function playCall(
  workspace: Pick<WorkspaceState, 'player' | 'say'>,
  call: Pick<CallToPlay, 'callId' | 'title'>,
  second?: number,
): Promise<void> {
  const { player } = workspace
  if (!(await player.load(call, second))) return
  if (player.trouble === null) player.play()
  else workspace.say(player.trouble)
}
