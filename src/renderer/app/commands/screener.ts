/** The commands of the screener: its conditions, saved screens and results. */

import { commandScope } from './command.ts'

export const screener = commandScope('Screener', {
  'screen.condition': { title: 'Add condition', group: 'Table', keys: ['N'], words: ['criterion', 'rule', 'filter'] },
  'screen.group': { title: 'Add group of conditions', group: 'Table', words: ['and', 'or'] },
  'screen.undo': { title: 'Undo last change to screen', group: 'Table', keys: ['Mod+Z'] },
  'screen.save': { title: 'Save screen', group: 'Table', keys: ['Mod+S'] },
  'screen.new': { title: 'New screen', group: 'Table', words: ['clear', 'reset'] },
  'screen.open': { title: 'Open company', group: 'Table', keys: ['O'] },
  'screen.copy-source': {
    title: 'Copy with source',
    group: 'Table',
    keys: ['Mod+Shift+C'],
    words: ['clipboard', 'cite'],
  },
  'screen.tick': {
    title: 'Select company',
    group: 'Table',
    keys: ['Space'],
    keysOnly: true,
    insteadOf: ['player.toggle'],
  },
  'screen.watchlist': { title: 'Add results to watchlist', group: 'Table', keys: ['A'] },
  'screen.compare': { title: 'Compare results', group: 'Table', keys: ['M'], words: ['comps'] },
  'screen.booklet': {
    title: 'Booklet of results…',
    group: 'Table',
    keys: ['B'],
    words: ['tear sheets', 'pdf', 'print'],
  },
  'screen.workbook': {
    title: 'Save results as workbook',
    group: 'Table',
    keys: ['W'],
    keysOnly: true,
    words: ['excel', 'xlsx'],
  },
  'screen.columns': { title: 'Choose columns', group: 'Table', keys: ['E'], words: ['fields'] },
  'screen.download': { title: 'Download missing data for screen', group: 'Library' },
})
