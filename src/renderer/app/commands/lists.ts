import { commandScope } from './command.ts'

export const securitiesSearch = commandScope('Securities search', {
  'search.box': { title: 'Go to search box', group: 'Table', keys: ['/'], keysOnly: true, insteadOf: ['go.search'] },
  'search.ask': { title: 'Search the service', group: 'Table', keys: ['Mod+Enter'], words: ['lookup online'] },
  'search.next': { title: 'Next security', group: 'Table', keys: ['J'], keysOnly: true },
  'search.before': { title: 'Previous security', group: 'Table', keys: ['K'], keysOnly: true },
  'search.open': { title: 'Open selected security', group: 'Table', keys: ['O'] },
  'search.profile': { title: 'Profile of selected security', group: 'Table', keys: ['P'] },
  'search.copy': { title: 'Copy selected securities', group: 'Table', words: ['clipboard'] },
})

export const hits = commandScope('Transcript search', {
  'text.box': { title: 'Go to query box', group: 'Table', keys: ['/'], keysOnly: true, insteadOf: ['go.search'] },
  'text.next': { title: 'Next hit', group: 'Table', keys: ['J'], keysOnly: true },
  'text.before': { title: 'Previous hit', group: 'Table', keys: ['K'], keysOnly: true },
  'text.open': { title: 'Open hit', group: 'Table', keys: ['O'] },
  'text.play': { title: 'Play from hit', group: 'Table', keys: ['Space'], insteadOf: ['player.toggle'] },
  'text.copy': { title: 'Copy all hits', group: 'Table', words: ['clipboard'] },
  'text.grid': { title: 'Show or hide term grid', group: 'Table', keys: ['T'], words: ['mentions', 'heat map'] },
})

/** For an open cell of the term grid. */
export const termGrid = commandScope('Term grid', {
  'terms.next': { title: 'Next hit', group: 'Table', keys: ['J'] },
  'terms.before': { title: 'Previous hit', group: 'Table', keys: ['K'] },
  'terms.play-all': { title: 'Play all hits in cell', group: 'Table', keys: ['Shift+Space'] },
  'terms.play': { title: 'Play from hit', group: 'Table', keys: ['Space'], insteadOf: ['player.toggle'] },
})

export const questioners = commandScope('Who asks', {
  'questioners.box': {
    title: 'Filter analysts',
    group: 'Table',
    keys: ['/'],
    keysOnly: true,
    insteadOf: ['go.search'],
  },
  'questioners.next': { title: 'Next analyst', group: 'Table', keys: ['J'], keysOnly: true },
  'questioners.before': { title: 'Previous analyst', group: 'Table', keys: ['K'], keysOnly: true },
  'questioners.open': { title: 'Open latest question', group: 'Table', keys: ['O'] },
  'questioners.copy': { title: 'Copy analysts', group: 'Table', words: ['clipboard'] },
})

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

/** For the open list of a job: its coverage, or its log. */
export const offlineItems = commandScope('Offline downloads', {
  'offline.next': { title: 'Next item', group: 'Table', keys: ['J'], keysOnly: true },
  'offline.previous': { title: 'Previous item', group: 'Table', keys: ['K'], keysOnly: true },
  'offline.open': { title: 'Open item', group: 'Table', keys: ['O'] },
})

/** Every table of text and figures that can be saved as a file. */
export const exporting = commandScope('Tables', {
  export: {
    title: 'Export…',
    group: 'Table',
    keys: ['Mod+E'],
    words: ['excel', 'xlsx', 'csv', 'spreadsheet', 'download table'],
  },
})

export const workbookUpdate = commandScope('Tables', {
  'update-workbook': { title: 'Update workbook…', group: 'Table', words: ['excel', 'refresh spreadsheet'] },
})

/** What dragging and double-clicking a column's edge do. */
/** For every table of figures. Lists have separate commands for the next row, named after their rows. */
export const tables = commandScope('Tables', {
  'row.next': { title: 'Next row', group: 'Table', keys: ['J'], keysOnly: true },
  'row.previous': { title: 'Previous row', group: 'Table', keys: ['K'], keysOnly: true },
  'column.wider': { title: 'Widen column', group: 'Table' },
  'column.narrower': { title: 'Narrow column', group: 'Table' },
  'column.fit': { title: 'Fit column to content', group: 'Table', words: ['auto-fit', 'autosize'] },
})
