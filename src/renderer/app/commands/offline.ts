/** The commands of offline downloads: titles, groups, default keys. */

import { commandScope } from './command.ts'

/** The jobs of offline downloads. */
export const offline = commandScope('Offline downloads', {
  'offline.pause': { title: 'Pause job', group: 'Library', keys: ['P'], words: ['download'] },
  // One of the two can always be run, never both.
  'offline.resume': {
    title: 'Resume job',
    group: 'Library',
    keys: ['P'],
    insteadOf: ['offline.pause'],
    words: ['download', 'continue'],
  },
  'offline.stop': { title: 'Stop job', group: 'Library', words: ['cancel download'] },
  'offline.retry': { title: 'Retry failed items', group: 'Library', keys: ['R'], words: ['try again'] },
  'offline.new': {
    title: 'New offline download',
    group: 'Library',
    keys: ['N'],
    words: ['sync', 'download watchlist'],
  },
})

/** The list that is open for a job: what is stored, or its log. */
export const offlineItems = commandScope('Offline downloads', {
  'offline.next': { title: 'Next item', group: 'Table', keys: ['J'], keysOnly: true },
  'offline.previous': { title: 'Previous item', group: 'Table', keys: ['K'], keysOnly: true },
  'offline.open': { title: 'Open item', group: 'Table', keys: ['O'] },
})
