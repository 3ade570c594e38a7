/** The commands of a timeline, of a company or of a watchlist: titles, groups, default keys. */

import { commandScope } from './command.ts'

export const timeline = commandScope('Timeline', {
  'timeline.in': { title: 'Zoom in', group: 'View', keys: ['+', '='] },
  'timeline.out': { title: 'Zoom out', group: 'View', keys: ['-'] },
  'timeline.all': { title: 'Show all time', group: 'View', keys: ['0'], words: ['full history'] },
  'timeline.earlier': { title: 'Earlier period', group: 'View', keys: ['Shift+ArrowLeft'] },
  'timeline.later': { title: 'Later period', group: 'View', keys: ['Shift+ArrowRight'] },
  'timeline.kind-call': { title: 'Show or hide calls', group: 'View', keys: ['1'] },
  'timeline.kind-rating': { title: 'Show or hide ratings', group: 'View', keys: ['2'] },
  'timeline.kind-news': { title: 'Show or hide news', group: 'View', keys: ['3'] },
  'timeline.kind-period': { title: 'Show or hide period ends', group: 'View', keys: ['4'] },
  'timeline.kind-restated': { title: 'Show or hide restatements', group: 'View', keys: ['5'] },
  'timeline.kind-withdrawn': { title: 'Show or hide withdrawals', group: 'View', keys: ['6'] },
  'timeline.lanes': { title: 'Lanes by company or by kind', group: 'View', keys: ['V'] },
  'timeline.next': { title: 'Next event', group: 'Table', keys: ['K'], keysOnly: true },
  'timeline.before': { title: 'Previous event', group: 'Table', keys: ['J'], keysOnly: true },
  'timeline.next-link': { title: 'Next linked event', group: 'Table', keys: ['N'] },
  'timeline.previous-link': { title: 'Previous linked event', group: 'Table', keys: ['Shift+N'] },
  'timeline.range': {
    title: 'Start or end range at selected event',
    group: 'Table',
    keys: ['M'],
    words: ['select dates'],
  },
  'timeline.clear-range': { title: 'Clear range', group: 'Table', keys: ['Shift+M'] },
  'timeline.pane': { title: 'Show or hide event details', group: 'View', keys: ['I'] },
  'timeline.open': { title: 'Open event', group: 'Table', keys: ['O'] },
  'timeline.copy': { title: 'Copy all events shown', group: 'Table', words: ['clipboard'] },
  'timeline.older': { title: 'Load older calls, ratings and news', group: 'Library', words: ['earlier', 'more'] },
})

/** Only on a watchlist's timeline. */
export const listTimeline = commandScope('Timeline', {
  'timeline.newest': {
    title: 'Refresh calls, ratings and news',
    group: 'Library',
    keys: ['R'],
    words: ['update', 'reload'],
  },
})
