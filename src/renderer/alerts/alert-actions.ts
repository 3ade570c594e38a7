/** The actions of the Alerts screen: next and previous alert, open, mark as seen, new rule. */

import { BellPlus, CheckCheck } from 'lucide'
import type { Alert } from '#contract/api/alerts.ts'
import type { Action } from '../app/actions.svelte.ts'
import { bindCommands } from '../app/commands/bind-commands.ts'

interface AlertCommands {
  readonly move: (by: number) => void
  readonly open: () => void
  readonly see: () => void
  readonly seeAll: () => void
  readonly add: () => void
  readonly current: () => Alert | null
  readonly unseen: () => number
}

export function alertActions({ move, open, see, seeAll, add, current, unseen }: AlertCommands): readonly Action[] {
  const offWithoutRow = () => (current() === null ? 'no alert selected' : null)
  return bindCommands('alerts', {
    'alerts.next': { run: () => move(1) },
    'alerts.previous': { run: () => move(-1) },
    'alerts.open': { off: offWithoutRow, run: open },
    'alerts.see': { off: () => offWithoutRow() ?? (current()?.isSeen ? 'already seen' : null), run: see },
    'alerts.see-all': { icon: CheckCheck, off: () => (unseen() === 0 ? 'nothing new' : null), run: seeAll },
    'alerts.new': { icon: BellPlus, run: add },
  })
}
