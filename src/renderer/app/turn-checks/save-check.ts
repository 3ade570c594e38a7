/** Confirms or corrects a turn of a transcript, and offers to undo it. */

import type { PassageToCheck } from '#contract/api/turn-checks.ts'
import type { WorkspaceState } from '../workspace-state.svelte.ts'

/** The key of the draft of a turn's correction. */
export function checkDraftKey({ callId, turn }: Pick<PassageToCheck, 'callId' | 'turn'>): string {
  return `turn-check:${callId}:${turn}`
}

/**
 * @param correction null: the words received are right
 * @param draft the key of the draft that is saved with it
 */
export async function saveCheck(
  workspace: Pick<WorkspaceState, 'core' | 'say' | 'fail'>,
  { callId, turn, text }: Pick<PassageToCheck, 'callId' | 'turn' | 'text'>,
  correction: string | null,
  draft?: string,
): Promise<void> {
  const { core } = workspace
  const { words, previous } = await core.turnChecks.save({
    callId,
    turn,
    text,
    correction,
    ...(draft !== undefined && { draft }),
  })
  workspace.say(correction === null ? 'Transcript confirmed.' : 'Correction saved.', {
    label: 'Undo',
    run: () =>
      void core.turnChecks.restore({ words, check: previous }).catch((error: unknown) => workspace.fail(error)),
  })
}
