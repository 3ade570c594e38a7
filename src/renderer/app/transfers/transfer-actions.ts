/** What the buttons of a recording's download do, and why they are off. */

import type { Transfer } from '#contract/api/recordings.ts'
import type { WorkspaceState } from '../workspace-state.svelte.ts'

/** Why a download cannot be begun or continued, and why nothing of it can be changed; null: it can. */
export function transferOff({ forbidden, status }: ReasonsOf): {
  readonly resume: string | null
  readonly change: string | null
} {
  const change = status.readOnlyReason
  return { resume: forbidden.recordings ?? change, change }
}

interface ReasonsOf {
  readonly forbidden: Pick<WorkspaceState['forbidden'], 'recordings'>
  readonly status: Pick<WorkspaceState['status'], 'readOnlyReason'>
}

interface RemovedFrom {
  readonly core: Pick<WorkspaceState['core'], 'recordings'>
  readonly player: Pick<WorkspaceState['player'], 'callId' | 'unload'>
  say(sentence: string): void
  fail(error: unknown): void
}

/** Removes a recording from disk or cancels its download, and says so, or why it failed. */
export async function removeRecording(
  workspace: RemovedFrom,
  { callId, state }: Pick<Transfer, 'callId' | 'state'>,
): Promise<void> {
  const { core, player } = workspace
  // Some systems delete no file that is being played.
  if (player.callId === callId) player.unload()
  try {
    await core.recordings.remove({ callId })
    workspace.say(state === 'on-disk' ? 'Recording removed from disk.' : 'Download canceled.')
  } catch (error) {
    workspace.fail(error)
  }
}
