import { Copy, ZoomIn, ZoomOut } from 'lucide'
import type { Action } from '../app/actions.svelte.ts'
import { kindNames } from './timeline-text.ts'
import type { TimelineView } from './timeline-view.svelte.ts'

export interface TimelineCommands {
  readonly open: () => void
  readonly copy: () => void
  readonly older: () => void
  /** Why older entries cannot be fetched. */
  readonly olderOff: () => string | null
  /** More than one company is on it. */
  readonly isMany: boolean
}

/** What can be done with a timeline, for keys, palette and help. */
export function timelineActions(view: TimelineView, commands: TimelineCommands): readonly Action[] {
  const none = () => (view.count === 0 ? 'no items' : null)
  const chosen = () => (view.current ? null : 'nothing is selected')
  const group = 'View'
  return [
    {
      id: 'timeline.in',
      title: 'Zoom in',
      group,
      icon: ZoomIn,
      keys: ['+', '='],
      off: none,
      run: () => view.zoom('in'),
    },
    {
      id: 'timeline.out',
      title: 'Zoom out',
      group,
      icon: ZoomOut,
      keys: ['-'],
      off: none,
      run: () => view.zoom('out'),
    },
    { id: 'timeline.all', title: 'All time', group, keys: ['0'], off: none, run: () => view.showYears(null) },
    {
      id: 'timeline.earlier',
      title: 'Earlier period',
      group,
      keys: ['Shift+ArrowLeft'],
      off: none,
      run: () => view.pageBy(-1),
    },
    {
      id: 'timeline.later',
      title: 'Later period',
      group,
      keys: ['Shift+ArrowRight'],
      off: none,
      run: () => view.pageBy(1),
    },
    ...view.kinds.map((kind, at): Action => ({
      id: `timeline.kind-${kind}`,
      title: `${kindNames[kind]} on the timeline`,
      group,
      keys: [String(at + 1)],
      run: () => view.toggle(kind),
    })),
    ...(commands.isMany
      ? [
          {
            id: 'timeline.lanes',
            title: view.lanesBy === 'kind' ? 'One lane per company' : 'One lane per kind',
            group: 'View' as const,
            keys: ['V'],
            run: () => {
              view.lanesBy = view.lanesBy === 'kind' ? 'company' : 'kind'
            },
          },
        ]
      : []),
    {
      id: 'timeline.next',
      title: 'Next item',
      group: 'Table',
      keys: ['K'],
      keysOnly: true,
      run: () => view.step(1),
    },
    {
      id: 'timeline.before',
      title: 'Previous item',
      group: 'Table',
      keys: ['J'],
      keysOnly: true,
      run: () => view.step(-1),
    },
    {
      id: 'timeline.open',
      title: 'Open',
      group: 'Table',
      keys: ['O'],
      off: chosen,
      run: commands.open,
    },
    {
      id: 'timeline.copy',
      title: 'Copy all shown',
      group: 'Table',
      icon: Copy,
      off: none,
      run: commands.copy,
    },
    {
      id: 'timeline.older',
      title: 'Load older calls, ratings and news',
      group: 'Library',
      off: commands.olderOff,
      run: commands.older,
    },
  ]
}
