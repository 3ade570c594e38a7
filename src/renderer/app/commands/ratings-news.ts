/** The commands of lists of ratings and news: titles, groups, default keys. */

import { commandScope } from './command.ts'

/** A list of ratings or news, on its screen and on a company's page. */
export const records = commandScope('Ratings and news', {
  'records.text': {
    title: 'Filter ratings or news',
    group: 'Table',
    keys: ['/'],
    keysOnly: true,
    insteadOf: ['go.search'],
  },
  'records.next': { title: 'Next row', group: 'Table', keys: ['J'], keysOnly: true },
  'records.before': { title: 'Previous row', group: 'Table', keys: ['K'], keysOnly: true },
  'records.open': { title: 'Open rating or news item', group: 'Table', keys: ['O'] },
  'records.copy': { title: 'Copy all ratings or news', group: 'Table', words: ['clipboard'] },
  'records.clear': { title: 'Clear filters', group: 'Table', words: ['reset'] },
  'records.older': { title: 'Load older ratings or news', group: 'Library', words: ['earlier', 'more'] },
})

/** Only on the screen of ratings and news: a company's list is refreshed with the rest of its page. */
export const allRecords = commandScope('Ratings and news', {
  'records.newest': { title: 'Refresh ratings or news', group: 'Library', keys: ['R'], words: ['update', 'reload'] },
})
