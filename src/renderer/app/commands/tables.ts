/**
 * The commands of every table of figures, and of export and workbook updates: titles, groups,
 * default keys.
 */

import { commandScope } from './command.ts'

/** Every table of text and figures that can be saved as a file. */
export const exporting = commandScope('Tables', {
  export: {
    title: 'Export…',
    group: 'Table',
    keys: ['Mod+E'],
    words: ['excel', 'xlsx', 'csv', 'spreadsheet', 'download table'],
  },
})

/** Every screen whose workbooks can be updated. */
export const workbookUpdate = commandScope('Tables', {
  'update-workbook': { title: 'Update workbook…', group: 'Table', words: ['excel', 'refresh spreadsheet'] },
})

/** Every table of figures. The lists have their own commands for the next row, named by what a row is. */
export const tables = commandScope('Tables', {
  'row.next': { title: 'Next row', group: 'Table', keys: ['J'], keysOnly: true },
  'row.previous': { title: 'Previous row', group: 'Table', keys: ['K'], keysOnly: true },
  'column.wider': { title: 'Widen column', group: 'Table' },
  'column.narrower': { title: 'Narrow column', group: 'Table' },
  'column.fit': { title: 'Fit column to content', group: 'Table', words: ['auto-fit', 'autosize'] },
})
