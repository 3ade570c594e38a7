/** The commands of a watchlist: its companies, its views and its downloads. */

import { commandScope } from './command.ts'

export const watchlists = commandScope('Watchlists', {
  'list.filter': { title: 'Filter watchlist', group: 'Table', keys: ['/'], keysOnly: true, insteadOf: ['go.search'] },
  'list.add': { title: 'Add companies to watchlist', group: 'Table', keys: ['A'] },
  'list.columns': { title: 'Choose columns', group: 'Table', keys: ['E'], words: ['fields'] },
  'list.open': { title: 'Open company', group: 'Table', keys: ['O'] },
  'list.fresh': { title: 'Show what’s new', group: 'Table', keys: ['N'], words: ['unseen', 'changes'] },
  'list.note': { title: 'Edit note', group: 'Table', keys: ['M'], words: ['comment'] },
  'list.see': { title: 'Mark as seen', group: 'Table', keys: ['S'], words: ['dismiss', 'read'] },
  'list.up': { title: 'Move up in list', group: 'Table', keys: ['Alt+ArrowUp'] },
  'list.down': { title: 'Move down in list', group: 'Table', keys: ['Alt+ArrowDown'] },
  'list.column-left': { title: 'Move column left', group: 'Table', keys: ['Alt+Shift+ArrowLeft'] },
  'list.column-right': { title: 'Move column right', group: 'Table', keys: ['Alt+Shift+ArrowRight'] },
  'list.compare': { title: 'Compare selected companies', group: 'Table', keys: ['C'], words: ['comps'] },
  'list.booklet': {
    title: 'Booklet of watchlist…',
    group: 'Table',
    keys: ['B'],
    words: ['tear sheets', 'pdf', 'print'],
  },
  'list.booklet-selected': {
    title: 'Booklet of selected companies…',
    group: 'Table',
    keys: ['Shift+B'],
    words: ['tear sheets', 'pdf', 'print'],
  },
  'list.timeline': { title: 'Watchlist timeline', group: 'Go to', keys: ['G E'], code: 'EVT' },
  'list.offline': {
    title: 'Download watchlist for offline use…',
    group: 'Library',
    keys: ['T'],
    words: ['sync', 'offline download'],
  },
  'list.missing': { title: 'Show what is missing offline', group: 'Library', words: ['incomplete', 'gaps'] },
  'list.copy': { title: 'Copy with column headings', group: 'Table', words: ['clipboard'] },
  'list.take-off': { title: 'Remove from watchlist', group: 'Table', keys: ['Delete'], words: ['delete'] },
  'list.refresh': { title: 'Refresh watchlist', group: 'Library', keys: ['R'], words: ['update', 'reload'] },
  'list.new': { title: 'New watchlist', group: 'Table', words: ['create watchlist', 'portfolio'] },
})
