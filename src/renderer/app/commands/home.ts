/** The commands of Home: titles, groups, default keys. */

import { commandScope } from './command.ts'

export const home = commandScope('Home', {
  'home.next': { title: 'Next item', group: 'Table', keys: ['J'], keysOnly: true },
  'home.previous': { title: 'Previous item', group: 'Table', keys: ['K'], keysOnly: true },
  'home.open': { title: 'Open item', group: 'Table', keys: ['O'], keysOnly: true },
  'home.figures': {
    title: 'Figures spoken on the call',
    group: 'Table',
    keys: ['Shift+F'],
    words: ['said', 'reported', 'differ'],
  },
  'home.see': { title: 'Mark company as seen', group: 'Table', keys: ['E'], words: ['dismiss', 'read'] },
  'home.see-all': { title: 'Mark all as seen', group: 'Table', keys: ['Shift+E'], words: ['dismiss all', 'mark read'] },
  'home.undo': { title: 'Undo mark as seen', group: 'Table', keys: ['U'] },
  'home.kind-restated': { title: 'Only restatements', group: 'Table', keys: ['1'] },
  'home.kind-rating': { title: 'Only ratings', group: 'Table', keys: ['2'] },
  'home.kind-call': { title: 'Only calls', group: 'Table', keys: ['3'] },
  'home.kind-transcript': { title: 'Only transcripts', group: 'Table', keys: ['4'] },
  'home.kind-period': { title: 'Only new periods', group: 'Table', keys: ['5'] },
  'home.kind-hits': { title: 'Only search hits', group: 'Table', keys: ['6'] },
  'home.kind-news': { title: 'Only news', group: 'Table', keys: ['7'] },
  'home.kind-withdrawn': { title: 'Only withdrawn figures', group: 'Table', keys: ['8'] },
  'home.kind-all': { title: 'Show everything', group: 'Table', keys: ['0'] },
  'home.refresh': { title: 'Refresh all watchlists', group: 'Library', keys: ['R'], words: ['update', 'reload'] },
})

/** Replaces Home's commands until the sample is loaded. */
export const firstStart = commandScope('First start', {
  'first.statement': { title: 'Read a statement', group: 'Go to', keys: ['1'] },
  'first.call': { title: 'Listen to a call', group: 'Go to', keys: ['2'] },
  'first.comparison': { title: 'Compare five companies', group: 'Go to', keys: ['3'] },
})
