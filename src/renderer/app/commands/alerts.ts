/** The commands of the alerts: titles, groups, default keys. */

import { commandScope } from './command.ts'

/** The list of alerts. */
export const alerts = commandScope('Alerts', {
  'alerts.next': { title: 'Next alert', group: 'Table', keys: ['J'], keysOnly: true },
  'alerts.previous': { title: 'Previous alert', group: 'Table', keys: ['K'], keysOnly: true },
  'alerts.open': { title: 'Open alert', group: 'Table', keys: ['O'] },
  'alerts.see': { title: 'Mark alert as seen', group: 'Table', keys: ['E'], words: ['dismiss', 'read'] },
  'alerts.see-all': {
    title: 'Mark all alerts as seen',
    group: 'Table',
    keys: ['Shift+E'],
    words: ['dismiss all', 'mark read'],
  },
  'alerts.new': { title: 'New alert', group: 'Table', keys: ['N'], words: ['create alert', 'notify me'] },
})
