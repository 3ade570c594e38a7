/** Marks tie-out breaks as known by the user, with undo, and the mark that such figures have. */

import type { ApiInputs } from '#contract/api/api.ts'
import type { BreakChange } from '#contract/api/financials.ts'
import type { GridMark } from '../ui/grid/grid-types.ts'
import type { WorkspaceState } from './workspace-state.svelte.ts'

type Acting = Pick<WorkspaceState, 'core' | 'say' | 'fail'>

/** A figure whose tie-out breaks are all marked as known by the user. */
export const knownBreakMark: GridMark = { letter: 't', says: 'Known tie-out break.', corner: false }

/** Says so, with the way back. */
export function markKnown(workspace: Acting, figure: ApiInputs['financials']['markKnown']): Promise<void> {
  const sentence = figure.note === undefined ? 'Marked as a known break.' : 'Note saved.'
  return act(workspace, sentence, () => workspace.core.financials.markKnown(figure))
}

export function unmarkKnown(workspace: Acting, figure: ApiInputs['financials']['unmarkKnown']): Promise<void> {
  return act(workspace, 'The break is no longer marked as known.', () => workspace.core.financials.unmarkKnown(figure))
}

async function act(workspace: Acting, sentence: string, run: () => Promise<BreakChange>): Promise<void> {
  try {
    const change = await run()
    const undo = () => {
      workspace.core.financials.revertKnown(change).then(
        () => workspace.say('Undone.'),
        (error: unknown) => workspace.fail(error),
      )
    }
    workspace.say(sentence, { label: 'Undo', run: undo })
  } catch (error) {
    workspace.fail(error)
  }
}
