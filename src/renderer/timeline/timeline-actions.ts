/** The actions of a timeline, for menus, palette and keys. */

import { Copy, PanelRight, ZoomIn, ZoomOut } from 'lucide'
import type { Action } from '../app/actions.svelte.ts'
import { bindCommands, handlersFor } from '../app/commands/bind-commands.ts'
import { timelineKinds } from './timeline-text.ts'
import type { TimelineView } from './timeline-view.svelte.ts'

export interface TimelineCommands {
  readonly open: () => void
  readonly copy: () => void
  readonly older: () => void
  /** Why older entries cannot be fetched. */
  readonly olderOff: () => string | null
  /** More than one company is on it. */
  readonly isMany: boolean
  readonly paneShown: boolean
  readonly togglePane: () => void
}

/** The commands of a timeline, for keys, palette and help. */
export function timelineActions(view: TimelineView, commands: TimelineCommands): readonly Action[] {
  const none = () => (view.count === 0 ? 'no events' : null)
  const chosen = () => (view.current ? null : 'nothing is selected')
  const linked = () => view.noLink
  return bindCommands('timeline', {
    'timeline.in': { icon: ZoomIn, off: none, run: () => view.zoom('in') },
    'timeline.out': { icon: ZoomOut, off: none, run: () => view.zoom('out') },
    'timeline.all': { off: none, run: () => view.showYears(null) },
    'timeline.earlier': { off: none, run: () => view.pageBy(-1) },
    'timeline.later': { off: none, run: () => view.pageBy(1) },
    ...handlersFor('timeline.kind-', timelineKinds, (kind) => ({ run: () => view.toggle(kind) })),
    ...(view.kinds.includes('withdrawn') ? {} : { 'timeline.kind-withdrawn': null }),
    'timeline.lanes': commands.isMany
      ? {
          title: view.lanesBy === 'kind' ? 'One lane per company' : 'One lane per kind',
          run: () => {
            view.lanesBy = view.lanesBy === 'kind' ? 'company' : 'kind'
          },
        }
      : null,
    'timeline.next': { run: () => view.step(1) },
    'timeline.before': { run: () => view.step(-1) },
    'timeline.next-link': { off: linked, run: () => view.followLink(1) },
    'timeline.previous-link': { off: linked, run: () => view.followLink(-1) },
    'timeline.range': {
      title: view.isBrushing ? 'End range at selected event' : 'Start range at selected event',
      off: chosen,
      run: () => view.toggleBrushing(),
    },
    'timeline.clear-range': {
      off: () => (view.brush ? null : 'no range is selected'),
      run: () => view.setBrush(null),
    },
    'timeline.pane': {
      title: commands.paneShown ? 'Hide event details' : 'Show event details',
      icon: PanelRight,
      run: commands.togglePane,
    },
    'timeline.open': { off: chosen, run: commands.open },
    'timeline.copy': { icon: Copy, off: none, run: commands.copy },
    'timeline.older': { off: commands.olderOff, run: commands.older },
  })
}
